import { insertRow } from '../database/rows.ts'
import type { Queries } from '../database/tables.ts'

/** One action of operations: who did what to what, and when (epoch milliseconds). */
export interface LoggedAction {
  id: string
  at: number
  author: string
  action: string
  subject: string
  request: Record<string, unknown>
}

/** Appends an action, in the transaction that does it. */
export async function insertAction(queries: Queries, action: LoggedAction): Promise<void> {
  const { at, request } = action
  await insertRow(queries, 'operations_log', { ...action, at: new Date(at), request: JSON.stringify(request) })
}
