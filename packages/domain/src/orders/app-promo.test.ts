import { expect, test } from 'vitest'
import { type AppPromoTerms, showsAppPromo } from './app-promo.ts'

const anyone: AppPromoTerms = { experiment: undefined, country: null, tags: [], isAndroid: false }

test('[FLOW-25] shows the app promotion to a client without any exclusion', () => {
  expect(showsAppPromo(anyone)).toBe(true)
  expect(showsAppPromo({ ...anyone, experiment: 'scale', country: 'US', tags: ['vip'] })).toBe(true)
})

test.each<Partial<AppPromoTerms>>([
  { experiment: 'control' },
  { country: 'GB' },
  { country: 'AU' },
  { country: 'CA' },
  { isAndroid: true },
  { tags: ['NOapp'] },
])('[FLOW-25] hides the app promotion with %j', (terms) => {
  expect(showsAppPromo({ ...anyone, ...terms })).toBe(false)
})
