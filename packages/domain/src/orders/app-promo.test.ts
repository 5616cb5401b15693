import { expect, test } from 'vitest'
import { type AppPromoTerms, showsAppPromo } from './app-promo.ts'

const anyone: AppPromoTerms = { experiment: undefined, country: null, tags: [], isAndroid: false }

test('[FLOW-25] the app is shown to whom nothing speaks against it', () => {
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
])('[FLOW-25] the app is not shown with %j', (terms) => {
  expect(showsAppPromo({ ...anyone, ...terms })).toBe(false)
})
