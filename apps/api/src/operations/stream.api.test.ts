import { randomUUID } from 'node:crypto'
import { messagePaths } from '@nerdify/contract/message-paths.ts'
import { opsPaths } from '@nerdify/contract/ops-paths.ts'
import { afterEach, expect, test } from 'vitest'
import { addNerdFile, operate, personWithPaidOrder, postEvents, unansweredText } from '../testing/operations-calls.ts'
import { closeStreams, openStream } from '../testing/live-stream.ts'
import { testProduct } from '../testing/running-product.ts'
import { signedInStaff } from '../testing/staff-calls.ts'
import { eventually, send } from '../testing/test-client.ts'

afterEach(async () => {
  closeStreams()
  ;(await testProduct()).clock.reset()
})

const listen = (token: string) => openStream(opsPaths.stream(), token)

test('[DESK-01] reports deliveries, takes, messages and other writes to colleagues', async () => {
  const [clerk, colleague] = [await signedInStaff('clerk'), await signedInStaff('lead')]
  const { person, order } = await personWithPaidOrder()
  const stream = await listen(clerk.token)
  expect(stream.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  await stream.until(`order ${order.id}`)

  const heard = async (subject: string, change: () => Promise<unknown>) => {
    const before = stream.events.length
    await change()
    await stream.until(subject, before)
  }
  await heard(`order ${order.id}`, () => colleague.operate('POST', `/orders/${order.id}/take`, {}))
  await postEvents(order, 'nerd_found')
  await addNerdFile(order)
  await heard(`order ${order.id}`, () => postEvents(order, 'send'))
  const words = { text: 'Could you add a source?' }
  await heard(`conversation ${order.id}`, () => person.send('POST', messagePaths.orderMessages(order.id), words))
  await heard(`client ${person.clientId}`, () => operate('POST', `/clients/${person.clientId}/block`))
  const id = await unansweredText()
  await stream.until(`message ${id}`)
})

test('[DESK-01][OPS-15] ends with the session, and is for staff only', async () => {
  const [clerk, gone] = [await signedInStaff('clerk'), await signedInStaff('clerk')]
  const owner = await signedInStaff('owner')
  const [stream, removed] = [await listen(clerk.token), await listen(gone.token)]
  await clerk.operate('POST', '/sign_out')
  await owner.operate('POST', `/staff/${gone.id}/remove`)
  await eventually(async () => stream.state.ended && removed.state.ended)
  expect((await listen(clerk.token)).response.status).toBe(401)
  const { person } = await personWithPaidOrder()
  expect((await listen(person.token)).response.status).toBe(401)
  expect((await send('GET', opsPaths.stream())).status).toBe(401)
  expect(await operate('GET', '/stream')).toMatchObject({ status: 403, body: { error_type: 'role_forbidden' } })
})

/** The person that a stream's last event names for a page. */
const openBy = (stream: Awaited<ReturnType<typeof listen>>, page: string) =>
  stream.events
    .findLast(({ event }) => event === 'open')
    ?.ids.filter((each) => each.startsWith(page))
    .map((each) => each.slice(page.length + 1))

test('[DESK-07] names other people with an order open, until their page, session or process ends', async () => {
  const { clock, product } = await testProduct()
  const [clerk, lead, gone] = [await signedInStaff('clerk'), await signedInStaff('lead'), await signedInStaff('clerk')]
  const page = `order ${(await personWithPaidOrder()).order.id}`
  const look = ({ token }: { token: string }, shown = page) =>
    openStream(`${opsPaths.stream()}?${new URLSearchParams({ page: shown })}`, token)
  const stream = await look(clerk)
  await eventually(async () => openBy(stream, page)?.length === 0)
  const other = await look(lead)
  await eventually(async () => String(openBy(stream, page)) === lead.name)
  await eventually(async () => String(openBy(other, page)) === clerk.name)
  // A second window of the same person counts as the same person.
  const second = await look(lead)
  other.close()
  const third = await look(gone)
  await eventually(async () => String(openBy(stream, page)) === [gone.name, lead.name].toSorted().join(','))

  second.close()
  await gone.operate('POST', '/sign_out')
  await eventually(async () => third.state.ended && openBy(stream, page)?.length === 0)

  // The row of a dead process.
  const row = { stream_id: randomUUID(), staff_id: lead.id, page, seen_at: new Date(clock.now()) }
  await product.queries.insertInto('staff_page').values(row).execute()
  await eventually(async () => String(openBy(stream, page)) === lead.name)
  clock.advance(31_000)
  await eventually(async () => openBy(stream, page)?.length === 0)
  expect((await look(clerk, 'order 4826300')).response.status).toBe(422)
})
