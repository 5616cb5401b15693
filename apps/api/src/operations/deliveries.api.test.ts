import { randomUUID } from 'node:crypto'
import type { ErrorBody } from '@nerdify/contract/error-body.ts'
import type { OrderFile } from '@nerdify/contract/files.ts'
import type { RegisteredNerd } from '@nerdify/contract/nerds.ts'
import type { OperationsOrderWithHistory, Worker } from '@nerdify/contract/operations.ts'
import type { Order, OrderHistory } from '@nerdify/contract/orders.ts'
import type { ServiceKey } from '@nerdify/domain/catalog/services.ts'
import { afterEach, expect, test } from 'vitest'
import { byCompanyClock } from '../orders/order-for-staff.ts'
import { change, payOrder } from '../testing/coupon-calls.ts'
import { addNerdFile, operate, personWithPaidOrder, postEvents, registeredNerd } from '../testing/operations-calls.ts'
import { testProduct } from '../testing/running-product.ts'
import { eventually, signedInAnew, signedInPerson, textsTo } from '../testing/test-client.ts'

afterEach(async () => (await testProduct()).clock.reset())

const elite = ['subscription_active', 'subscription_nerdify_premium']
const post = (order: { id: string }, body: { event: string; [field: string]: unknown }) =>
  operate<OperationsOrderWithHistory & ErrorBody>('POST', `/orders/${order.id}/events`, body)
const refused = (type: string) => ({ status: 409, body: { error_type: type } })

/** A person with a paid order that has a service. */
async function paidWith(tag: ServiceKey, tags: readonly string[] = []) {
  const person = await signedInPerson(tags)
  const order = await person.order()
  expect((await change(person, order, { action: 'service_add', tag })).status).toBe(200)
  return { person, order: await payOrder(person, order) }
}

test('[WAIT-06] work is sent with a file of the finished work only, and a revision with a newer one', async () => {
  const { person, order } = await personWithPaidOrder()
  await postEvents(order, 'nerd_found')
  const empty = await post(order, { event: 'send' })
  expect(empty).toMatchObject(refused('work_missing'))
  expect(empty.body.text).toContain('finished work')
  for (const type of ['file_draft_paper', 'order_form', 'plagiarism_report'] as const)
    await addNerdFile(order, { type })
  expect(await post(order, { event: 'send' })).toMatchObject(refused('work_missing'))
  await addNerdFile(order)
  expect(await post(order, { event: 'send' })).toMatchObject({ status: 200, body: { client_status: 'Sent' } })

  // The clock of the process that receives the file stops or is behind: later rows must sort later all the same.
  await postEvents(order, 'request_revision', 'accept_revision')
  expect(await post(order, { event: 'complete_revision' })).toMatchObject(refused('work_missing'))
  const { clock } = await testProduct()
  clock.advance(-60_000)
  await addNerdFile(order, { name: 'revised.pdf' })
  clock.reset()
  expect(await post(order, { event: 'complete_revision' })).toMatchObject({ status: 200 })
  const files = await person.send<OrderFile[]>('GET', `/api/v3/orders/${order.id}/files`)
  expect(files.body.map(({ name }) => name)).toContain('revised.pdf')
})

test('[WAIT-06] refuses an event for the order’s state first, whatever files are there', async () => {
  const { order } = await personWithPaidOrder()
  expect(await post(order, { event: 'complete_revision' })).toMatchObject(refused('transition_not_allowed'))
})

test.each([
  ['paid', [] as string[]],
  ['included in the plan', elite],
])(
  '[WAIT-06][CAB-05] with a plagiarism report that is %s the report is sent too, and its client sees it as such',
  async (_what, tags) => {
    const { person, order } = await paidWith('adv_plagreport', tags)
    // The plan includes a TOP Nerd, too.
    expect((await post(order, { event: 'nerd_found', nerd: await registeredNerd('Ada') })).status).toBe(200)
    await addNerdFile(order)
    expect(await post(order, { event: 'send' })).toMatchObject(refused('report_missing'))
    await addNerdFile(order, { type: 'plagiarism_report', name: 'report.pdf' })
    const read = async () => {
      const { body } = await person.send<OrderFile[]>('GET', `/api/v3/orders/${order.id}/files`)
      return body.map(({ type }) => type)
    }
    expect(await read()).toEqual([])
    expect((await post(order, { event: 'send' })).status).toBe(200)
    expect(await read()).toEqual(['file_final_draft', 'plagiarism_report'])
  },
)

