import { expect, test } from 'vitest'
import { testProduct } from '../testing/running-product.ts'
import { withLease } from './with-lease.ts'

test('[PAY-04] work of one name runs one after the other, also after one that failed', async () => {
  const { product } = await testProduct()
  const steps: string[] = []
  const work = (name: string, fails = false) =>
    withLease(product, 'lease-test:order', async () => {
      steps.push(`${name} begins`)
      await new Promise((resolve) => setImmediate(resolve))
      steps.push(`${name} ends`)
      if (fails) throw new Error(name)
      return name
    })
  const results = await Promise.allSettled([work('one'), work('two', true), work('three')])
  expect(results.map((result) => result.status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(steps).toEqual(['one begins', 'one ends', 'two begins', 'two ends', 'three begins', 'three ends'])
})

test('[PAY-04] two that wait for each other are told to try again, and the names are free afterwards', async () => {
  const { product } = await testProduct()
  const [first, second] = ['lease-test:first', 'lease-test:second']
  let bothIn = () => {}
  const met = new Promise<void>((resolve) => {
    let inside = 0
    bothIn = () => {
      inside += 1
      if (inside === 2) resolve()
    }
  })
  const crossing = (outer: string, inner: string) =>
    withLease(product, outer, async () => {
      bothIn()
      await met
      return withLease(product, inner, async () => 'done', { waitMs: 200 })
    })
  const results = await Promise.allSettled([crossing(first, second), crossing(second, first)])
  const refused = results.filter((result) => result.status === 'rejected')
  expect(refused.length).toBeGreaterThan(0)
  for (const { reason } of refused) expect(reason).toMatchObject({ status: 503, errorType: 'unavailable' })
  for (const name of [first, second]) expect(await withLease(product, name, async () => name)).toBe(name)
})
