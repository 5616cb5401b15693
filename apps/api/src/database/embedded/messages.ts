/** What goes between the process and the thread of the embedded database. */

/** What the thread is asked and answers. */
export type Question =
  | { kind: 'query'; sql: string; parameters: readonly unknown[] }
  /** Several statements in one text, as a migration is. */
  | { kind: 'script'; sql: string }
  | { kind: 'flushes' }

/** What the thread is told. */
export type ToWorker =
  | (Question & { id: number })
  /** Nobody holds the connection: upkeep may run now. */
  | { kind: 'idle' }
  | { kind: 'close' }

/** What the thread says; `id` is that of the question. */
export type FromWorker =
  | { kind: 'ready' }
  | { kind: 'result'; id: number; rows: unknown[]; affected: number }
  | { kind: 'failure'; id: number; text: string; code?: string | undefined; constraint?: string | undefined }
