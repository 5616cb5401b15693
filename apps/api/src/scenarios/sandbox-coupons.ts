import type { Coupon } from '@nerdify/domain/discounts/coupon.ts'

/** The coupons of the sandbox: one for each kind of gift and of refusal (DISC-17). */
export const sandboxCoupons: readonly Coupon[] = [
  { code: 'NERD10', gift: { kind: 'percent', percent: 10 } },
  { code: 'SAVE5', gift: { kind: 'amount', amountCents: 500 }, leastQuoteCents: 3000 },
  { code: 'CASH15', gift: { kind: 'cashback', percent: 15 } },
  { code: 'FIRST20', gift: { kind: 'amount', amountCents: 2000 }, mostPaidOrders: 0 },
  { code: 'LOYAL15', gift: { kind: 'percent', percent: 15 }, leastPaidOrders: 3 },
  { code: 'ESSAY10', gift: { kind: 'percent', percent: 10 }, priceNames: ['Essay (writing)'] },
  { code: 'OLD10', gift: { kind: 'percent', percent: 10 }, expiresAt: Date.parse('2025-01-01T00:00:00Z') },
  { code: 'ONCE10', gift: { kind: 'percent', percent: 10 }, onceAClient: true },
  { code: 'TOPNERD', gift: { kind: 'free', addOns: ['top_writer'] } },
  { code: 'DRAFT', gift: { kind: 'free', addOns: ['draft_needed'] } },
  { code: 'PLAGFREE', gift: { kind: 'free', addOns: ['adv_plagreport'] } },
]
