import { unpriced } from '@nerdify/domain/pricing/price.ts'
import type { FastifyServerOptions } from 'fastify'
import { mailAlerts, newAlertWatch } from './alerts/mail-alerts.ts'
import { buildApp } from './app.ts'
import { type Background, runInBackground } from './background.ts'
import { cleanBucket } from './uploads/janitor.ts'
import { scanWaitingUploads } from './files/scan-waiting-uploads.ts'
import { watchUnscanned } from './uploads/watch-unscanned.ts'
import type { App } from './http/app-type.ts'
import { dropAllLeases } from './leases/leases.store.ts'
import { createMetrics } from './metrics.ts'
import { ratingIsObsolete } from './orders/change/ask-for-rating.ts'
import { noteMissingFeedback } from './orders/change/note-missing-feedback.ts'
import { mailCouponDigest } from './orders/price/coupon-digest.ts'
import { recallIsObsolete, recallUnpaidOrders } from './orders/change/recall-unpaid-orders.ts'
import { announceAgain, announceMessages, announcementIsObsolete } from './conversations/announce-messages.ts'
import { notifyOfLateMessages } from './inbox/messages-waiting.ts'
import { newStaffMark, notifyOfLateWaits, notifyStaff } from './orders/notify-staff.ts'
import { type Delivery, deliverDueMessages, takeOverMessages } from './outbox/deliver.ts'
import { applyDueCardEvents, takeOverPayments } from './card-events/card-events.ts'
import { compareBooksDaily } from './books/compare-books.ts'
import { compareDaysDaily } from './books/compare-days.ts'
import { pollStaleAttempts } from './payments/page/poll-attempts.ts'
import { replayCardEvents } from './card-events/replay-events.ts'
import { sendDueRefunds } from './payments/refund/send-refunds.ts'
import { eraseAgain, eraseDueAccounts } from './personal-data/erase-accounts.ts'
import { remindOfDeletions } from './personal-data/remind-of-deletion.ts'
import type { Mail, Sms } from './ports.ts'
import { pricesInForce } from './pricing/change-prices.ts'
import type { AppContext } from './app-context.ts'
import { deleteExpiredRows } from './retention/delete-expired-rows.ts'
import { pollStaleCheckouts } from './subscriptions/poll-checkouts.ts'
import { remindOfTrialEnds } from './subscriptions/remind-of-trial-end.ts'
import { sendDueMonthRefunds } from './subscriptions/send-month-refunds.ts'

/** Delay of the rounds that load the card provider's SDK and read its lists: the first requests take priority. */
const providerDelayMs = 2_000

/** The adapters to the outside world and the database. */
export interface Parts extends Omit<AppContext, 'queries' | 'metrics' | 'wake' | 'ending' | 'putOff' | 'sms'> {
  sms: Sms
  mail: Mail
}

/** The running product: its server (not listening yet) and its background work. */
export interface RunningProduct {
  app: App
  product: AppContext
  /** Closes the server, finishes requests in flight, and closes the database. */
  stop(): Promise<void>
}

interface StartOptions {
  webDirectory: string
  logger: FastifyServerOptions['logger']
  /** Rounds with a longer pause do not run, in milliseconds: tests call them. */
  longestPauseMs?: number
}

/** Wires the parts and starts the background work: messages, card events, refunds, and polls of the provider. */
export async function startProduct(
  { mail, ...parts }: Parts,
  { longestPauseMs = Number.POSITIVE_INFINITY, ...options }: StartOptions,
): Promise<RunningProduct> {
  const bells: { background?: Background } = {}
  const ending = new AbortController()
  const product: AppContext = {
    ...parts,
    queries: parts.database.queries,
    metrics: createMetrics(),
    wake: {
      outbox: () => {
        bells.background?.wake('texts')
        bells.background?.wake('mails')
      },
      payments: () => {
        bells.background?.wake('card events')
        bells.background?.wake('refunds')
        bells.background?.wake('months to give back')
      },
    },
    ending: ending.signal,
    putOff: (error) => app.log.warn({ err: error }, 'background work is put off'),
  }
  // An embedded database has one process, so leases, messages being sent and payments being booked are stale.
  if (parts.database.kind === 'embedded') {
    await dropAllLeases(product.queries)
    await takeOverMessages(product.queries, parts.clock.now())
    await takeOverPayments(product.queries, parts.clock.now())
  }
  await eraseAgain(product)
  const app = await buildApp(product, options)
  const missing = unpriced(await pricesInForce(product.queries))
  if (missing.length > 0) app.log.warn({ missing }, 'not offered, as operations have put no price in force')
  const background = runInBackground(
    roundsOf(product, { sms: parts.sms, mail }).filter(({ everyMs }) => everyMs <= longestPauseMs),
    ending.signal,
    (name, error) => {
      product.metrics.backgroundFailures.inc({ round: name })
      app.log.error({ err: error, round: name }, 'background work failed')
    },
  )
  bells.background = background
  return {
    app,
    product,
    async stop() {
      ending.abort()
      await app.close()
      await background.ended
      mail.close()
      await parts.database.close()
    },
  }
}

