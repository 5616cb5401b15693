import type { RequiredReach } from '@nerdify/domain/sign-in/session-reach.ts'
import { apiPaths } from './api-paths.ts'
import { messagePaths } from './message-paths.ts'
import type { ClientChange } from './client.ts'
import type { OrderChange } from './orders.ts'

/** The reach that a change of the client requires: the highest of its parts (SAFE-03). */
function needOfChange(body: unknown): RequiredReach {
  const { email, action, nickname, announce_by } = body as ClientChange
  if (email !== undefined || action === 'delete_account') return 'fresh sign-in'
  if (action === 'keep_account' || nickname !== undefined || announce_by !== undefined) return 'account'
  return 'anything'
}

/**
 * The reach that a change of an order requires: an order's link may neither spend the balance nor request a refund
 * (SAFE-03).
 */
function needOfOrderChange(body: unknown): RequiredReach {
  const { action, use_balance } = body as OrderChange
  return action === 'request_refund' || use_balance === true ? 'orders' : 'its order'
}

/**
 * Every client call by method and address, with the reach that it requires (SAFE-03). A session of one order sees only
 * that order in the lists that `anything` opens.
 */
export const clientCalls: Readonly<Record<string, RequiredReach | ((body: unknown) => RequiredReach)>> = {
  [`GET ${apiPaths.me()}`]: 'anything',
  [`PATCH ${apiPaths.me()}`]: needOfChange,
  [`POST ${apiPaths.me()}`]: needOfChange,
  [`GET ${apiPaths.firstData()}`]: 'anything',
  [`GET ${apiPaths.myData()}`]: 'fresh sign-in',
  [`GET ${apiPaths.myBalance()}`]: 'account',
  [`GET ${apiPaths.marketingConsent()}`]: 'account',
  [`PUT ${apiPaths.marketingConsent()}`]: 'account',

  [`GET ${apiPaths.mySessions()}`]: 'account',
  [`POST ${apiPaths.signOutEverywhere()}`]: 'account',

  [`GET ${apiPaths.subscriptions(':id')}`]: 'account',
  [`POST ${apiPaths.subscriptionCheck(':id')}`]: 'account',
  [`POST ${apiPaths.createSubscriptionSession(':id')}`]: 'fresh sign-in',
  [`POST ${apiPaths.createCardSession(':id')}`]: 'fresh sign-in',
  [`POST ${apiPaths.subscriptionCancel(':id')}`]: 'fresh sign-in',
  [`POST ${apiPaths.subscriptionResume(':id')}`]: 'fresh sign-in',
  [`POST ${apiPaths.subscriptionRefund(':id')}`]: 'fresh sign-in',
  [`POST ${apiPaths.subscriptionPlanPreview(':id')}`]: 'fresh sign-in',
  [`POST ${apiPaths.subscriptionPlan(':id')}`]: 'fresh sign-in',

  [`GET ${apiPaths.orders()}`]: 'anything',
  [`POST ${apiPaths.orders()}`]: 'orders',
  [`GET ${apiPaths.orderStream()}`]: 'anything',
  [`GET ${apiPaths.myNerds()}`]: 'anything',
  // The page of a conversation also shows the card of its order.
  [`GET ${apiPaths.order(':id')}`]: 'its conversation',
  [`POST ${apiPaths.order(':id')}`]: needOfOrderChange,
  [`PATCH ${apiPaths.order(':id')}`]: needOfOrderChange,
  [`GET ${apiPaths.orderHistory(':id')}`]: 'its order',
  [`GET ${apiPaths.orderFiles(':id')}`]: 'its order',
  [`GET ${apiPaths.tipForm(':id')}`]: 'its order',
  [`POST ${apiPaths.paymentCheck(':id')}`]: 'its order',

  [`GET ${messagePaths.conversations()}`]: 'anything',
  [`GET ${messagePaths.messages()}`]: 'its conversation',
  [`POST ${messagePaths.messages()}`]: 'its conversation',
  [`POST ${messagePaths.messagesRead()}`]: 'its conversation',
  [`GET ${messagePaths.orderMessages(':id')}`]: 'its conversation',
  [`POST ${messagePaths.orderMessages(':id')}`]: 'its conversation',
  [`POST ${messagePaths.orderMessagesPreview(':id')}`]: 'its conversation',
  [`POST ${messagePaths.orderMessagesRead(':id')}`]: 'its conversation',

  [`POST ${apiPaths.uploads()}`]: 'anything',
  [`POST ${apiPaths.uploadForm(':id')}`]: 'anything',
  [`POST ${apiPaths.uploadArrival(':id')}`]: 'anything',
  // A file of an order also needs that order.
  [`DELETE ${apiPaths.upload(':id')}`]: 'anything',
}
