import { mostCodesAnHour, mostOrdersADay } from '@nerdify/domain/clients/daily-limits.ts'
import type { RateLimit } from '../../limits/rate-limit.ts'

const hourMs = 3_600_000

/** Orders that one client may create (SAFE-07). */
export const ordersOfOneClient: RateLimit = {
  name: 'orders',
  most: mostOrdersADay,
  windowMs: 24 * hourMs,
  say: (wait) => `You’ve started ${mostOrdersADay} tasks in a day. You can start the next one in ${wait}.`,
}

/** Codes that one client may try, those that are taken included (SAFE-07). */
export const codesOfOneClient: RateLimit = { name: 'coupon', most: mostCodesAnHour, windowMs: hourMs }