/** The background rounds, each with its own pause. */
function roundsOf(
  product: AppContext,
  { sms, mail }: Pick<Parts, 'sms' | 'mail'>,
): Parameters<typeof runInBackground>[0] {
  const staffMark = newStaffMark()
  const alertWatch = newAlertWatch()
  const putOff = (error: Error) => {
    product.putOff(error)
    return 0
  }
  const delivery: Delivery = {
    queries: product.queries,
    clock: product.clock,
    sms,
    mail,
    rendering: {
      secret: product.settings.secret,
      publicUrl: product.settings.publicUrl,
      supportEmail: product.settings.supportEmail,
      companyZone: product.settings.companyZone,
      deskUrl: product.settings.desk?.url,
      opsCommand: product.settings.opsCommand,
    },
    isObsolete: {
      'order-recall': recallIsObsolete,
      'order-rating': ratingIsObsolete,
      'unread-messages': announcementIsObsolete,
    },
    onExpired: { 'unread-messages': announceAgain },
  }
  return [
    // Separate, so that a slow mail server delays no code.
    { name: 'texts', everyMs: 1_000, run: () => deliverDueMessages(delivery, 'sms') },
    { name: 'mails', everyMs: 1_000, run: () => deliverDueMessages(delivery, 'email') },
    { name: 'card events', everyMs: 2_000, run: () => applyDueCardEvents(product) },
    { name: 'refunds', everyMs: 10_000, run: () => sendDueRefunds(product) },
    {
      name: 'replayed events',
      everyMs: 600_000,
      firstAfterMs: providerDelayMs,
      run: () => replayCardEvents(product).then(() => 0, putOff),
    },
    {
      name: 'compared books',
      everyMs: 3_600_000,
      firstAfterMs: providerDelayMs,
      run: () => compareBooksDaily(product).catch(putOff),
    },
    {
      name: 'compared days',
      everyMs: 600_000,
      firstAfterMs: providerDelayMs,
      run: () => compareDaysDaily(product).catch(putOff),
    },
    { name: 'stale attempts', everyMs: 60_000, run: () => pollStaleAttempts(product) },
    { name: 'stale subscription pages', everyMs: 60_000, run: () => pollStaleCheckouts(product) },
    { name: 'months to give back', everyMs: 10_000, run: () => sendDueMonthRefunds(product) },
    { name: 'trial ends', everyMs: 600_000, run: () => remindOfTrialEnds(product) },
    { name: 'unpaid orders', everyMs: 60_000, run: () => recallUnpaidOrders(product) },
    { name: 'account deletions', everyMs: 600_000, run: () => remindOfDeletions(product) },
    { name: 'account erasures', everyMs: 60_000, run: () => eraseDueAccounts(product) },
    { name: 'waiting scans', everyMs: 10_000, run: () => scanWaitingUploads(product) },
    { name: 'unscanned files', everyMs: 60_000, run: () => watchUnscanned(product) },
    { name: 'bucket', everyMs: 3_600_000, run: () => cleanBucket(product).then(() => 0) },
    { name: 'forget', everyMs: 3_600_000, run: () => deleteExpiredRows(product) },
    { name: 'staff mails', everyMs: 1_000, run: () => notifyStaff(product, staffMark) },
    { name: 'late waits', everyMs: 20_000, run: () => notifyOfLateWaits(product) },
    { name: 'announced messages', everyMs: 5_000, run: () => announceMessages(product) },
    { name: 'late messages', everyMs: 20_000, run: () => notifyOfLateMessages(product) },
    { name: 'alerts', everyMs: 60_000, run: () => mailAlerts(product, alertWatch).then(() => 0) },
    { name: 'coupon digest', everyMs: 60_000, run: () => mailCouponDigest(product) },
    { name: 'missing feedback', everyMs: 60_000, run: () => noteMissingFeedback(product) },
  ]
}
