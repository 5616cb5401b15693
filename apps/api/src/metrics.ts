import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

/** The measurements of one process (OPS-03). */
export type Metrics = ReturnType<typeof createMetrics>

/**
 * Creates the metrics of one process in its own registry. Labels contain patterns, kinds and states, never a person, an
 * order or their text.
 */
export function createMetrics() {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  return { registry, ...processMetrics([registry]), ...databaseMetrics([registry]) }
}

/** Counts of this process since its start. */
function processMetrics(registers: Registry[]) {
  return {
    requests: new Counter({
      name: 'nerdify_http_requests_total',
      help: 'Answered requests, by route and status.',
      labelNames: ['method', 'route', 'status'],
      registers,
    }),
    requestSeconds: new Histogram({
      name: 'nerdify_http_request_seconds',
      help: 'Duration of requests, by route.',
      labelNames: ['method', 'route'],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
      registers,
    }),
    backgroundFailures: new Counter({
      name: 'nerdify_background_failures_total',
      help: 'Rounds of background work that failed, by name.',
      labelNames: ['round'],
      registers,
    }),
    waitSeconds: new Histogram({
      name: 'nerdify_wait_seconds',
      help: 'Time from the beginning of a wait to the event or answer of staff that ended it, by kind.',
      labelNames: ['kind'],
      buckets: [1, 5, 15, 60, 240, 480, 1440, 4320, 7200].map((minutes) => minutes * 60),
      registers,
    }),
    signInCodes: new Counter({
      name: 'nerdify_sign_in_codes_total',
      help: 'Codes for phones, by event: sent (each resend too) or used.',
      labelNames: ['event'],
      registers,
    }),
  }
}

/** Figures of the database, read at each scrape. */
function databaseMetrics(registers: Registry[]) {
  return {
    databaseUp: new Gauge({
      name: 'nerdify_database_up',
      help: 'Whether the database answered this scrape: 1 or 0.',
      registers,
    }),
    outboxMessages: new Gauge({
      name: 'nerdify_outbox_messages',
      help: 'Messages that are queued, being sent, or dead after a day of retries.',
      labelNames: ['status'],
      registers,
    }),
    outboxOldestSeconds: new Gauge({
      name: 'nerdify_outbox_oldest_seconds',
      help: 'Age of the oldest message that is not sent yet, however often it was tried.',
      registers,
    }),
    backupAgeSeconds: new Gauge({
      name: 'nerdify_backup_age_seconds',
      help: 'Age of the newest nightly backup; in production without one, since the first start.',
      registers,
    }),
    waiting: new Gauge({
      name: 'nerdify_waiting',
      help: 'Open waits of clients, by kind.',
      labelNames: ['kind'],
      registers,
    }),
    waitingLate: new Gauge({
      name: 'nerdify_waiting_late',
      help: 'Open waits of clients that are past their promise, by kind.',
      labelNames: ['kind'],
      registers,
    }),
    ordersPlaced: new Gauge({
      name: 'nerdify_orders_placed_day',
      help: 'Orders placed within the last 24 hours.',
      registers,
    }),
    ledgerEntries: new Gauge({
      name: 'nerdify_ledger_entries_day',
      help: 'Ledger entries of the last 24 hours, by kind: payments, refunds, tips, late credits and others.',
      labelNames: ['kind'],
      registers,
    }),
    ledgerCents: new Gauge({
      name: 'nerdify_ledger_day_cents',
      help: 'Cents that ledger entries moved within the last 24 hours, by kind.',
      labelNames: ['kind'],
      registers,
    }),
  }
}
