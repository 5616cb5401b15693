/** What the measured process is told at its start (in BENCH_SERVER, as JSON). */
export interface ServerSettings {
  /** A folder that is removed afterwards. */
  temporary: string
  /** How many clients with an order to change there are. */
  writers: number
  /** How many orders of others there are. */
  otherOrders: number
}

/** How many orders the client has whose list is read: more than a page. */
export const ordersOfReader = 25

/** A client who is signed in, with one of their orders. */
export interface BenchClient {
  clientId: string
  orderId: string
  token: string
}

/** What the measured process is told. */
export type ToServer = 'count' | 'counted' | 'stop'

/** What it says. */
export type FromServer =
  | { kind: 'ready'; port: number; barePort: number; reader: BenchClient; writers: BenchClient[] }
  | { kind: 'counting' }
  | { kind: 'counted'; statements: string[] }
