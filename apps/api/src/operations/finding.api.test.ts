import type { ErrorBody } from '@nerdify/contract/error-body.ts'
import type { FoundClientPage } from '@nerdify/contract/finding.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { clientsByTextStatement } from '../accounts/client-search.store.ts'
import { replaceEmail } from '../accounts/clients.store.ts'
import { transaction } from '../database/transaction.ts'
import { operate, personWithPaidOrder } from '../testing/operations-calls.ts'
import { testProduct } from '../testing/running-product.ts'
import { giveEmail, newAccount, signedInPerson } from '../testing/test-client.ts'

const find = (q: string, cursor = '') =>
  operate<FoundClientPage & ErrorBody>('GET', `/clients?${new URLSearchParams({ q, ...(cursor && { cursor }) })}`)

/** How the search finds a client, over all slices; undefined if it does not. */
async function foundBy(q: string, clientId: string) {
  for (let cursor = ''; ; ) {
    const { status, body } = await find(q, cursor)
    expect(status).toBe(200)
    const found = body.results.find(({ id }) => id === clientId)
    if (found !== undefined || body.next === null) return found?.found_by
    cursor = body.next
  }
}

test('[OPS-10] finds a client by phone however written, e-mail, nickname, order or receipt', async () => {
  const { person, order } = await personWithPaidOrder()
  const { clientId } = person
  const name = `Zoë ${clientId.slice(-12)}`
  await person.send('PATCH', '/api/v3/users/client/me', { nickname: name })
  const email = `F${clientId.slice(-12)}.Lee@example.com`
  await person.send('PATCH', '/api/v3/users/client/me', { email })
  expect(await foundBy(email.slice(0, 9), clientId)).toBe('pending_email')
  await giveEmail(person, email)
  const national = person.phone.slice(2)
  const phones = [
    person.phone,
    national,
    `(${national.slice(0, 3)}) ${national.slice(3, 6)}-${national.slice(6)}`,
    `001 ${national.slice(0, 3)}.${national.slice(3)}`,
    ...[4, 5, 6, 7].map((digits) => person.phone.slice(-digits)),
  ]
  for (const phone of phones) expect({ phone, by: await foundBy(phone, clientId) }).toEqual({ phone, by: 'phone' })
  for (const typed of [email, email.toUpperCase(), email.slice(0, 6)])
    expect(await foundBy(typed, clientId)).toBe('email')
  for (const typed of [name, name.replace('Z', 'z'), name.slice(0, 8)])
    expect(await foundBy(typed, clientId)).toBe('nickname')
  for (const typed of [order.number, `${order.number}-1`, `No. ${order.number}`])
    expect(await foundBy(typed, clientId)).toBe('order')

  const { body } = await find(order.number)
  expect(body.results[0]).toMatchObject({
    id: clientId,
    phone: person.phone,
    nickname: name,
    blocked: false,
    orders: 1,
    last_order: { number: order.number, status: 'In progress', task: expect.stringContaining('Essay (writing)') },
  })
  expect(body.results[0]?.email?.toLowerCase()).toBe(email.toLowerCase())
})

test('[OPS-10] lists every client of a beginning once, in slices', async () => {
  const { product } = await testProduct()
  const start = `slice${(await signedInPerson()).clientId.slice(-8)}`
  const ids: string[] = []
  for (let nth = 0; nth < 45; nth += 1) {
    const { clientId } = await newAccount()
    ids.push(clientId)
    // Some have the beginning twice.
    const change = { nickname: nth % 3 > 0 ? `${start} ${nth % 4}` : null }
    await product.queries.updateTable('client').set(change).where('id', '=', clientId).execute()
    if (nth % 3 === 2) continue
    const email = `${start}${nth}@example.com`
    await replaceEmail(product.queries, clientId, email)
  }
  const listed: string[] = []
  for (let cursor = ''; ; ) {
    const { body } = await find(start, cursor)
    expect(body.results.length).toBeLessThanOrEqual(20)
    listed.push(...body.results.map(({ id }) => id))
    if (body.next === null) break
    cursor = body.next
  }
  expect(listed.toSorted()).toEqual(ids.toSorted())
})

test.each([
  ['', 'Type a phone'],
  ['  ', 'Type a phone'],
  ['A', 'at least 2 characters'],
  ['a'.repeat(300), 'at most 254 characters'],
])('[OPS-10] answers the query "%s" in words', async (q, words) => {
  const { status, body } = await find(q)
  expect({ status, field: body.error_value }).toEqual({ status: 422, field: 'q' })
  expect(body.text).toContain(words)
})

test('[OPS-10] takes marks of patterns in a query as text, and refuses a foreign cursor', async () => {
  for (const q of ['%%', '__', '%_\\', "'; drop table client; --", '\u{10ffff}\u{10ffff}', '\ud800x'])
    expect(await find(q)).toMatchObject({ status: 200, body: { results: [], next: null } })
  for (const cursor of ['x', 'phone.x', `phone.${'1'.repeat(50)}`])
    expect(await find('12345', cursor)).toMatchObject({ status: 422, body: { error_value: 'cursor' } })
})

test('[OPS-10] clients are found by indexes', async () => {
  const { product } = await testProduct()
  await transaction(product.queries, async (queries) => {
    // Among so few rows any database would read them all.
    await sql`set local enable_seqscan = off`.execute(queries)
    const indexes = {
      phone: 'client_phone_from_its_end',
      email: 'client_email_from_its_start',
      pending_email: 'email_change_from_its_start',
      nickname: 'client_nickname_from_its_start',
    } as const
    for (const [by, index] of Object.entries(indexes)) {
      for (const after of [undefined, '01900000-0000-7000-8000-000000000000']) {
        const statement = clientsByTextStatement(by as keyof typeof indexes, { typed: '0100', after, most: 21 })
        const plan = JSON.stringify((await sql`explain ${statement}`.execute(queries)).rows)
        expect(plan).toContain(index)
        expect(plan).not.toContain('Seq Scan')
      }
    }
  })
})
