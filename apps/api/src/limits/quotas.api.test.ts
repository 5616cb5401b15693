import { randomUUID } from 'node:crypto'
import type { ErrorBody } from '@nerdify/contract/error-body.ts'
import type { UploadForm } from '@nerdify/contract/files.ts'
import { maxFileBytes } from '@nerdify/domain/files/file-limits.ts'
import { deadlineFromHours } from '@nerdify/domain/pricing/deadlines.ts'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { uploadPageOf } from '../files/upload-page.ts'
import { takeIncomingText } from '../inbox/incoming-texts.ts'
import { hasOptedOut } from '../outbox/opt-out/opt-outs.ts'
import { testProduct } from '../testing/running-product.ts'
import { newPhone, type Reply, send, signedInPerson, untilAvailable } from '../testing/test-client.ts'
import { pdf, post } from '../testing/uploaded.ts'

/** With the real limits (LIMIT_SCALE 1). */
beforeEach(async () => {
  const { settings } = await testProduct()
  settings.limitScale = 1
})
afterEach(async () => {
  const { settings, clock } = await testProduct()
  settings.limitScale = 1000
  clock.reset()
})

const dayMs = 86_400_000

/** Concurrent calls. */
const atOnce = <Answer extends { status: number }>(
  count: number,
  call: (number: number) => Promise<Answer>,
): Promise<Answer[]> => Promise.all(Array.from({ length: count }, (_, number) => untilAvailable(() => call(number))))

/** The number of answers by status. */
const statusesOf = (answers: readonly Reply<unknown>[]): Record<number, number> => {
  const counts: Record<number, number> = {}
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

const tooMany = { status: 429, body: { error_type: 'too_many_requests', error_value: expect.any(Number) } }

describe('100 calls at once', () => {
  test('[SAFE-07][FILE-05] begin as many uploads as a day allows: five files of 100 MB', async () => {
    const person = await signedInPerson()
    const begin = (size: number) =>
      person.send<UploadForm | ErrorBody>('POST', '/api/v3/uploads', { filename: 'film.mp4', size })
    expect(statusesOf(await atOnce(100, () => begin(maxFileBytes)))).toEqual({ 201: 5, 429: 95 })
    expect(await begin(1)).toMatchObject({
      ...tooMany,
      body: { text: 'That’s a lot for one day. Please send the rest tomorrow.' },
    })
    const { clock } = await testProduct()
    clock.advance(dayMs + 1000)
    expect((await person.send('POST', '/api/v3/uploads', { filename: 'film.mp4', size: maxFileBytes })).status).toBe(
      201,
    )
  })

  test('[SAFE-07] limits one client to 50 orders a day, not another client, and repeats earlier answers', async () => {
    const { clock, product } = await testProduct()
    const person = await signedInPerson()
    const body = {
      type: 'Essay (writing)',
      size: '2 Pages',
      deadline: new Date(deadlineFromHours(clock.now(), 48)).toISOString(),
    }
    const create = (key = randomUUID()) =>
      person.send<{ id: string } & ErrorBody>('POST', '/api/v3/orders', body, { 'idempotency-key': key })
    const key = randomUUID()
    const first = await create(key)
    const answers = await atOnce(100, () => create())
    expect(statusesOf([first, ...answers])).toEqual({ 201: 50, 429: 51 })
    const stored = await product.queries
      .selectFrom('client_order')
      .select((count) => count.fn.countAll<number>().as('orders'))
      .where('client_id', '=', person.clientId)
      .executeTakeFirstOrThrow()
    expect(stored.orders).toBe(50)
    const refused = await create()
    expect(refused).toMatchObject(tooMany)
    expect(refused.body.text).toMatch(/^You’ve started 50 tasks in a day\. You can start the next one in \d+ hours\.$/)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await create(key)).toMatchObject({ status: 201, body: { id: first.body.id } })
    expect((await (await signedInPerson()).order()).id).toEqual(expect.any(String))

    clock.advance(27 * 3_600_000)
    expect((await person.order()).id).toEqual(expect.any(String))
  })

  test('[SAFE-07][DISC-13][AUTH-21] try 60 codes of 200, and support gets five mails at once', async () => {
    const { product } = await testProduct()
    // Mails about other codes count for their hour, even from a test whose clock was ahead.
    await product.queries.deleteFrom('rate_bucket').where('key', 'like', 'coupon-mails:%').execute()
    const person = await signedInPerson()
    const order = await person.order()
    const tries = await atOnce(200, (number) =>
      person.send('PATCH', `/api/v3/orders/${order.id}`, { action: 'discount_add', code: `GUESS${number}` }),
    )
    expect(statusesOf(tries)).toEqual({ 422: 60, 429: 140 })
    const reports = await product.queries
      .selectFrom('outbox')
      .select('id')
      .where('dedupe_key', 'like', `coupon-error:${order.id}:%`)
      .execute()
    expect(reports).toHaveLength(5)
  })
})

