/** What goes between the process and the thread of the embedded database. */

/** `directory` holds the database's files; it must exist. */
export interface WorkerSettings {
  directory: string
}

/** The columns of an answer: their names, and which of them hold JSON, which travels as text. */
export interface Columns {
  names: readonly string[]
  json: readonly number[]
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
  /** Each row as the values of its columns, which stand beside it when the process does not know those of the `statement` yet. */
  | { kind: 'result'; id: number; statement: number; columns?: Columns; rows: unknown[][]; affected: number }
  | {
      kind: 'failure'
      id: number
      text: string
      code: string | undefined
      constraint?: string | undefined
      detail?: string | undefined
    }
  | { kind: 'closed' }
