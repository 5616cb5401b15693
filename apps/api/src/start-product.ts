import type { FastifyServerOptions } from 'fastify'
import { buildApp } from './app.ts'
import { type Background, runInBackground } from './background.ts'
import type { Database } from './database/connect.ts'
import { forgetWhatIsOver } from './forget-what-is-over.ts'
import { cleanBucket } from './files/janitor.ts'
import { scanWaitingUploads } from './files/settle-upload.ts'
import type { App } from './http/app-type.ts'
import { dropAllLeases } from './leases/leases.store.ts'
import { createMetrics } from './metrics/metrics.ts'
import { noteMissingFeedback } from './orders/note-missing-feedback.ts'
import { recallUnpaidOrders } from './orders/recall-unpaid-orders.ts'
import { deliverDueMessages, takeOverMessages } from './outbox/deliver.ts'
import { applyDueCardEvents } from './payments/card-events.ts'
import { compareBooksDaily } from './payments/compare-books.ts'
import { pollStaleAttempts } from './payments/poll-attempts.ts'
import { replayCardEvents } from './payments/replay-events.ts'
import { sendDueRefunds } from './payments/send-refunds.ts'
import { takeOverPayments } from './payments/take-over-payments.ts'
import { eraseDueAccounts } from './personal-data/erase-accounts.ts'
import type { Cards, Clock, Files, Geo, Mail, Scanner, Sms } from './ports.ts'
import type { Product } from './product.ts'
import type { Settings } from './settings.ts'
import { pollStaleCheckouts } from './subscriptions/poll-checkouts.ts'
import { remindOfTrialEnds } from './subscriptions/remind-of-trial-end.ts'
import { sendDueMonthRefunds } from './subscriptions/send-month-refunds.ts'

/** Rounds that load the card provider's SDK and ask it for lists begin after so long: whoever waits for us comes first. */
const answersFirstMs = 2_000

/** The adapters to the outside world and the database. */
export interface Parts {
  settings: Settings
  clock: Clock
  cards: Cards
  sms: Sms
  mail: Mail
  files: Files
  /** Without one nothing is scanned. */
  scanner?: Scanner
  geo: Geo
  database: Database
}

/** The running product: its server (not listening yet) and its background work. */
export interface RunningProduct {
  app: App
  product: Product
  /** Ends the server, lets what is under way finish, and closes the database. */
  stop(): Promise<void>
}

/** Puts the parts together and starts the background work: messages, card events, refunds, and questions to the provider. */
export async function startProduct(
  parts: Parts,
  options: { webDirectory: string; logger: FastifyServerOptions['logger'] },
): Promise<RunningProduct> {
  const bells: { background?: Background } = {}
  const product: Product = {
    settings: parts.settings,
    clock: parts.clock,
    cards: parts.cards,
    files: parts.files,
    sms: parts.sms,
    scanner: parts.scanner,
    geo: parts.geo,
    database: parts.database,
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
  }
  // Nobody else uses an embedded database: whoever held a lease, was sending a message or booking a payment, is gone.
  if (parts.database.kind === 'embedded') {
    await dropAllLeases(product.queries)
    await takeOverMessages(product.queries, parts.clock.now())
    await takeOverPayments(product.queries, parts.clock.now())
  }
  const app = await buildApp(product, options)
  const warn = (error: Error) => app.log.warn({ err: error }, 'background work is put off')
  const putOff = (error: Error) => {
    warn(error)
    return 0
  }
  const delivery = {
    queries: product.queries,
    clock: parts.clock,
    sms: parts.sms,
    mail: parts.mail,
    rendering: { secret: parts.settings.secret, publicUrl: parts.settings.publicUrl },
  }
  const background = runInBackground(
    [
      // Apart, so that a slow mail server keeps no code waiting.
      { name: 'texts', everyMs: 1_000, run: () => deliverDueMessages(delivery, 'sms') },
      { name: 'mails', everyMs: 1_000, run: () => deliverDueMessages(delivery, 'email') },
      { name: 'card events', everyMs: 2_000, run: () => applyDueCardEvents(product, warn) },
      { name: 'refunds', everyMs: 10_000, run: () => sendDueRefunds(product, warn) },
      {
        name: 'replayed events',
        everyMs: 600_000,
        firstAfterMs: answersFirstMs,
        run: () => replayCardEvents(product).then(() => 0, putOff),
      },
      {
        name: 'compared books',
        everyMs: 3_600_000,
        firstAfterMs: answersFirstMs,
        run: () => compareBooksDaily(product).catch(putOff),
      },
      { name: 'stale attempts', everyMs: 60_000, run: () => pollStaleAttempts(product, warn) },
      { name: 'stale subscription pages', everyMs: 60_000, run: () => pollStaleCheckouts(product, warn) },
      { name: 'months to give back', everyMs: 10_000, run: () => sendDueMonthRefunds(product, warn) },
      { name: 'trial ends', everyMs: 600_000, run: () => remindOfTrialEnds(product) },
      { name: 'unpaid orders', everyMs: 60_000, run: () => recallUnpaidOrders(product) },
      { name: 'account erasures', everyMs: 60_000, run: () => eraseDueAccounts(product, warn) },
      { name: 'waiting scans', everyMs: 10_000, run: () => scanWaitingUploads(product) },
      { name: 'bucket', everyMs: 3_600_000, run: () => cleanBucket(product).then(() => 0) },
      { name: 'forget', everyMs: 3_600_000, run: () => forgetWhatIsOver(product).then(() => 0) },
      { name: 'missing feedback', everyMs: 60_000, run: () => noteMissingFeedback(product) },
    ],
    (name, error) => {
      product.metrics.counter('nerdify_background_failures_total', { round: name })()
      app.log.error({ err: error, round: name }, 'background work failed')
    },
  )
  bells.background = background
  return {
    app,
    product,
    async stop() {
      await app.close()
      await background.stop()
      parts.mail.close()
      await parts.database.close()
    },
  }
}
