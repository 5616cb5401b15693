import { apiPaths } from '@nerdify/contract/api-paths.ts'
import type {
  CardChangeWish,
  CheckoutAnswer,
  PlanChange,
  PlanChangePreview,
  SubscriptionList,
  SubscriptionWish,
} from '@nerdify/contract/subscriptions.ts'
import { send } from '../../api/client.ts'

const post = <Answer>(path: string, body?: object) => send<Answer>({ method: 'POST', path, body })

/** The calls about plans (SUB-07 to SUB-11). */
export const subscriptionCalls = {
  check: (clientId: string) => post<SubscriptionList>(apiPaths.subscriptionCheck(clientId)),
  subscribe: (clientId: string, wish: SubscriptionWish) =>
    post<CheckoutAnswer>(apiPaths.createSubscriptionSession(clientId), wish),
  changeCard: (clientId: string, wish: CardChangeWish) =>
    post<CheckoutAnswer>(apiPaths.createCardSession(clientId), wish),
  cancel: (id: string) => post<SubscriptionList>(apiPaths.subscriptionCancel(id)),
  resume: (id: string) => post<SubscriptionList>(apiPaths.subscriptionResume(id)),
  refund: (id: string) => post<SubscriptionList>(apiPaths.subscriptionRefund(id)),
  preview: (id: string, tag: string) => post<PlanChangePreview>(apiPaths.subscriptionPlanPreview(id), { tag }),
  changePlan: (id: string, terms: PlanChange) => post<SubscriptionList>(apiPaths.subscriptionPlan(id), terms),
}
