import { afterEach, expect, test } from 'vitest'
import { uuidv7 } from '../database/uuid.ts'
import { testProduct } from '../testing/running-product.ts'
import { eventually } from '../testing/test-client.ts'
import { dropLease, takeLease } from './leases.store.ts'
import { whenFree, withLease } from './with-lease.ts'

afterEach(async () => (await testProduct()).clock.reset())

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

test('[OPS-04] (abuse 42) what another process is at is left to it, until it is done or its lease has run out', async () => {
  const { product, clock } = await testProduct()
  const { queries } = product
  const name = 'lease-test:of-another-process'
  const done: string[] = []
  const round = () => whenFree(product, name, async () => done.push('round'))
  const turn = () => withLease(product, name, async () => done.push('turn'), { waitMs: 0 })
  const [another, third, next] = [uuidv7(1), uuidv7(2), uuidv7(3)]
  const takenBy = (owner: string) => takeLease(queries, { name, owner, now: clock.now(), until: clock.now() + 90_000 })

  expect(await takenBy(another)).toBe(true)
  expect(await takenBy(third)).toBe(false)
  expect(await round()).toBeUndefined()
  await expect(turn()).rejects.toMatchObject({ status: 503, errorType: 'unavailable' })
  await dropLease(queries, name, third)
  clock.advance(89_000)
  expect(await round()).toBeUndefined()
  expect(done).toEqual([])
  // It died: the next may go on, and one that was only slow takes nothing from them.
  clock.advance(2_000)
  expect(await takenBy(next)).toBe(true)
  await dropLease(queries, name, another)
  expect(await round()).toBeUndefined()
  await dropLease(queries, name, next)
  await round()
  await turn()
  expect(done).toEqual(['round', 'turn'])
})

test('[OPS-04] (abuse 36) what could not be given back while the database was away keeps nobody in this process waiting', async () => {
  const { product, clock } = await testProduct()
  const name = 'lease-test:database-away'
  let isAway = false
  const queries = product.queries.withPlugin({
    transformQuery({ node }) {
      if (isAway) throw new Error('the database is away')
      return node
    },
    transformResult: async ({ result }) => result,
  })
  for (const run of [withLease, whenFree]) {
    const work = async () => {
      isAway = true
    }
    await expect(run({ ...product, queries }, name, work)).rejects.toThrow('the database is away')
    isAway = false
    // Another process does not know that the work has ended.
    const now = clock.now()
    expect(await takeLease(product.queries, { name, owner: uuidv7(now), now, until: now + 1000 })).toBe(false)
    expect(await withLease(product, name, async () => 'at once', { waitMs: 0 })).toBe('at once')
  }
})

test('[HOLD-08] a round that takes longer than its lease goes on holding it, and gives it back at its end', async () => {
  const { product, clock } = await testProduct()
  const name = 'lease-test:long-round'
  const lease = () => product.queries.selectFrom('lease').select('until').where('name', '=', name).executeTakeFirst()
  const round = whenFree(
    product,
    name,
    async () => {
      const first = await lease()
      return eventually(async () => {
        const now = await lease()
        return (now?.until ?? 0) > (first?.until ?? 0) + 900 && now
      })
    },
    { leaseMs: 600 },
  )
  expect((await round)?.until).toBeGreaterThan(clock.now() - 600)
  expect(await lease()).toBeUndefined()
})
