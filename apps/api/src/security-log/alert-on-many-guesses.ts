import { fullDates } from '@nerdify/domain/dates/full-dates.ts'
import { noteUse, type RateLimit } from '../limits/rate-limit.ts'
import { mailStaff } from '../outbox/enqueue.ts'
import type { AppContext } from '../app-context.ts'

/**
 * Counts guesses across the site, in all processes, and alerts staff at most once an hour (payments.md 2.2, SAFE-10):
 * an attacker who tries one account after the other stays below the limit of each. Returns the count if this guess
 * raised the alert.
 */
export async function alertOnManyGuesses(
  product: AppContext,
  limit: RateLimit,
  { template, now }: { template: 'wrong-codes' | 'wrong-operations-tokens'; now: number },
): Promise<number | undefined> {
  const { queries, settings } = product
  const count = await noteUse(queries, limit, { subject: 'all', now, scale: settings.limitScale })
  if (count < limit.most * settings.limitScale) return undefined
  const since = fullDates(settings.companyZone).instant(now - limit.windowMs)
  const isFirst = await mailStaff(queries, now, settings, {
    template,
    variables: { count: String(count), since },
    dedupeKey: `${template}:${Math.floor(now / limit.windowMs)}`,
  })
  if (!isFirst) return undefined
  product.wake.outbox()
  return count
}
