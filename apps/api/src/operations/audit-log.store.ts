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
  await queries
    .insertInto('operations_log')
    .values({ ...action, at: new Date(action.at), request: JSON.stringify(action.request) })
    .execute()
}
