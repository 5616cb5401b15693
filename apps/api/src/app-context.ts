import type { Database } from './database/connect.ts'
import type { Queries } from './database/tables.ts'
import type { Metrics } from './metrics.ts'
import type { Cards, Clock, ErasedAccounts, Files, Geo, Scanner, Sms } from './ports.ts'
import type { Settings } from './settings.ts'

/** The shared parts of all slices: settings, ports to outside services, database, and signals to background work. */
export interface AppContext {
  settings: Settings
  clock: Clock
  cards: Cards
  files: Files
  erased: ErasedAccounts
  /** Only verifies the provider's webhooks; the outbox sends texts. */
  sms: Pick<Sms, 'isSigned'>
  /** If undefined, files are not scanned. */
  scanner: Scanner | undefined
  geo: Geo
  database: Database
  queries: Queries
  /** The counters of this process (OPS-03). */
  metrics: Metrics
  /** Starts the next background round at once, so that new work does not wait for the timer. */
  wake: { outbox(): void; payments(): void }
  /** Aborted at shutdown: a background round throws the reason before the next row (OPS-03). */
  ending: AbortSignal
  /** Reports a row of background work that failed and will be retried; the round continues. */
  putOff(error: Error): void
}
