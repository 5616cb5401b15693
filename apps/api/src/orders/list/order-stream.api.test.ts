import type { AddressInfo } from 'node:net'
import { apiPaths } from '@nerdify/contract/api-paths.ts'
import type { ErrorBody } from '@nerdify/contract/error-body.ts'
import { answerHoldMs } from '@nerdify/domain/conversations/message-rules.ts'
import { afterEach, expect, test } from 'vitest'
import { buildApp } from '../../app.ts'
import { operate, personWithPaidOrder, postEvents } from '../../testing/operations-calls.ts'
import { closeStreams, openStream } from '../../testing/live-stream.ts'
import { testProduct } from '../../testing/running-product.ts'
import { eventually, promisedWithin, send, signedInPerson } from '../../testing/test-client.ts'
import { mostStreamsOfPerson } from '../../http/live-feed.ts'

afterEach(async () => {
  closeStreams()
  ;(await testProduct()).clock.reset()
})

/** Opens the stream of a client as a page does. */
const listen = (token: string, options: { lastId?: string; url?: string } = {}) =>
  openStream(apiPaths.orderStream(), token, options)

/** A second process on the same database: a server that follows the orders independently. */
async function anotherProcess() {
  const { product } = await testProduct()
  const app = await buildApp(product, { webDirectory: '/nowhere', logger: false })
  await app.listen({ host: '127.0.0.1', port: 0 })
  return { app, url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}` }
}

test('[CAB-08] sends each event of an order once, from any process', async () => {
  const { person, order } = await personWithPaidOrder()
  const other = await anotherProcess()
  const streams = [await listen(person.token), await listen(person.token, { url: other.url })]
  for (const { response } of streams) {
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(response.headers.get('cache-control')).toContain('no-store')
  }
  // Events that a page may have missed while loading: the order was created and paid a moment ago.
  for (const stream of streams) await stream.until(order.id)
  const before = streams.map(({ events }) => events.length)
  for (const [count, event] of ['nerd_found', 'quality_check'].entries()) {
    await postEvents(order, event)
    await Promise.all(streams.map((stream, index) => stream.until(order.id, (before[index] ?? 0) + count)))
  }
  expect(streams.map(({ events }) => events.length)).toEqual(before.map((count) => count + 2))
  await other.app.close()
  await eventually(async () => streams[1]?.state.ended)
  expect(streams[0]?.state.ended).toBe(false)
})

test('[CAB-08][AUTH-19] (abuse 32) sends no events of others’ orders, and none without a session', async () => {
  const { person, order } = await personWithPaidOrder()
  const stranger = await signedInPerson()
  const [own, theirs] = [await listen(person.token), await listen(stranger.token)]
  await own.until(order.id)
  const before = own.events.length
  await postEvents(order, 'nerd_found')
  await own.until(order.id, before)
  // A round notifies all readers: an event that is absent now was not sent.
  expect(theirs.events).toEqual([])
  expect((await send('GET', apiPaths.orderStream())).status).toBe(401)
  expect((await send('GET', apiPaths.orderStream(), { token: 'nonsense' })).status).toBe(401)
})

test('[CAB-08] resumes an interrupted page; one away too long is asked to reload its orders', async () => {
  const { person, order } = await personWithPaidOrder()
  const first = await listen(person.token)
  const { id } = await first.until(order.id)
  first.close()
  await postEvents(order, 'nerd_found')
  const again = await listen(person.token, { lastId: id })
  await again.until(order.id)
  const { clock } = await testProduct()
  const long = await listen(person.token, { lastId: String(clock.now() - 11 * 60_000) })
  await eventually(async () => long.events.find(({ event }) => event === 'reload'))
  expect(long.events.flatMap(({ ids }) => ids)).toEqual([])
  const nonsense = await listen(person.token, { lastId: 'now; drop table client_order' })
  await nonsense.until(order.id)
})

test('[CAB-08] a page that left before its first message gets what it missed when it returns', async () => {
  const { person, order } = await personWithPaidOrder()
  const { clock } = await testProduct()
  clock.advance(60_000)
  const first = await listen(person.token)
  const lastId = await eventually(async () => first.state.lastId)
  expect([first.events, first.state.beats]).toEqual([[], 0])
  first.close()
  await postEvents(order, 'nerd_found')
  clock.advance(5 * 60_000)
  const again = await listen(person.token, { lastId })
  await again.until(order.id)
})

test('[CAB-08][API-10] a stream that resumes from the future starts now', async () => {
  const { person, order } = await personWithPaidOrder()
  // The maximum number of digits: a time beyond any key.
  const stream = await listen(person.token, { lastId: '9'.repeat(15) })
  await postEvents(order, 'nerd_found')
  await stream.until(order.id)
  expect(stream.state.ended).toBe(false)
})

test('[CAB-08][AUTH-15][AUTH-18] signing out ends the stream at once; a heartbeat keeps a quiet one', async () => {
  const { person } = await personWithPaidOrder()
  const stream = await listen(person.token)
  const { clock } = await testProduct()
  clock.advance(16_000)
  await eventually(async () => stream.state.beats > 0)
  await send('POST', apiPaths.factorAuth(), { token: person.token, body: { type: 'sign_out' } })
  await eventually(async () => stream.state.ended)
  expect((await listen(person.token)).response.status).toBe(401)
})

test('[CAB-08] a client has six streams at once; a seventh waits until one of them ends', async () => {
  const person = await signedInPerson()
  const streams = []
  for (let window = 0; window < mostStreamsOfPerson; window += 1) streams.push(await listen(person.token))
  expect(streams.map(({ response }) => response.status)).toEqual(streams.map(() => 200))
  const refused = await listen(person.token)
  expect(refused.response.status).toBe(429)
  expect(refused.response.headers.get('retry-after')).toBe('30')
  expect(((await refused.response.json()) as ErrorBody).error_type).toBe('too_many_requests')
  streams[0]?.close()
  await eventually(async () => (await listen(person.token)).response.status === 200)
})

test('[CAB-08][SAFE-07] HEAD opens no stream', async () => {
  const { token } = await signedInPerson()
  const { url } = await testProduct()
  const headers = { authorization: `Bearer ${token}` }
  for (let call = 0; call < mostStreamsOfPerson; call += 1) {
    const answer = await fetch(url + apiPaths.orderStream(), { method: 'HEAD', headers })
    expect(answer.status).toBe(404)
  }
  expect((await listen(token)).response.status).toBe(200)
})

test('[CAB-08] sends changes by operations too', async () => {
  const { person, order } = await personWithPaidOrder()
  const stream = await listen(person.token)
  await stream.until(order.id)
  const before = stream.events.length
  expect((await operate('PATCH', `/orders/${order.id}`, { tags_add: ['watched'] })).status).toBe(200)
  expect((await stream.until(order.id, before)).ids).toEqual([order.id])
})

test('[TALK-02][CAB-08] names a conversation within 2 s after its answer’s hold, and not before', async () => {
  const { clock } = await testProduct()
  const { person, order } = await personWithPaidOrder()
  const stream = await listen(person.token)
  await stream.until(order.id)
  const messages = () => stream.events.filter(({ event, ids }) => event === 'messages' && ids.includes(order.id))
  await operate('POST', `/conversations/${order.number}/answers`, { text: 'It comes at 5.' })
  const before = stream.events.length
  const began = performance.now()
  await postEvents(order, 'nerd_found')
  await stream.until(order.id, before)
  const undisturbedMs = performance.now() - began
  expect(messages()).toEqual([])
  clock.advance(answerHoldMs)
  const visibleAt = performance.now()
  await eventually(async () => messages().length > 0)
  expect(performance.now() - visibleAt).toBeLessThan(promisedWithin(2_000, undisturbedMs))
})
