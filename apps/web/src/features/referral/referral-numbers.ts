import { centsFromDollars, formatShortMoney } from '@nerdify/domain/pricing/money.ts'
import { roundedBonus } from '@nerdify/domain/referrals/leaderboard.ts'

const countFormat = new Intl.NumberFormat('en-US')

/** "1,204": the number of friends. */
export const countText = (count: number): string => countFormat.format(count)

/** "$19,760": the bonuses, in dollars rounded to the nearest 10 (REF-01). */
export const bonusText = (dollars: number): string => formatShortMoney(centsFromDollars(roundedBonus(dollars)))
