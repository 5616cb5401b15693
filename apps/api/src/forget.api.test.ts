import { afterEach, expect, test } from 'vitest'
import { forgetWhatIsOver } from './forget-what-is-over.ts'
import { testProduct } from './testing/running-product.ts'
import { send, signedInPerson } from './testing/test-client.ts'

const dayMs = 24 * 3_600_000

afterEach(async () => (await testProduct()).clock.reset())

test('[AUTH-16] a session that expired is kept for a month and then forgotten; one that is open stays', async () => {
  const { product } = await testProduct()
  const person = await signedInPerson()
  const session = product.queries
    .selectFrom('session')
    .select(['id', 'expires_at'])
    .where('client_id', '=', person.clientId)
  const { expires_at: expiresAt } = await session.executeTakeFirstOrThrow()
  const forgetAt = (at: number) => forgetWhatIsOver({ queries: product.queries, clock: { now: () => at } })
  await forgetAt(expiresAt + 29 * dayMs)
  expect(await session.execute()).toHaveLength(1)
  expect((await person.send('GET', '/api/v3/users/client/me')).status).toBe(200)
  await forgetAt(expiresAt + 31 * dayMs)
  expect(await session.execute()).toEqual([])
})

test('[AUTH-20] [AUTH-21] codes, uses and kept answers are kept while a rule looks at them, and then forgotten', async () => {
  const { product } = await testProduct()
  const person = await signedInPerson()
  await person.send(
    'POST',
    '/api/v3/orders',
    { subject: 'History' },
    { 'idempotency-key': `forget-${person.clientId}` },
  )
  await send('POST', '/api/v3/factor_auth', { body: { type: 'request_code', factor: 'phone', value: person.phone } })
  const kept = async () => {
    const challenges = await product.queries
      .selectFrom('sign_in_challenge')
      .select('id')
      .where('client_id', '=', person.clientId)
      .execute()
    const answers = await product.queries
      .selectFrom('idempotency')
      .select('key')
      .where('client_id', '=', person.clientId)
      .execute()
    const uses = await product.queries
      .selectFrom('rate_bucket')
      .select('key')
      .where('key', '=', `code-to:${person.phone}`)
      .execute()
    return [challenges.length > 0, answers.length > 0, uses.length > 0]
  }
  const forgetIn = (ms: number) =>
    forgetWhatIsOver({ queries: product.queries, clock: { now: () => product.clock.now() + ms } })
  await forgetIn(dayMs)
  expect(await kept()).toEqual([true, true, true])
  await forgetIn(3 * dayMs)
  expect(await kept()).toEqual([true, true, false])
  await forgetIn(8 * dayMs)
  expect(await kept()).toEqual([false, false, false])
})
