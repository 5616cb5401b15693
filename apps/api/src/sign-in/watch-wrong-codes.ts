import { fullDates } from '@nerdify/domain/dates/full-dates.ts'
import { noteUse, wrongCodesOfSite } from '../limits/rate-limit.ts'
import { mailStaff } from '../outbox/enqueue.ts'
import type { Product } from '../product.ts'

/**
 * Counts a wrong code over the whole site, for all processes, and tells our people once an hour when there are too many
 * (payments.md 2.2): a guesser who goes from account to account stays under every account's own limit. Answers how many
 * there were, when this is the code that they are told of.
 */
export async function watchWrongCodes(product: Product, now: number): Promise<number | undefined> {
  const { queries, settings } = product
  const count = await noteUse(queries, wrongCodesOfSite, { subject: 'all', now, scale: settings.limitScale })
  if (count < wrongCodesOfSite.most * settings.limitScale) return undefined
  const hour = Math.floor(now / wrongCodesOfSite.windowMs)
  const since = fullDates(settings.companyZone).instant(now - wrongCodesOfSite.windowMs)
  const isFirst = await mailStaff(queries, now, settings, {
    template: 'wrong-codes',
    variables: { count: String(count), since },
    dedupeKey: `wrong-codes:${hour}`,
  })
  if (!isFirst) return undefined
  product.wake.outbox()
  return count
}