test('[WAIT-06] TOP Nerd requires a Nerd of 4.9 or more', async () => {
  const { order } = await paidWith('top_writer')
  const found = (nerd?: string) => post(order, { event: 'nerd_found', note: 'Nobody else', ...(nerd && { nerd }) })
  expect(await found()).toMatchObject(refused('nerd_unnamed'))
  expect(await found(await registeredNerd('Ben', 4.8))).toMatchObject(refused('nerd_below_top'))
  expect(await found(await registeredNerd('Ada'))).toMatchObject({
    status: 200,
    body: { client_status: 'Nerd found' },
  })
})

test('[WAIT-06] another Nerd than the preferred one requires a reason', async () => {
  const { person, order: first } = await personWithPaidOrder()
  await operate('PATCH', `/clients/${person.clientId}`, { tags_add: elite })
  const ben = await registeredNerd('Ben', 4.5)
  expect((await post(first, { event: 'nerd_found', nerd: ben })).status).toBe(200)
  await postEvents(first, 'send')
  await change(person, first, { action: 'client_feedback', mark: 5 })
  const order = await person.order()
  const added = await change(person, order, {
    action: 'service_add',
    tag: 'client_recomended_writer',
    worker: 'Ben',
  })
  expect(added.status).toBe(200)
  await payOrder(person, order)
  const ada = await registeredNerd('Ada', 5)
  expect(await post(order, { event: 'nerd_found', nerd: ada })).toMatchObject(refused('nerd_not_preferred'))
  expect(await post(order, { event: 'nerd_found', nerd: ada, note: ' ' })).toMatchObject(refused('nerd_not_preferred'))
  expect((await post(order, { event: 'nerd_found', nerd: ada, note: 'Ben is ill' })).status).toBe(200)
})

test('[OPS-12] a reassigned order is back in progress without its Nerd, whom its history keeps', async () => {
  const { clock } = await testProduct()
  const { person, order } = await personWithPaidOrder()
  const ada = await registeredNerd('Ada', 4.9)
  await post(order, { event: 'nerd_found', nerd: ada })
  const why = { event: 'reassign', note: 'Ada is ill', tell: 'Your Nerd fell ill.' }
  expect(await post(order, { event: 'reassign', note: ' ' })).toMatchObject({
    status: 422,
    body: { error_value: 'note', error_type: 'note_missing' },
  })
  clock.advance(60_000)
  const reassigned = await post(order, why)
  expect(reassigned).toMatchObject({ status: 200, body: { client_status: 'In progress', nerd: null } })
  expect(reassigned.body.workers).toEqual([{ name: 'Ada', rating: 4.9 }])
  expect(reassigned.body.events.at(-1)).toMatchObject({ data: { note: 'Ada is ill', tell: 'Your Nerd fell ill.' } })
  await eventually(async () =>
    (await textsTo(await testProduct(), person.phone)).some(({ text }) => text.includes('Your Nerd fell ill.')),
  )
  expect((await operate<RegisteredNerd>('GET', `/nerds/${ada}`)).body).toMatchObject({ open: 0 })
  expect(await post(order, why)).toMatchObject(refused('transition_not_allowed'))

  await post(order, { event: 'nerd_found', nerd: await registeredNerd('Ben', 4.5) })
  await postEvents(order, 'send')
  await operate('PATCH', `/clients/${person.clientId}`, { tags_add: elite })
  await change(person, order, { action: 'client_feedback', mark: 5 })
  const nerds = await person.send<{ results: Worker[] }>('GET', '/api/v3/users/client/me/nerds')
  expect(nerds.body.results).toEqual([{ name: 'Ben', rating: 4.5 }])
})

test('[OPS-12] a race of reassignments moves the order once', async () => {
  const { order } = await personWithPaidOrder()
  await postEvents(order, 'nerd_found')
  const bodies = Array.from({ length: 5 }, () => post(order, { event: 'reassign', note: 'The Nerd is ill' }))
  expect((await Promise.all(bodies)).map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409])
})

test('[OPS-12][WAIT-05] announces a later agreed deadline to the client, and lateness counts from it', async () => {
  const { clock, settings } = await testProduct()
  const { person, order } = await personWithPaidOrder()
  const paidFor = Date.parse(String(order.deadline))
  const hours = (count: number) => new Date(paidFor + count * 3_600_000).toISOString()
  const extend = (body: object) => post(order, { event: 'extend_deadline', ...body })
  const agreed = { note: 'Agreed by phone.', tell: 'Thank you for your patience.' }
  for (const [body, field] of [
    [{ deadline: hours(10) }, 'note'],
    [agreed, 'deadline'],
    [{ ...agreed, deadline: hours(0) }, 'deadline'],
    [{ ...agreed, deadline: '2020-01-01T00:00:00Z' }, 'deadline'],
  ] as const)
    expect(await extend(body)).toMatchObject({ status: 422, body: { error_value: field } })

  expect(await extend({ ...agreed, deadline: hours(10) })).toMatchObject({
    status: 200,
    body: { deadline: hours(10), client_status: 'In progress' },
  })
  expect(await person.send('GET', `/api/v3/orders/${order.id}`)).toMatchObject({ body: { deadline: hours(10) } })
  const words = `is due on ${byCompanyClock(paidFor + 10 * 3_600_000, settings.companyZone)}. Thank you for your patience.`
  await eventually(async () =>
    (await textsTo(await testProduct(), person.phone)).some(({ text }) => text.includes(words)),
  )
  clock.advance(paidFor + 9 * 3_600_000 - clock.now())
  expect(await postEvents(order, 'send')).toMatchObject({ late_credited: 0 })
  expect(await extend({ ...agreed, deadline: hours(20) })).toMatchObject(refused('transition_not_allowed'))
})

