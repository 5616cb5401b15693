import { serviceNames } from '@nerdify/domain/catalog/services.ts'
import { capitalized } from '@nerdify/domain/dates/date-words.ts'
import { waitName } from '@nerdify/domain/orders/order-waits.ts'
import { centsFromDollars, formatMoney } from '@nerdify/domain/pricing/money.ts'
import type { Queries } from '../database/tables.ts'
import { transaction } from '../database/transaction.ts'
import { whenFree } from '../leases/with-lease.ts'
import { enqueue, mailStaff } from '../outbox/enqueue.ts'
import type { AppContext } from '../app-context.ts'
import { byCompanyClock, orderSummary } from './order-for-staff.ts'
import { type Cause, causesToMail, lastNotifiedAt, notifiedLateWaits, markNotified } from './staff-told.store.ts'
import { type CompanyTime, companyTime, waitingNow, waitsOf } from './waiting-now.ts'
import { type MaybeWaiting, orderWithWaits } from './waiting-orders.store.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
/** Causes from a longer outage are in the queue and no longer mailed. */
const oldestMailedMs = dayMs
const longestLateMs = 30 * dayMs
/** The maximum delay between a cause and its storage: by a slow transaction, or by a process with a slow clock. */
const storedLateMs = 10 * minuteMs
/** The interval at which a round reads all causes that may still be mailed, whatever its mark says. */
const readAllEveryMs = 60 * minuteMs

/** The event, in a sentence that fits a subject line. */
const causeTexts: { [Kind in Cause['event']]: (data: Cause<Kind>['data']) => string } = {
  paid: () => 'It is paid.',
  details_added: () => 'The client added to the description.',
  files_added: () => 'The client added files.',
  services_paid: ({ services = [] }) => `The client added ${services.map((key) => serviceNames[key]).join(', ')}.`,
  accept_deadline: () => 'The client accepted the later deadline.',
  decline_deadline: () => 'The client keeps the paid deadline.',
  request_revision: () => 'The client asks for a revision.',
  request_refund: () => 'The client asks for a refund.',
  client_feedback: ({ mark }) => `The client rated it ${mark} of 5.`,
  dispute: (data) =>
    data.status === 'inquiry'
      ? `The bank asks about its payment of ${disputed(data)}.`
      : `Its payment of ${disputed(data)} is disputed at the bank.`,
  dispute_won: (data) => `The dispute of ${disputed(data)} was won.`,
  dispute_lost: (data) => `The dispute of ${disputed(data)} was lost.`,
}
const disputed = ({ amount = 0 }: { amount?: number }) => formatMoney(centsFromDollars(amount))
const textOf = <Kind extends Cause['event']>({ event, data }: Cause<Kind>) => causeTexts[event](data)

const newSheet = 'A Nerd who has the order needs the work sheet again.'

/** The consequence for staff, if the sentence does not include it (abuse 25). */
const consequences: Partial<Record<Cause['event'], string>> = {
  details_added: newSheet,
  files_added: newSheet,
  services_paid: newSheet,
  dispute:
    'Answer it with the card provider. While it is open, tips, credits and refunds of the order are frozen; while the bank only asks, it can be refunded.',
  dispute_lost: 'Its payment counts as given back.',
}

/** A cause as staff read it: the event and its consequence. */
function lineOf(cause: Cause): string {
  const { tags = [] } = cause.event === 'client_feedback' ? cause.data : {}
  return [textOf(cause), consequences[cause.event], tags.length > 0 && `Reasons: ${tags.join(', ')}.`]
    .filter(Boolean)
    .join(' ')
}

/** The client's words. */
function wordsOf({ event, data }: Cause): string | undefined {
  if (event === 'client_feedback') return data.feedback
  return 'note' in data ? data.note : undefined
}

/** The progress of this process in mailing causes, in epoch milliseconds, so that a round reads only new ones. */
export interface StaffMark {
  mailedUntil: number
  readAllAt: number
}

export const newStaffMark = (): StaffMark => ({ mailedUntil: 0, readAllAt: 0 })

/** The instant since which a round reads causes. */
export function readSince({ mailedUntil, readAllAt }: StaffMark, now: number): number {
  const isRecent = now >= readAllAt && now - readAllAt < readAllEveryMs
  return Math.max(now - oldestMailedMs, isRecent ? mailedUntil - storedLateMs : 0)
}

/**
 * Mails staff the events of orders that need them (WAIT-03); returns the number of mails, and advances `mark`. The
 * first cause is mailed at once; later causes of the same order within a minute are batched into one mail. Mailed
 * causes are stored in the mail's transaction, so each is mailed once, whatever the number of processes.
 */
