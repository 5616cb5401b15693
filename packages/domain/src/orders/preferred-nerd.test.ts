import { expect, test } from 'vitest'
import { mayPreferNerd } from './preferred-nerd.ts'

test.each([
  [['subscription_nerdify_premium', 'subscription_active'], true, true],
  [['subscription_nerdify_premium_trial'], true, true],
  [['subscription_nerdify_premium'], false, false],
  [['subscription_nerdify_basic'], true, false],
  [['nerdify_top_50'], true, false],
  [[], true, false],
])('[SRV-05] with %j and a rated order %s, offers the preferred Nerd: %s', (tags, hasRated, may) => {
  expect(mayPreferNerd({ tags, hasRated })).toBe(may)
})
