import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { testProduct } from '../testing/running-product.ts'
import { sendAhead } from './send-ahead.ts'
import { isTaken, transaction } from './transaction.ts'

test('[API-11] a statement that nobody waited for and that fails takes its whole transaction with it', async () => {
  const { queries } = (await testProduct()).database
  const client_id = randomUUID()
  const row = (key: string) => ({ client_id, key, fingerprint: '', answer: null, created_at: new Date() })
  const keys = async () => {
    const rows = await queries.selectFrom('idempotency').select('key').where('client_id', '=', client_id).execute()
    return rows.map(({ key }) => key).toSorted()
  }

  await transaction(queries, async (inside) => {
    await sendAhead(inside, inside.insertInto('idempotency').values(row('first')).compile())
  })
  expect(await keys()).toEqual(['first'])

  const refused = await transaction(queries, async (inside) => {
    await inside.insertInto('idempotency').values(row('second')).execute()
    await sendAhead(inside, inside.insertInto('idempotency').values(row('first')).compile())
  }).catch((error: unknown) => error)
  expect(isTaken(refused)).toBe(true)
  expect(await keys()).toEqual(['first'])

  await expect(
    transaction(queries, async (inside) => {
      await sendAhead(inside, inside.insertInto('idempotency').values(row('third')).compile())
      throw new Error('changed our mind')
    }),
  ).rejects.toThrow('changed our mind')
  // Outside a transaction it is waited for.
  await expect(sendAhead(queries, queries.insertInto('idempotency').values(row('first')).compile())).rejects.toSatisfy(
    (error: unknown) => isTaken(error),
  )
  expect(await keys()).toEqual(['first'])
})
