import type { Database } from './database/connect.ts'
import type { Queries } from './database/tables.ts'
import type { Metrics } from './metrics.ts'
import type { Cards, Clock, ErasedAccounts, Files, Geo, Scanner, Sms } from './ports.ts'
import type { Settings } from './settings.ts'

/** What every slice of the product is given: settings, the outside world, the database, and the background's bells. */
export interface Product {
  settings: Settings
  clock: Clock
  cards: Cards
  files: Files
  erased: ErasedAccounts
  /** Only to know the provider's own calls; texts leave through the outbox. */
  sms: Pick<Sms, 'isSigned'>
  /** Without one nothing is scanned. */
  scanner: Scanner | undefined
  geo: Geo
  database: Database
  queries: Queries
  /** What this process counts of its work (OPS-03). */
  metrics: Metrics
  /** Tell the background work that there is something new, so that nobody waits for its next round. */
  wake: { outbox(): void; payments(): void }
  /** Aborted when the process is to end: a round of background work throws its reason before the next row (OPS-03). */
  ending: AbortSignal
  /** Reports a piece of background work that failed and is tried again; the rest of its round goes on. */
  putOff(error: Error): void
}
