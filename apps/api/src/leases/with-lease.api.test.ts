import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { uuidv7 } from '../database/uuid.ts'
import type { AppContext } from '../app-context.ts'
import { testProduct } from '../testing/running-product.ts'
import { eventually } from '../testing/test-client.ts'
import { dropLease, renewLease, takeLease } from './leases.store.ts'
import { whenFree, withLease } from './with-lease.ts'

afterEach(async () => (await testProduct()).clock.reset())

test('[PAY-04] work of one name runs one at a time, also after a failure', async () => {
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

test('[PAY-04] a deadlock of two gets "try again" and frees both names', async () => {
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

test('[OPS-04] (abuse 42) skips work of another process until it is done or its lease has expired', async () => {
  const { product } = await testProduct()
  const { queries } = product
  const name = 'lease-test:of-another-process'
  const done: string[] = []
  const round = () => whenFree(product, name, async () => done.push('round'))
  const turn = () => withLease(product, name, async () => done.push('turn'), { waitMs: 0 })
  const [another, third, next] = [uuidv7(1), uuidv7(2), uuidv7(3)]
  const takenBy = (owner: string) => takeLease(queries, { name, owner, leaseMs: 90_000 })

  expect(await takenBy(another)).toBe(true)
  expect(await takenBy(third)).toBe(false)
  expect(await round()).toBeUndefined()
  await expect(turn()).rejects.toMatchObject({ status: 503, errorType: 'unavailable' })
  await dropLease(queries, name, third)
  expect(await round()).toBeUndefined()
  expect(done).toEqual([])
  // The owner died: another takes the lease over; a slow former owner must not end the new lease.
  await renewLease(queries, { name, owner: another, leaseMs: -1 })
  expect(await takenBy(next)).toBe(true)
  await dropLease(queries, name, another)
  expect(await round()).toBeUndefined()
  await dropLease(queries, name, next)
  await round()
  await turn()
  expect(done).toEqual(['round', 'turn'])
})

test('[HOLD-05] a lease lasts 15 s, also if the clock of its process is ahead', async () => {
  const { product, clock } = await testProduct()
  clock.advance(3_600_000)
  const name = 'lease-test:time'
  const remainingSeconds = await withLease(product, name, async () => {
    const { rows } = await sql<{ seconds: number }>`
      select extract(epoch from until - now())::double precision as seconds from lease where name = ${name}`.execute(
      product.queries,
    )
    return rows[0]?.seconds
  })
  expect(remainingSeconds).toBeGreaterThan(0)
  expect(remainingSeconds).toBeLessThanOrEqual(15)
})

test('[HOLD-05] a lock of a dead process is 503 after 4 s, also in a queue, and then free', async () => {
  const { product } = await testProduct()
  const name = 'lease-test:dead-process'
  const dead = { name, owner: uuidv7(1), leaseMs: 600_000 }
  expect(await takeLease(product.queries, dead)).toBe(true)
  const startedAt = performance.now()
  const visit = async () => {
    await expect(withLease(product, name, async () => 'paid')).rejects.toMatchObject({ status: 503, retryAfter: 5 })
    return performance.now() - startedAt
  }
  const undisturbedMs = (await Promise.all([visit(), visit()])).map((ms) => ms - 4_000)
  expect(Math.min(...undisturbedMs)).toBeGreaterThanOrEqual(0)
  // The second request waits a second of its own.
  expect(Math.max(...undisturbedMs)).toBeLessThan(10_000)
  await renewLease(product.queries, { ...dead, leaseMs: -1 })
  expect(await withLease(product, name, async () => 'paid')).toBe('paid')
})

/** The app's context with a database that fails while `isAway` says so: before a statement runs, or after it. */
function productWithoutAnswers(product: AppContext, isAway: (moment: 'before' | 'after') => boolean): AppContext {
  const failWhen = (moment: 'before' | 'after') => {
    if (isAway(moment)) throw new Error('the database is away')
  }
  const queries = product.queries.withPlugin({
    transformQuery({ node }) {
      failWhen('before')
      return node
    },
    async transformResult({ result }) {
      failWhen('after')
      return result
    },
  })
  return { ...product, queries }
}

test('[OPS-04] (abuse 36) a lease that an outage kept from release does not block its own process', async () => {
  const { product } = await testProduct()
  const name = 'lease-test:database-away'
  let isAway = false
  const unsteady = productWithoutAnswers(product, (moment) => isAway && moment === 'before')
  for (const run of [withLease, whenFree]) {
    const work = async () => {
      isAway = true
    }
    await expect(run(unsteady, name, work)).rejects.toThrow('the database is away')
    isAway = false
    // Other processes do not know that the work has ended.
    expect(await takeLease(product.queries, { name, owner: uuidv7(1), leaseMs: 1_000 })).toBe(false)
    expect(await withLease(product, name, async () => 'at once', { waitMs: 0 })).toBe('at once')
  }
})

test('[HOLD-05] a lease is released if the answer to its taking is lost, here and elsewhere', async () => {
  const { product } = await testProduct()
  const name = 'lease-test:in-doubt'
  // The first statement takes the lease, the second releases it.
  const unsteady = (losses: number) => {
    let answers = 0
    return productWithoutAnswers(product, (moment) => moment === 'after' && (answers += 1) <= losses)
  }
  for (const run of [withLease, whenFree]) {
    await expect(run(unsteady(2), name, async () => 'never')).rejects.toThrow('the database is away')
    expect(await withLease(product, name, async () => 'at once', { waitMs: 0 })).toBe('at once')
    await expect(run(unsteady(1), name, async () => 'never')).rejects.toThrow('the database is away')
    const other = uuidv7(1)
    expect(await eventually(() => takeLease(product.queries, { name, owner: other, leaseMs: 60_000 }))).toBe(true)
    await dropLease(product.queries, name, other)
  }
})

test.each([
  ['work', withLease],
  ['a round', whenFree],
])('[HOLD-08] %s that takes longer than its lease keeps it, and releases it at its end', async (_, run) => {
  const { product } = await testProduct()
  const name = 'lease-test:long-round'
  const lease = () => product.queries.selectFrom('lease').select('until').where('name', '=', name).executeTakeFirst()
  const work = async () => {
    const first = await lease()
    return eventually(async () => ((await lease())?.until ?? 0) > (first?.until ?? 0) + 900)
  }
  expect(await run(product, name, work, { leaseMs: 600 })).toBe(true)
  expect(await lease()).toBeUndefined()
})
