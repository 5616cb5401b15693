import { insertInto } from '../database/rows.ts'

/** Appends an action of operations, who did what to what and when, in the transaction that does it. */
export const insertAction = insertInto('operations_log')
