import { fullDates } from '@nerdify/domain/dates/full-dates.ts'
import { unscannedTooLongMs } from '@nerdify/domain/files/file-limits.ts'
import type { Queries } from '../database/tables.ts'
import { transaction } from '../database/transaction.ts'
import { mailStaff } from '../outbox/enqueue.ts'
import type { AppContext } from '../app-context.ts'
import { markUnscannedReported, unscannedSince } from './uploads.store.ts'

const hourMs = 3_600_000

/** Uploads that the scanner has not checked for an hour, oldest first (SAFE-15). */
export const unscannedUploads = (queries: Queries, now: number) => unscannedSince(queries, now - unscannedTooLongMs)

/**
 * Notifies staff of uploads that the scanner has not checked for an hour (SAFE-15): once per upload, in one mail an
 * hour. Returns the number of reported uploads.
 */
export async function watchUnscanned({ queries, clock, settings, wake }: AppContext): Promise<number> {
  const now = clock.now()
  const reportedCount = await transaction(queries, async (within) => {
    const unreported = (await unscannedUploads(within, now)).filter(({ unscanned_told_at: toldAt }) => toldAt === null)
    const [oldest] = unreported
    if (oldest === undefined) return 0
    const isFirst = await mailStaff(within, now, settings, {
      template: 'unscanned-files',
      variables: {
        count: String(unreported.length),
        since: fullDates(settings.companyZone).instant(oldest.unscanned_since ?? now),
      },
      dedupeKey: `unscanned-files:${Math.floor(now / hourMs)}`,
    })
    if (!isFirst) return 0
    await markUnscannedReported(within, unreported, now)
    return unreported.length
  })
  if (reportedCount > 0) wake.outbox()
  return reportedCount
}
