/** What the measured process is told at its start (in BENCH_SERVER, as JSON). */
export interface ServerSettings {
  /** A folder that is removed afterwards. */
  temporary: string
  /** How many clients with an order to change there are. */
  writers: number
  /** How many orders of others there are. */
  otherOrders: number
  /** Seeded people (SBX-04) who are there and signed in besides, by their e-mails. */
  seeded?: readonly string[]
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
  | {
      kind: 'ready'
      port: number
      barePort: number
      /** What opens the calls of operations. */
      operationsToken: string
      reader: BenchClient
      writers: BenchClient[]
      /** The tokens of the seeded people, by their e-mails. */
      seededTokens: Record<string, string>
    }
  | { kind: 'counting' }
  | { kind: 'counted'; statements: string[] }