test('[SAFE-07][SAFE-13] announces five wishes a day to delete an account, and refuses the sixth', async () => {
  const { product } = await testProduct()
  const person = await signedInPerson()
  const act = (action: string) => person.send<ErrorBody>('PATCH', '/api/v3/users/client/me', { action })
  for (let wish = 0; wish < 5; wish += 1) {
    expect((await act('delete_account')).status).toBe(200)
    expect((await act('keep_account')).status).toBe(200)
  }
  const refused = await act('delete_account')
  expect(refused).toMatchObject(tooMany)
  expect(refused.body.text).toMatch(
    /^You asked to delete your account 5 times in a day\. You can ask again in \d+ hours\.$/,
  )
  const texts = await product.queries
    .selectFrom('outbox')
    .select('id')
    .where('template', '=', 'deletion-asked-text')
    .where('to_address', '=', person.phone)
    .execute()
  expect(texts).toHaveLength(5)
})

test('[SAFE-07][LAW-06] of 100 concurrent downloads of their data a client gets ten a day', async () => {
  const person = await signedInPerson()
  const answers = await atOnce(100, () => person.send<ErrorBody>('GET', '/api/v3/users/client/me/data'))
  expect(statusesOf(answers)).toEqual({ 200: 10, 429: 90 })
  const refused = await person.send<ErrorBody>('GET', '/api/v3/users/client/me/data')
  expect(refused).toMatchObject(tooMany)
  expect(refused.body.text).toMatch(
    /^You’ve downloaded your data 10 times in a day\. You can do it again in \d+ hours\.$/,
  )
})

test('[SAFE-07][UP-04] an upload page takes 60 of 70 concurrent submissions an hour, and repeats of them', async () => {
  const { product } = await testProduct()
  const { clientId } = await signedInPerson()
  const page = `/api/webhooks/files/${await uploadPageOf(product.queries, clientId)}`
  const { body: form } = await send<UploadForm>('POST', `${page}/form`, {
    body: { filename: 'a.pdf', size: pdf.length },
  })
  expect((await post(form, pdf)).status).toBe(201)
  const submit = (description: string) =>
    send('POST', `${page}/receive`, { body: { files: [{ filename: 'a.pdf', url: form.location }], description } })
  expect(statusesOf(await atOnce(70, (number) => submit(`Text ${number}`)))).toEqual({ 201: 60, 429: 10 })
  const mails = product.queries.selectFrom('outbox').select('variables').where('template', '=', 'files-received')
  const about = (await mails.execute()).filter(({ variables }) => variables.client === clientId)
  expect(about).toHaveLength(60)
  expect((await submit(about[0]?.variables.description ?? '')).status).toBe(201)
})

describe('an anonymous call that is refused', () => {
  const asForm = { 'content-type': 'application/x-www-form-urlencoded' }
  test.each([
    ['a page of files that does not exist', '/api/webhooks/files/aaaaaaaaaaaaaaaaaaaaaa/check', '{}', {}],
    ['a number that nobody has', '/api/v1/client', 'country=usa&phone=12', asForm],
    ['a text-back that a machine filled in', '/api/v1/text-back', 'to=%2B14155550199&fake=1', asForm],
    ['a text-back to no number', '/api/v1/text-back', 'to=12', asForm],
    ['an order that does not exist', '/api/v1/text-back', '{"crm_id":"nobody","number":"1"}', {}],
    ['an unsubscribe link that we did not make', '/api/v1/unsubscribe/nothing', '{}', {}],
    ['a code for an address that is none', '/api/v3/factor_auth', '{"type":"request_code"}', {}],
    ['a client’s own call', '/api/v3/orders', '{}', {}],
  ])('[SAFE-07] stores no row, with or without a key: %s', async (_what, path, body, headers) => {
    const before = await rowsLeftBehind()
    const call = (key?: string) =>
      send('POST', path, { body, headers: { ...headers, ...(key === undefined ? {} : { 'idempotency-key': key }) } })
    const answers = await atOnce(20, (number) => call(number % 2 === 0 ? undefined : randomUUID()))
    for (const { status } of answers) expect(status).toBeLessThan(500)
    expect(await rowsLeftBehind()).toEqual(before)
  })
})

test('[LAW-07] (abuse 26) a phone gets ten answers to its keywords a day, and each takes effect', async () => {
  const { product, clock } = await testProduct()
  const phone = newPhone()
  const takeText = (body: string) => takeIncomingText(product, { id: `SM${crypto.randomUUID()}`, from: phone, body })
  const answers = async () =>
    (await product.queries.selectFrom('outbox').select('id').where('to_address', '=', phone).execute()).length
  for (let time = 0; time < 15; time += 1) await takeText('Help')
  expect(await answers()).toBe(10)
  await takeText('Stop')
  expect(await hasOptedOut(product.queries, { channel: 'sms', address: phone })).toBe(true)
  expect(await answers()).toBe(10)
  clock.advance(27 * 3_600_000)
  await takeText('Start')
  expect(await hasOptedOut(product.queries, { channel: 'sms', address: phone })).toBe(false)
  expect(await answers()).toBe(11)
})

/** The number of rows that such a call could leave, without those of background work. */
async function rowsLeftBehind(): Promise<Record<string, number>> {
  const { product } = await testProduct()
  const tables = [
    'idempotency',
    'client',
    'client_phone',
    'client_origin',
    'contact_request',
    'files_received',
    'upload',
    'sign_in_challenge',
  ] as const
  const counted: Record<string, number> = {}
  for (const table of tables) {
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(
      product.queries,
    )
    counted[table] = Number(rows[0]?.count)
  }
  return counted
}
