import { isTrialOffered } from '@nerdify/domain/plans/trial-offer.ts'
import type { readClient } from '../accounts/find-client.ts'
import { type Person, personMarks } from '../keys/person-marks.ts'
import { countOrders } from '../orders/list/list-orders.ts'
import type { AppContext } from '../app-context.ts'
import { isTrialUsed, type TrialMark } from './subscriptions.store.ts'

/**
 * The marks that recognize a former trial (SUB-06, abuse 22): the account, and its person's hashes, which outlive it
 * (HOLD-09).
 */
export function trialMarksOf(secret: string, { clientId, ...person }: Person & { clientId: string }): TrialMark[] {
  return [{ kind: 'client', mark: clientId }, ...personMarks(secret, 'trial', person)]
}

/** Whether a trial is offered to a client (SUB-06): not to an account, phone or e-mail that had one. */
export async function isTrialOfferedTo(
  { queries, settings }: Pick<AppContext, 'queries' | 'settings'>,
  client: Pick<Awaited<ReturnType<typeof readClient>>, 'id' | 'phone' | 'email' | 'tags'>,
): Promise<boolean> {
  const { id: clientId, phone, email, tags } = client
  const { paidOrders } = await countOrders(queries, clientId)
  const hadTrial = await isTrialUsed(queries, trialMarksOf(settings.secret, { clientId, phone, email }))
  return isTrialOffered({ paidOrders, tags, hadTrial })
}
