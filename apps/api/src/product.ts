import type { Database } from './database/connect.ts'
import type { Queries } from './database/tables.ts'
import type { Cards, Clock } from './ports.ts'
import type { Settings } from './settings.ts'

/** What every slice of the product is given: settings, the outside world, the database, and the background's bells. */
export interface Product {
  settings: Settings
  clock: Clock
  cards: Cards
  database: Database
  queries: Queries
  /** Tell the background work that there is something new, so that nobody waits for its next round. */
  wake: { outbox(): void; payments(): void }
}
