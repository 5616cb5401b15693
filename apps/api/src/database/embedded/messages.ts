/** What goes between the process and the thread of the embedded database. */

/** `directory` holds the database's files; it must exist. */
export interface WorkerSettings {
  directory: string
}

/** What the thread is asked; questions with an `id` are answered. */
export type ToWorker =
  | { kind: 'query'; id: number; sql: string; parameters: readonly unknown[] }
  /** Several statements in one text, as a migration is. */
  | { kind: 'script'; id: number; sql: string }
  /** Nobody holds the connection: upkeep may run now. */
  | { kind: 'idle' }
  | { kind: 'flushes'; id: number }
  | { kind: 'close' }

/** What the thread says; `id` is that of the question. */
export type FromWorker =
  | { kind: 'ready' }
  | { kind: 'result'; id: number; rows: unknown[]; affected: number }
  | {
      kind: 'failure'
      id: number
      text: string
      code: string | undefined
      constraint?: string | undefined
      detail?: string | undefined
    }
  | { kind: 'closed' }
