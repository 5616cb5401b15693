import { clientName } from '@nerdify/domain/clients/client-name.ts'
import { unscannedTooLongMs } from '@nerdify/domain/files/file-limits.ts'
import { canonicalEmail } from '@nerdify/domain/sign-in/email.ts'
import { otherWait, type Wait } from '@nerdify/domain/orders/order-waits.ts'
import { formatMoney } from '@nerdify/domain/pricing/money.ts'
import { bonusMonthDays, mostBonusesAMonth } from '@nerdify/domain/referrals/referral.ts'
import { bonusCommands, refundOutside, type StaffCommand } from '@nerdify/domain/staff/staff-commands.ts'
import { clientIdsOfAddresses } from '../accounts/find-client.ts'
import type { Queries } from '../database/tables.ts'
import { ordersById, type StoredOrder } from '../orders/list/own-order.ts'
import type { CompanyTime } from '../orders/waiting-now.ts'
import { messagesNotArrived } from '../outbox/kept-messages.ts'
import { refundsForStaff } from '../payments/refund/stuck-refunds.ts'
import { waitingBonuses } from '../referrals/referrals.ts'
import { unscannedUploads } from '../uploads/watch-unscanned.ts'

/** Stuck work that waits for staff (OPS-09); `id` is the referrer's, refund's, message's or upload's. */
export interface StuckWork extends Wait {
  id: string
  clientId: string | null
  /** The related order. */
  about: StoredOrder | undefined
  phone: string | null
  /** The client's name; null without a client. */
  name: string | null
  /** The cause, in words for staff. */
  words: string
  /** The commands that end the wait. */
  commands: readonly StaffCommand[]
}

/** Held referral bonuses, failed refunds, undelivered messages, unscanned files. */
export async function stuckWork(queries: Queries, time: CompanyTime): Promise<StuckWork[]> {
  const all = [heldBonuses, failedRefunds, failedMessages, unscannedFiles].map((read) => read(queries, time))
  return (await Promise.all(all)).flat()
}

async function heldBonuses(queries: Queries, time: CompanyTime): Promise<StuckWork[]> {
  const waiting = await waitingBonuses(queries)
  return waiting.map(({ clientId, count, since, ...names }) => ({
    ...otherWait('held_bonus', { since, ...time }),
    id: clientId,
    clientId,
    about: undefined,
    phone: null,
    name: clientName(names) ?? null,
    words: `${count} referral ${count === 1 ? 'bonus' : 'bonuses'} above ${mostBonusesAMonth} in ${bonusMonthDays} days`,
    commands: bonusCommands,
  }))
}

/** The failed refunds, of one order or of all. */
export async function failedRefunds(
  queries: Queries,
  time: CompanyTime,
  key?: { clientId: string; orderId: string },
): Promise<StuckWork[]> {
  const refunds = await refundsForStaff(queries, key)
  return refunds.map(({ refund: { id, client_id: clientId, status }, order, since, ...money }) => ({
    ...otherWait('failed_refund', { since, ...time }),
    id,
    clientId,
    about: order,
    phone: null,
    name: null,
    words: `${formatMoney(money.cents)}${money.ofTip ? ' of the tip' : ''} by card: ${status === 'failed' ? 'refused' : 'no answer yet, retries continue'}`,
    // A refund without an answer may still arrive, so a second one could pay twice.
    commands: status === 'failed' ? [refundOutside(money)] : [],
  }))
}

async function failedMessages(queries: Queries, time: CompanyTime): Promise<StuckWork[]> {
  const messages = await messagesNotArrived(queries, time.now)
  const clients = await clientIdsOfAddresses(
    queries,
    messages.map(({ to_address: to }) => to),
  )
  return messages.map(({ id, channel, to_address: to, template, error_code: error, finished_at: finishedAt }) => ({
    ...otherWait('failed_message', { since: finishedAt ?? time.now, ...time }),
    id,
    clientId: clients.get(canonicalEmail(to)) ?? null,
    about: undefined,
    phone: channel === 'sms' ? to : null,
    name: null,
    words: `${channel === 'sms' ? 'Text' : 'Mail'} ${template} to ${to}${error === null ? '' : `: ${error}`}`,
    commands: [{ event: 'resend' }],
  }))
}

async function unscannedFiles(queries: Queries, time: CompanyTime): Promise<StuckWork[]> {
  const uploads = await unscannedUploads(queries, time.now)
  const orders = await ordersById(queries, [...new Set(uploads.flatMap(({ order_id: id }) => id ?? []))])
  return uploads.map(({ id, client_id: clientId, order_id: orderId, file_name: words, unscanned_since: since }) => ({
    ...otherWait('unscanned_file', { since: (since ?? time.now) + unscannedTooLongMs, ...time }),
    id,
    clientId,
    about: orders.get(orderId ?? ''),
    phone: null,
    name: null,
    words,
    commands: [],
  }))
}
