import { fullDates } from '@nerdify/domain/dates/full-dates.ts'
import { noteUse, type RateLimit } from '../limits/rate-limit.ts'
import { mailStaff } from '../outbox/enqueue.ts'
import type { Product } from '../product.ts'

/**
 * Counts what is guessed over the whole site, for all processes, and tells our people once an hour when there is too much
 * (payments.md 2.2, SAFE-10): a guesser who goes from account to account stays under every account's own limit. Answers how
 * many there were, when this is the one that they are told of.
 */
export async function tellOfMany(
  product: Product,
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
