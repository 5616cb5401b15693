/** Messages between the process and the thread of the embedded database. */

export type Question =
  | { kind: 'query'; sql: string; parameters: readonly unknown[] }
  /** Several statements in one text, such as a migration. */
  | { kind: 'script'; sql: string }
  | { kind: 'flushes' }

export type ToWorker = (Question & { id: number }) | { kind: 'close' }

export type FromWorker =
  | { kind: 'ready' }
  | { kind: 'result'; id: number; rows: unknown[]; affected: number }
  | { kind: 'failure'; id: number; text: string; code?: string | undefined; constraint?: string | undefined }
