import type { ErrorBody } from '@nerdify/contract/error-body.ts'
import type { NerdPage, RegisteredNerd } from '@nerdify/contract/nerds.ts'
import type { OperationsOrderWithHistory } from '@nerdify/contract/operations.ts'
import { deadlineFromHours } from '@nerdify/domain/pricing/deadlines.ts'
import { afterEach, expect, test } from 'vitest'
import { uuidv7 } from '../database/uuid.ts'
import { change } from '../testing/coupon-calls.ts'
import { bookCardPayment, operate, postEvents, registeredNerd } from '../testing/operations-calls.ts'
import { testProduct } from '../testing/running-product.ts'
import { signedInPerson, type TestPerson } from '../testing/test-client.ts'

afterEach(async () => (await testProduct()).clock.reset())

const hourMs = 3_600_000
const post = (order: { id: string }, body: { event: string; [field: string]: unknown }) =>
  operate<OperationsOrderWithHistory & ErrorBody>('POST', `/orders/${order.id}/events`, body)
const readNerd = async (id: string) => (await operate<RegisteredNerd>('GET', `/nerds/${id}`)).body

async function paidOrder(person: TestPerson) {
  const { clock } = await testProduct()
  const order = await person.order({ deadline: new Date(deadlineFromHours(clock.now(), 12)).toISOString() })
  await bookCardPayment(person, order, 4800)
  return order
}

test('[OPS-14] adds, changes and lists Nerds, page by page and by name', async () => {
  const { clock } = await testProduct()
  const run = uuidv7(clock.now())
  const ada = { name: ` Ada ${run} `, rating: 4.85, email: ' ada@example.com ', subjects: ['History'] }
  const added = await operate<RegisteredNerd>('POST', '/nerds', ada)
  const { id } = added.body
  const known = {
    id,
    version: added.body.version,
    name: `Ada ${run}`,
    email: 'ada@example.com',
    subjects: ['History'],
    active: true,
    rating: 4.85,
    entered_rating: 4.85,
    marks: 0,
    open: 0,
    late: 0,
    next_due: null,
    delivered_30_days: 0,
  }
  expect(added).toMatchObject({ status: 201, body: known })
  const changed = await operate<RegisteredNerd>('PATCH', `/nerds/${id}`, { active: false, email: null, rating: 4 })
  const { version } = changed.body
  expect(version).not.toBe(known.version)
  const inactive = { ...known, version, active: false, email: null, rating: 4, entered_rating: 4 }
  expect(changed).toMatchObject({ status: 200, body: inactive })

  for (let nth = 0; nth < 25; nth += 1) await registeredNerd(`Ben ${run}`)
  const listed: RegisteredNerd[] = []
  for (let cursor = ''; ; ) {
    const { body } = await operate<NerdPage>('GET', `/nerds?${cursor && `cursor=${cursor}`}`)
    listed.push(...body.results)
    if (body.next === null) break
    cursor = body.next
  }
  expect(new Set(listed.map((nerd) => nerd.id)).size).toBe(listed.length)
  expect(listed.filter(({ name }) => name === `Ben ${run}`)).toHaveLength(25)
  expect(listed.find((nerd) => nerd.id === id)).toEqual(inactive)
  const active = await operate<NerdPage>('GET', '/nerds?active=true')
  expect(active.body.results.every((nerd) => nerd.active)).toBe(true)
})

test('[OPS-14] finds Nerds by a part of the name or of a subject, in any case', async () => {
  const { clock } = await testProduct()
  const run = uuidv7(clock.now())
  const ada = await registeredNerd(`Ada ${run}`)
  const ben = await registeredNerd(`Ben ${run}`)
  await operate('PATCH', `/nerds/${ben}`, { subjects: [`Law 50% ${run}`] })
  const found = async (q: string) => {
    const { body } = await operate<NerdPage>('GET', `/nerds?${new URLSearchParams({ q })}`)
    return body.results.map(({ id }) => id)
  }
  expect(await found(` ada ${run}`.toUpperCase())).toEqual([ada])
  expect(await found(`law 50% ${run}`)).toEqual([ben])
  expect(await found(run)).toEqual([ada, ben])
})

