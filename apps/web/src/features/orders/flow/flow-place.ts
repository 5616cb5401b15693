import type { Client } from '@nerdify/contract/client.ts'
import { webPaths } from '@nerdify/contract/web-paths.ts'
import type { JobTypeId } from '@nerdify/domain/catalog/job-types.ts'
import {
  isInAddonsExperiment,
  type StepId,
  type StepTerms,
  type SubscriptionStanding,
} from '@nerdify/domain/orders/order-steps.ts'

/** The order of the flow: an existing one, or the draft of a job type. */
export type FlowPlace = { orderId: string } | { jobType: JobTypeId }

const orderPaths: Record<StepId, (orderId: string) => string> = {
  'job-type': webPaths.orderJobType,
  form: webPaths.orderForm,
  details: webPaths.orderDetails,
  'extra-services': webPaths.orderExtraServices,
}

const draftPaths: Record<StepId, (jobType: string) => string> = {
  'job-type': webPaths.newOrder,
  form: webPaths.newOrderForm,
  details: webPaths.newOrderDetails,
  'extra-services': webPaths.newOrderExtraServices,
}

/** The address of a step (FLOW-28). */
export function stepPath(step: StepId, place: FlowPlace): string {
  return 'orderId' in place ? orderPaths[step](place.orderId) : draftPaths[step](place.jobType)
}

/** SUB-10: the tags of a subscription's state, the worst first. */
const standingTags: readonly (readonly [tag: string, standing: SubscriptionStanding])[] = [
  ['subscription_pastdue', 'past_due'],
  ['subscription_active', 'active'],
  ['subscription_inactive', 'inactive'],
]

/** The terms of a client's number of steps (FLOW-28). */
export function stepTermsOf(client: Pick<Client, 'exp_data' | 'tags'> | undefined): StepTerms {
  return {
    addonsExperiment: isInAddonsExperiment(client?.exp_data.subscription_nerdy),
    subscription: standingTags.find(([tag]) => client?.tags.includes(tag))?.[1] ?? 'none',
  }
}
