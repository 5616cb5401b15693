import type { Client } from '@nerdify/contract/client.ts'

/** A client as the API answers them, for tests and stories: with one order and no plan, with anything replaced. */
export const aClientAnswer = (change: Partial<Client> = {}): Client => ({
  _id: 'client-1',
  id: 'client-1',
  email: { email: 'alex@example.com' },
  pending_email: null,
  phone: '+14155550103',
  nickname: null,
  available_balance: 0,
  country_final: 'US',
  tags: [],
  subscriptions_active: [],
  exp_data: {},
  userdef: {},
  adult_confirmed: true,
  restricted_region: false,
  has_completed_order: false,
  paid_orders_count: 0,
  orders_count: 1,
  delete_at: null,
  referral_code: 'private',
  profile_referral_code: 'shared',
  referral_details: { count: 0, count_with_orders: 0, earn: 0 },
  payment_account_stripe: null,
  announce_by: 'sms',
  ...change,
})
