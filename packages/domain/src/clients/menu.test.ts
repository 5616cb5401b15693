import { expect, test } from 'vitest'
import { menuEntriesFor, offersSubscription, subscriptionIsSpecial } from './menu.ts'

test.each([
  [[], ['tasks', 'messages', 'info', 'subscription', 'referral']],
  [['nerdify_top_50'], ['tasks', 'messages', 'info', 'referral']],
  [['NOreferral'], ['tasks', 'messages', 'info', 'subscription']],
  [
    ['NOreferral', 'nerdify_top_50'],
    ['tasks', 'messages', 'info'],
  ],
])('[UI-01][REF-03] with the tags %j the menu has %j', (tags, entries) => {
  expect(menuEntriesFor({ tags })).toEqual(entries)
})

test('[UI-01] shows only the common entries until the client is known', () => {
  expect(menuEntriesFor(undefined)).toEqual(['tasks', 'messages', 'info'])
})

test.each([
  [[], true],
  [['subscription_active', 'subscription_nerdify_premium'], false],
  [['subscription_pastdue'], true],
  [['subscription_canceled', 'subscription_nerdify_basic'], true],
])('[UI-01] with the tags %j "My subscription" is special: %s', (tags, special) => {
  expect(subscriptionIsSpecial({ tags })).toBe(special)
})

test.each([
  [[], true, true],
  [['NOreferral'], true, true],
  [[], false, false],
  [['subscription_inactive'], true, false],
  [['subscription_active', 'subscription_nerdify_basic'], true, false],
  [['nerdify_top_50'], true, false],
])('[UI-04] with the tags %j and a completed order (%s) the banner shows: %s', (tags, has_completed_order, isShown) => {
  expect(offersSubscription({ tags, has_completed_order })).toBe(isShown)
})