export async function notifyStaff(product: AppContext, mark = newStaffMark()): Promise<number> {
  const mails = await whenFree(product, 'staff-mails', async () => {
    const { queries, clock } = product
    const now = clock.now()
    const since = readSince(mark, now)
    const causes = await causesToMail(queries, since)
    let count = 0
    let mailedUntil = now
    for (const ofOrder of Map.groupBy(causes, ({ orderId }) => orderId).values()) {
      product.ending.throwIfAborted()
      const [first] = ofOrder as [Cause, ...Cause[]]
      if (await notifyOfOrder(product, ofOrder as [Cause, ...Cause[]], now).catch(product.putOff)) count += 1
      else mailedUntil = Math.min(mailedUntil, first.at)
    }
    mark.mailedUntil = mailedUntil
    if (since === now - oldestMailedMs) mark.readAllAt = now
    return count
  })
  if (mails) product.wake.outbox()
  return mails ?? 0
}

/** Mails the causes of one order; false less than a minute after its last mail, or if another process was first. */
async function notifyOfOrder(product: AppContext, causes: [Cause, ...Cause[]], now: number): Promise<boolean> {
  const { queries } = product
  const [{ clientId, orderId }] = causes
  const last = await lastNotifiedAt(queries, { clientId, orderId })
  if (last !== undefined && now >= last && now - last < minuteMs) return false
  const order = await orderWithWaits(queries, clientId, orderId)
  return mail(product, {
    order,
    keys: causes.map(({ what }) => what),
    lines: [...new Set(causes.map(lineOf))],
    words: causes.flatMap((cause) => wordsOf(cause) ?? []),
    subject: `Order ${order.number}: ${[...new Set(causes.map(textOf))].join(' ')}`,
    now,
  })
}

/** Mails staff again about each wait of an order that becomes late (WAIT-03); returns the number of mails. */
export async function notifyOfLateWaits(product: AppContext): Promise<number> {
  const mails = await whenFree(product, 'late-waits', async () => {
    const { queries, clock, settings } = product
    const now = clock.now()
    const late = (await waitingNow(queries, companyTime(settings, now))).filter(
      (wait) => wait.late && wait.due !== null && wait.due > now - longestLateMs,
    )
    if (late.length === 0) return 0
    const notified = await notifiedLateWaits(queries)
    let count = 0
    for (const { order, kind, since, due } of late) {
      product.ending.throwIfAborted()
      const what = `late:${kind}:${since}:${due}`
      if (notified.has(`${order.id} ${what}`)) continue
      const subject = `Late: order ${order.number}, ${waitName(kind)}`
      const lines = [`${capitalized(waitName(kind))} was due ${byCompanyClock(due as number, settings.companyZone)}.`]
      const isMailed = await mail(product, { order, keys: [what], lines, words: [], subject, now }).catch(
        product.putOff,
      )
      if (isMailed) count += 1
    }
    return count
  })
  if (mails) product.wake.outbox()
  return mails ?? 0
}

/** Mails a person of the staff an order that `by` handed to them (OPS-09). */
export async function mailHandOver(
  queries: Queries,
  { clientId, orderId, to, by }: { clientId: string; orderId: string; to: string; by: string },
  time: CompanyTime,
): Promise<void> {
  const order = await orderWithWaits(queries, clientId, orderId)
  const happened = `${by} handed it to you.`
  const subject = `Order ${order.number} is yours now: ${happened}`
  await enqueue(queries, time.now, {
    channel: 'email',
    to,
    template: 'order-for-staff',
    variables: { subject, happened, words: '', ...factsForStaff(order, time) },
    dedupeKey: `handed-over:${orderId}:${to}:${time.now}`,
  })
}

/** The order in a mail to staff, with the events that end its waits. */
const factsForStaff = (order: MaybeWaiting, time: CompanyTime) => ({
  client: order.client_id,
  number: order.number,
  ...orderSummary(order, time.zone),
  events: waitsOf(order, time)
    .flatMap(({ next }) => next)
    .join(' '),
})

/** Enqueues the mail and records it; false if another process already did. */
function mail(
  { queries, settings }: AppContext,
  news: { order: MaybeWaiting; keys: string[]; lines: string[]; words: string[]; subject: string; now: number },
): Promise<boolean> {
  const { order, keys, lines, words, subject, now } = news
  return transaction(queries, async (within) => {
    const { client_id: clientId, id: orderId } = order
    const [first] = await markNotified(within, { clientId, orderId, keys, now })
    if (first === undefined) return false
    return mailStaff(within, now, settings, {
      template: 'order-for-staff',
      variables: {
        subject,
        happened: lines.join('\n'),
        words: words.join('\n\n'),
        ...factsForStaff(order, companyTime(settings, now)),
      },
      dedupeKey: `staff:${orderId}:${first}`,
    })
  })
}
