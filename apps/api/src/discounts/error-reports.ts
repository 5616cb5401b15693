import type { Queries } from '../database/tables.ts'
import { noteErrorReport, type UseOfCode } from './discounts.store.ts'

/** DISC-13: the same error of the same code on the same order is reported once in so long. */
const reportEveryMs = 10 * 60_000

/** Whether an error of a code is to be reported now; noted in the transaction that writes the report. */
export function isWorthReporting(
  queries: Queries,
  error: UseOfCode & { errorType: string; now: number },
): Promise<boolean> {
  return noteErrorReport(queries, { ...error, notSince: error.now - reportEveryMs })
}