test('[OPS-12][WAIT-05] an offered deadline counts only once the client accepts it, by one press', async () => {
  const { clock, settings } = await testProduct()
  const { person, order } = await personWithPaidOrder()
  const paidFor = Date.parse(String(order.deadline))
  const hours = (count: number) => new Date(paidFor + count * 3_600_000).toISOString()
  const offer = (deadline: string) => post(order, { event: 'offer_deadline', deadline, tell: 'Your Nerd is ill.' })
  const read = async () => (await person.send<Order>('GET', `/api/v3/orders/${order.id}`)).body
  expect(await change(person, order, { action: 'accept_deadline' })).toMatchObject(refused('transition_not_allowed'))
  expect(await offer(hours(0))).toMatchObject({ status: 422, body: { error_value: 'deadline' } })

  expect((await offer(hours(2))).status).toBe(200)
  expect(await offer(hours(2))).toMatchObject({ status: 422, body: { error_value: 'deadline' } })
  const words = `by ${byCompanyClock(paidFor + 2 * 3_600_000, settings.companyZone)}? Your Nerd is ill.`
  await eventually(async () =>
    (await textsTo(await testProduct(), person.phone)).some(({ text }) => text.includes(words)),
  )
  expect(await read()).toMatchObject({ deadline: hours(0), offered_deadline: hours(2) })
  expect((await read()).actions).toContain('answer_deadline')
  const stranger = await signedInPerson()
  expect((await change(stranger, order, { action: 'accept_deadline' })).status).toBe(404)
  expect((await change(person, order, { action: 'decline_deadline' })).body).toMatchObject({
    deadline: hours(0),
    offered_deadline: null,
  })

  // An offer expires, also for a page that never showed it: it cannot remove a credit retroactively.
  const { version: before } = await read()
  expect((await offer(hours(2))).status).toBe(200)
  clock.advance(paidFor + 2 * 3_600_000 - clock.now())
  const late = await signedInAnew(person)
  for (const version of [before, undefined])
    expect(await change(late, order, { action: 'accept_deadline', version })).toMatchObject(refused('offer_over'))

  // A page that shows an older offer accepts none: the person has not read the newer one.
  const older = (await offer(hours(29))).body as Order
  const newer = await offer(hours(30))
  expect(newer).toMatchObject({ status: 200, body: { offered_deadline: hours(30) } })
  for (const action of ['accept_deadline', 'decline_deadline'])
    expect(await change(late, order, { action, version: older.version })).toMatchObject(refused('offer_changed'))
  expect((await read()).deadline).toBe(hours(0))
  const key = { 'idempotency-key': randomUUID() }
  const { version } = newer.body as Order
  const press = () => late.send('PATCH', `/api/v3/orders/${order.id}`, { action: 'accept_deadline', version }, key)
  for (const { status, body } of await Promise.all([press(), press(), press()]))
    expect({ status, body }).toMatchObject({ status: 200, body: { deadline: hours(30), offered_deadline: null } })
  const { body: history } = await late.send<OrderHistory>('GET', `/api/v3/orders/${order.id}/history`)
  expect(history.map(({ event }) => event)).toEqual([
    'paid',
    'offer_deadline',
    'decline_deadline',
    'offer_deadline',
    'offer_deadline',
    'offer_deadline',
    'accept_deadline',
  ])
  expect(await postEvents(order, 'send')).toMatchObject({ late_credited: 0 })
})

test('[OPS-12][WAIT-05] work later than the agreed deadline brings the credit for that lateness', async () => {
  const { clock } = await testProduct()
  const { order } = await personWithPaidOrder()
  const paidFor = Date.parse(String(order.deadline))
  clock.advance(paidFor + 3_600_000 - clock.now())
  const deadline = new Date(paidFor + 24 * 3_600_000).toISOString()
  expect(await post(order, { event: 'extend_deadline', note: 'Agreed by phone.', deadline })).toMatchObject({
    status: 200,
  })
  clock.advance(24 * 3_600_000)
  expect(await postEvents(order, 'send')).toMatchObject({ late_credited: 4.8 })
})
