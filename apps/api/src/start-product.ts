import type { FastifyServerOptions } from 'fastify'
import { buildApp } from './app.ts'
import { type Background, runInBackground } from './background.ts'
import type { Database } from './database/connect.ts'
import type { App } from './http/app-type.ts'
import { dropAllLeases } from './leases/leases.store.ts'
import { noteMissingFeedback } from './orders/note-missing-feedback.ts'
import { deliverDueMessages } from './outbox/deliver.ts'
import { applyDueCardEvents } from './payments/card-events.ts'
import { pollStaleAttempts } from './payments/poll-attempts.ts'
import { sendDueRefunds } from './payments/send-refunds.ts'
import type { Cards, Clock, Mail, Sms } from './ports.ts'
import type { Product } from './product.ts'
import type { Settings } from './settings.ts'

/** The adapters to the outside world and the database. */
export interface Parts {
  settings: Settings
  clock: Clock
  cards: Cards
  sms: Sms
  mail: Mail
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
    database: parts.database,
    queries: parts.database.queries,
    wake: {
      outbox: () => bells.background?.wake('outbox'),
      payments: () => {
        bells.background?.wake('card events')
        bells.background?.wake('refunds')
      },
    },
  }
  // Nobody else uses an embedded database: whoever held a lease is gone.
  if (parts.database.kind === 'embedded') await dropAllLeases(product.queries)
  const app = await buildApp(product, options)
  const warn = (error: Error) => app.log.warn({ err: error }, 'background work is put off')
  const delivery = {
    queries: product.queries,
    clock: parts.clock,
    sms: parts.sms,
    mail: parts.mail,
    rendering: { secret: parts.settings.secret, publicUrl: parts.settings.publicUrl },
  }
  const background = runInBackground(
    [
      { name: 'outbox', everyMs: 1_000, run: () => deliverDueMessages(delivery) },
      { name: 'card events', everyMs: 2_000, run: () => applyDueCardEvents(product, warn) },
      { name: 'refunds', everyMs: 10_000, run: () => sendDueRefunds(product, warn) },
      { name: 'stale attempts', everyMs: 60_000, run: () => pollStaleAttempts(product, warn) },
      {
        name: 'missing feedback',
        everyMs: 60_000,
        run: () => noteMissingFeedback(product.queries, parts.clock.now()),
      },
    ],
    (name, error) => app.log.error({ err: error, round: name }, 'background work failed'),
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