test('[DESK-05] refuses a change over a newer version of a Nerd, and names its author', async () => {
  const id = await registeredNerd('Ada')
  const shown = (await readNerd(id)).version
  const rate = (rating: number) =>
    operate<RegisteredNerd & ErrorBody>('PATCH', `/nerds/${id}?version=${shown}`, { rating })
  expect((await rate(4)).status).toBe(200)
  const refused = await rate(3)
  expect(refused).toMatchObject({ status: 409, body: { error_type: 'changed_meanwhile' } })
  expect(refused.body.text).toMatch(/^.+ changed this today at .+\. Compare the values in force/)
  expect(await readNerd(id)).toMatchObject({ rating: 4 })
  await operate('PATCH', `/nerds/${id}`, { rating: 5 })
  expect((await rate(2)).status).toBe(409)
})

test.each([
  ['a blank name', { name: ' \u200b', rating: 4 }, 'name'],
  ['six stars', { name: 'Ada', rating: 6 }, 'rating'],
  ['three decimals', { name: 'Ada', rating: 4.123 }, 'rating'],
  ['no e-mail address', { name: 'Ada', rating: 4, email: 'ada' }, 'email'],
  ['an unknown field', { name: 'Ada', rating: 4, phone: '1' }, 'phone'],
])('[OPS-14][API-10] refuses a Nerd with %s at its field', async (_, body, field) => {
  expect(await operate('POST', '/nerds', body)).toMatchObject({ status: 422, body: { error_value: field } })
})

test('[OPS-14] answers an unknown Nerd with 404 and an unknown cursor in words', async () => {
  for (const id of ['01900000-0000-7000-8000-000000000000', 'x']) {
    expect((await operate('GET', `/nerds/${id}`)).status).toBe(404)
    expect((await operate('PATCH', `/nerds/${id}`, { active: true })).status).toBe(404)
    expect(await operate('GET', `/nerds?cursor=${id}`)).toMatchObject({ status: 422, body: { error_value: 'cursor' } })
  }
})

test('[OPS-14] assigns a Nerd by name or id, and refuses one who is unknown, inactive or not unique', async () => {
  const { clock } = await testProduct()
  const name = `Cleo ${uuidv7(clock.now())}`
  const person = await signedInPerson()
  const [first, second] = [await paidOrder(person), await paidOrder(person)]
  const refused = (type: string) => ({ body: { error_type: type } })
  expect(await post(first, { event: 'nerd_found', nerd: name })).toMatchObject(refused('nerd_unknown'))
  const id = await registeredNerd(name, 4.2)
  await operate('PATCH', `/nerds/${id}`, { active: false })
  expect(await post(first, { event: 'nerd_found', nerd: name })).toMatchObject({
    status: 409,
    ...refused('nerd_inactive'),
  })
  await operate('PATCH', `/nerds/${id}`, { active: true })
  const found = await post(first, { event: 'nerd_found', nerd: name })
  expect(found).toMatchObject({ status: 200, body: { nerd: { id, name, rating: 4.2 } } })
  expect(found.body.events.at(-1)?.data).toEqual({ worker: { name, rating: 4.2 } })
  await registeredNerd(name)
  expect(await post(second, { event: 'nerd_found', nerd: name })).toMatchObject(refused('nerd_ambiguous'))
  expect((await post(second, { event: 'nerd_found', nerd: id })).status).toBe(200)
})

test('[OPS-14] counts open and late orders, the next due one, deliveries and, from the fifth on, marks', async () => {
  const { clock } = await testProduct()
  const id = await registeredNerd('Dora', 4.9)
  const person = await signedInPerson()
  const orders = []
  for (let nth = 0; nth < 6; nth += 1) orders.push(await paidOrder(person))
  for (const order of orders) await post(order, { event: 'nerd_found', nerd: id })
  expect(await readNerd(id)).toMatchObject({ open: 6, late: 0, delivered_30_days: 0, marks: 0 })
  const last = orders.pop() as (typeof orders)[number]
  for (const [nth, order] of orders.entries()) {
    await postEvents(order, 'send')
    await change(person, order, { action: 'client_feedback', mark: 3 })
    expect(await readNerd(id)).toMatchObject({ marks: nth + 1, rating: nth < 4 ? 4.9 : 3, entered_rating: 4.9 })
  }
  expect(await readNerd(id)).toMatchObject({ open: 1, late: 0, delivered_30_days: 5 })
  const { next_due: due } = await readNerd(id)
  expect(Date.parse(due ?? '')).toBeLessThanOrEqual(Date.parse(last.deadline ?? ''))
  clock.advance(13 * hourMs)
  expect(await readNerd(id)).toMatchObject({ open: 1, late: 1, next_due: due })
  clock.advance(30 * 24 * hourMs)
  expect(await readNerd(id)).toMatchObject({ delivered_30_days: 0 })
})
