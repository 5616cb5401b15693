import { IdAddress } from '@nerdify/contract/addresses.ts'
import { PlanEnd } from '@nerdify/contract/operations.ts'
import { opsPaths } from '@nerdify/contract/ops-paths.ts'
import { SubscriptionList } from '@nerdify/contract/subscriptions.ts'
import { plans } from '@nerdify/domain/plans/plans.ts'
import { isPaymentFailed } from '@nerdify/domain/plans/subscription-status.ts'
import type { AppContext } from '../app-context.ts'
import { findAnyClient } from '../clients/change-for-operations.ts'
import { addNote, findConversation } from '../conversations/conversations.ts'
import type { App } from '../http/app-type.ts'
import { operationsCall } from '../http/call.ts'
import { operatorOf } from '../http/caller.ts'
import { refuseOverLimit } from '../payments/staff-limit.ts'
import { listSubscriptions } from '../subscriptions/list-subscriptions.ts'
import {
  orUnavailable,
  endWithMonth,
  giveMonthBack,
  runningPlanId,
  type WriteOfEnd,
} from '../subscriptions/manage-subscription.ts'
import { loggedWrite } from './logged-write.ts'
import { moneyLimitOf } from './operator.ts'

/**
 * The end of a client's plan by staff: its effects and its messages are those of the client's own cancellation
 * (OPS-11).
 */
export function operationsPlanRoutes(app: App, product: AppContext): void {
  app.post(
    opsPaths.clientPlanEnd(':id'),
    operationsCall('End a plan of a client with its month, or at once, and give the month back', {
      params: IdAddress,
      body: PlanEnd,
      200: SubscriptionList,
    }),
    async (request) => {
      const { plan, refund, reason } = request.body
      const { id: clientId } = await findAnyClient(product.queries, request.params.id)
      const own = { clientId, id: await runningPlanId(product.queries, clientId, plan) }
      const write: WriteOfEnd = (queries, month) =>
        loggedWrite(product, request, 'end plan', async ({ now }) => {
          const text = `${plans[month.plan].name} ${outcomeOf(month, refund === true)}. ${reason}`
          if (refund) {
            const cents = month.paid_cents + month.paid_credit_cents
            refuseOverLimit('plan', { cents, beforeCents: 0, limitCents: moneyLimitOf(product, request) })
          }
          await addNote(queries, await findConversation(queries, clientId), {
            text,
            operator: operatorOf(request).name,
            now,
          })
          return { subject: `client ${clientId}`, body: undefined }
        })(queries)
      await orUnavailable(refund ? giveMonthBack(product, own, write) : endWithMonth(product, own, true, write))
      return listSubscriptions(product, clientId)
    },
  )
}

/** A plan whose payment failed ends at once (SUB-11). */
function outcomeOf({ status }: Parameters<WriteOfEnd>[1], isRefund: boolean): string {
  if (isRefund) return 'ended, and its month given back'
  return isPaymentFailed(status)
    ? 'ended, since its payment failed'
    : 'canceled: it ends with its month, or now if its payment fails'
}
