import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text as textOf } from 'node:stream/consumers'
import type { ErrorBody } from '@nerdify/contract/error-body.ts'
import type { OrderFile } from '@nerdify/contract/files.ts'
import type { Order, OrderPage } from '@nerdify/contract/orders.ts'
import type { OperationsOrderWithHistory } from '@nerdify/contract/operations.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { downloadLink, fileLinkMs } from '../keys/download-link.ts'
import { operate, personWithPaidOrder, postEvents } from '../testing/operations-calls.ts'
import { testProduct } from '../testing/running-product.ts'
import { signedInStaff } from '../testing/staff-calls.ts'
import { eventually, signedInPerson, textsTo } from '../testing/test-client.ts'
import { uploaded } from '../testing/uploaded.ts'
import { cleanBucket } from '../uploads/janitor.ts'

const hourMs = 3_600_000

afterEach(async () => (await testProduct()).clock.reset())

/** Sends a file of an order, or for an answer in its conversation, as operations do; returns the status and the body. */
async function sendFile(
  orderName: string,
  fields: { file?: [content: string | Uint8Array<ArrayBuffer>, name: string]; type?: string },
  headers: Record<string, string> = {},
  kind: 'orders' | 'conversations' = 'orders',
) {
  const { url, settings } = await testProduct()
  const form = new FormData()
  if (fields.file !== undefined) form.set('file', new Blob([fields.file[0]]), fields.file[1])
  if (fields.type !== undefined) form.set('type', fields.type)
  const response = await fetch(`${url}/api/ops/${kind}/${orderName}/files`, {
    method: 'POST',
    headers: { authorization: `Bearer ${settings.operationsToken}`, ...headers },
    body: form,
  })
  return { status: response.status, body: (await response.json()) as OrderFile & { error_value: string } }
}

const objectsOf = async () => {
  const { product } = await testProduct()
  const keys: string[] = []
  for await (const key of product.files.keys()) keys.push(key)
  return keys
}
const allObjects = async () => (await objectsOf()).length

describe('files of an order', () => {
  test('[MSG-06] a draft before the work is announced, once an hour, and none after it', async () => {
    const { person, order } = await personWithPaidOrder()
    const { product, clock, sandboxUrl } = await testProduct()
    const sendDraft = () => sendFile(order.number, { file: ['a draft', 'draft.txt'], type: 'file_draft_paper' })
    const announced = async () =>
      (await textsTo({ sandboxUrl }, person.phone)).filter(({ text }) => text.includes('a draft of order')).length
    await postEvents(order, 'nerd_found')
    clock.advance(hourMs - (clock.now() % hourMs))
    for (const _file of [1, 2]) expect((await sendDraft()).status).toBe(201)
    clock.advance(hourMs)
    await sendDraft()
    await postEvents(order, 'send')
    clock.advance(hourMs)
    await sendDraft()
    await eventually(async () => (await announced()) >= 2)
    const enqueued = product.queries.selectFrom('outbox').select('dedupe_key').where('template', '=', 'order-draft')
    expect(await enqueued.where('to_address', '=', person.phone).execute()).toHaveLength(2)
  })

  test('[STATE-12] a draft is downloadable at once, and Download shows only with a file', async () => {
    const { person, order } = await personWithPaidOrder()
    const offered = async () => {
      const { body: one } = await person.send<Order>('GET', `/api/v3/orders/${order.id}`)
      const { body: list } = await person.send<OrderPage>('GET', '/api/v3/orders?page=0')
      expect(list.results[0]?.actions).toEqual(one.actions)
      return one.actions.filter((name) => name === 'download' || name === 'files')
    }
    await postEvents(order, 'nerd_found')
    expect(await offered()).toEqual(['files'])
    // Nobody reads the finished work before it is sent.
    await sendFile(order.number, { file: ['the paper', 'paper.txt'], type: 'file_final_draft' })
    expect(await offered()).toEqual(['files'])
    await sendFile(order.number, { file: ['a draft', 'draft.txt'], type: 'file_draft_paper' })
    expect(await offered()).toEqual(['download'])
    const { body: files } = await person.send<OrderFile[]>('GET', `/api/v3/orders/${order.id}/files`)
    expect(files.map(({ type }) => type)).toEqual(['file_draft_paper'])
    expect(await (await fetch(files[0]?.location ?? '')).text()).toBe('a draft')

    // Nor by asking for the money back, which otherwise opens the work.
    await person.send('PATCH', `/api/v3/orders/${order.id}`, { action: 'request_refund', note: 'No longer needed.' })
    for (const moved of ['decline_refund', 'quality_check', 'send']) {
      const { body } = await person.send<OrderFile[]>('GET', `/api/v3/orders/${order.id}/files`)
      expect([moved, body.map(({ type }) => type)]).toEqual([moved, ['file_draft_paper']])
      await postEvents(order, moved)
    }
    const { body: all } = await person.send<OrderFile[]>('GET', `/api/v3/orders/${order.id}/files`)
    expect(all.map(({ type }) => type)).toContain('file_final_draft')

    // The sent file is deleted again.
    const bare = await personWithPaidOrder()
    await postEvents(bare.order, 'send')
    const { product, clock } = await testProduct()
    await product.queries
      .updateTable('upload')
      .set({ deleted_at: new Date(clock.now()) })
      .where('order_id', '=', bare.order.id)
      .execute()
    const { body: sent } = await bare.person.send<Order>('GET', `/api/v3/orders/${bare.order.id}`)
    expect(sent.actions).toContain('files')
    expect(sent.actions).not.toContain('download')
  })

  test('[OPS-05][FILE-06][CAB-05] operations add a file, which only its client sees, with its type', async () => {
    const { person, order } = await personWithPaidOrder()
    const content = 'the paper\r\n--'
    const type = 'file_final_draft'
    const added = await sendFile(order.number, { file: [content, 'Aufsatz №1.txt'], type })
    expect(added).toMatchObject({ status: 201, body: { name: 'Aufsatz №1.txt', size: 13, type } })
    const path = `/api/v3/orders/${order.id}/files`
    expect((await person.send<OrderFile[]>('GET', path)).body).toEqual([])
    // A link does not lead to it before it is sent either.
    const { settings, clock } = await testProduct()
    const early = {
      clientId: person.clientId,
      uploadId: added.body._id,
      reader: 'client',
      until: clock.now() + fileLinkMs,
    } as const
    expect((await fetch(downloadLink(settings, early))).status).toBe(404)
    await postEvents(order, 'nerd_found', 'send')
    const listed = await person.send<OrderFile[]>('GET', path)
    expect(listed.body[0]).toEqual({
      _id: expect.any(String),
      size: 13,
      name: 'Aufsatz №1.txt',
      location: expect.stringContaining('/f/'),
      type,
      created_at: expect.any(String),
      deleted: false,
      revision_accept: false,
      client_accept: false,
      status: 'ready',
    })
    const download = await fetch(listed.body[0]?.location ?? '')
    expect(await download.text()).toBe(content)
    expect((await operate('GET', `/orders/${order.id}/files`)).body).toMatchObject([{ _id: added.body._id }])
    const other = await signedInPerson()
    expect((await other.send('GET', `/api/v3/orders/${order.id}/files`)).status).toBe(404)
  })

  test('[FILE-06] a file says whether it followed an accepted revision, and preceded the acceptance', async () => {
    const { clock } = await testProduct()
    const { person, order } = await personWithPaidOrder()
    const type = 'file_final_draft'
    await sendFile(order.id, { file: ['one', 'first.docx'], type })
    await postEvents(order, 'nerd_found', 'send', 'request_revision', 'accept_revision')
    clock.advance(60_000)
    await sendFile(order.id, { file: ['two', 'revised.docx'], type })
    clock.advance(60_000)
    await postEvents(order, 'complete_revision', 'accept')
    const { body } = await person.send<OrderFile[]>('GET', `/api/v3/orders/${order.id}/files`)
    expect(body.map((file) => [file.name, file.revision_accept, file.client_accept])).toEqual([
      ['first.docx', false, true],
      ['revised.docx', true, true],
    ])
  })

  test('[OPS-01] the history and the log record it, without its name', async () => {
    const { product } = await testProduct()
    const { order } = await personWithPaidOrder()
    const name = 'Ann Lee, secret.docx'
    const { body } = await sendFile(order.id, { file: ['x', name], type: 'file_draft_paper' })
    const read = await operate<OperationsOrderWithHistory>('GET', `/orders/${order.id}`)
    expect(read.body.events.at(-1)).toMatchObject({
      event: 'file_added',
      author: 'machine',
      data: { file: body._id, type: 'file_draft_paper' },
    })
    const logged = await product.queries
      .selectFrom('operations_log')
      .selectAll()
      .where('subject', '=', `order ${order.id}`)
      .execute()
    expect(logged).toMatchObject([{ author: 'machine', action: 'add file', request: { type: 'file_draft_paper' } }])
    expect(JSON.stringify([logged, read.body.events])).not.toContain('secret')
  })

  test('[OPS-05][WAIT-06] a file added by mistake is removed: nobody opens it, and no delivery counts it', async () => {
    const { product } = await testProduct()
    const { person, order } = await personWithPaidOrder()
    const type = 'file_final_draft'
    const { body: wrong } = await sendFile(order.id, { file: ['of another client', 'wrong.docx'], type })
    const clerk = await signedInStaff('clerk')
    const remove = (of: { id: string }, fileId: string) =>
      clerk.operate<OrderFile[] & ErrorBody>('POST', `/orders/${of.id}/file_removals`, { file_id: fileId })
    for (let time = 0; time < 2; time += 1)
      expect(await remove(order, wrong._id)).toMatchObject({ status: 200, body: [] })

    expect((await fetch(wrong.location ?? '')).status).toBe(404)
    expect((await person.send<OrderFile[]>('GET', `/api/v3/orders/${order.id}/files`)).body).toEqual([])
    const sent = await operate<ErrorBody>('POST', `/orders/${order.id}/events`, { event: 'send' })
    expect(sent).toMatchObject({ status: 409, body: { error_type: 'work_missing' } })
    const { events } = (await operate<OperationsOrderWithHistory>('GET', `/orders/${order.id}`)).body
    expect(events.slice(-2)).toMatchObject([
      { event: 'file_added' },
      { event: 'file_removed', author: `operations: ${clerk.name}`, data: { file: wrong._id, type } },
    ])
    await cleanBucket(product)
    expect((await objectsOf()).filter((key) => key.includes(wrong._id))).toEqual([])

    // Files of the client and of other orders stay.
    const other = await personWithPaidOrder()
    const form = await uploaded(other.person)
    await other.person.send('PATCH', `/api/v3/orders/${other.order.id}`, { files: [{ location: form.location }] })
    const { body: kept } = await sendFile(other.order.id, { file: ['x', 'kept.docx'], type })
    for (const [of, id] of [
      [other.order, form.id],
      [order, kept._id],
      [other.order, randomUUID()],
    ] as const)
      expect((await remove(of, id)).status).toBe(404)
    expect((await operate<OrderFile[]>('GET', `/orders/${other.order.id}/files`)).body).toHaveLength(2)
  })

  test('[TALK-01][FILE-04] no file of staff reaches a client unscanned: a virus or an absent scanner refuses it', async () => {
    const { product } = await testProduct()
    const { order } = await personWithPaidOrder()
    const objects = await allObjects()
    const form = { file: ['the paper', 'paper.txt'] as [string, string], type: 'file_draft_paper' }
    const scans: string[] = []
    try {
      for (const [verdict, refusal] of [
        [
          { verdict: 'infected', found: 'Eicar' },
          { status: 422, body: { error_type: 'file_refused' } },
        ],
        [{ verdict: 'too_large' }, { status: 422, body: { error_type: 'file_refused' } }],
        [{ verdict: 'unavailable' }, { status: 503 }],
      ] as const) {
        product.scanner = {
          async scan(content) {
            scans.push(await textOf(content))
            return verdict
          },
        }
        expect(await sendFile(order.number, form)).toMatchObject(refusal)
        expect(await sendFile(order.id, { file: form.file }, {}, 'conversations')).toMatchObject(refusal)
      }
      expect(scans).toEqual(Array.from({ length: 6 }, () => 'the paper'))
      expect((await operate<OrderFile[]>('GET', `/orders/${order.id}/files`)).body).toEqual([])
      expect(await allObjects()).toBe(objects)
      product.scanner = { scan: async () => ({ verdict: 'clean' }) }
      expect((await sendFile(order.number, form)).status).toBe(201)
    } finally {
      product.scanner = undefined
    }
  })

  test('[API-11] a repeat with the same key is a no-op; another file with it is refused', async () => {
    const { person, order } = await personWithPaidOrder()
    const key = { 'idempotency-key': `file-${order.id}` }
    const type = 'file_final_draft'
    const first = await sendFile(order.id, { file: ['paper', 'a.docx'], type }, key)
    const objects = await allObjects()
    expect(await sendFile(order.id, { file: ['paper', 'a.docx'], type }, key)).toEqual(first)
    expect((await sendFile(order.id, { file: ['other', 'a.docx'], type }, key)).status).toBe(422)
    expect(await allObjects()).toBe(objects)
    await postEvents(order, 'nerd_found', 'send')
    const listed = await person.send<OrderFile[]>('GET', `/api/v3/orders/${order.id}/files`)
    expect(listed.body).toHaveLength(1)
  })

  test.each([
    ['no file', { type: 'file_final_draft' }, 'file'],
    ['an empty file', { file: ['', 'a.txt'] as [string, string], type: 'file_final_draft' }, 'file'],
    ['no type', { file: ['x', 'a.txt'] as [string, string] }, 'type'],
    ['an unknown type', { file: ['x', 'a.txt'] as [string, string], type: 'essay' }, 'type'],
    ['a name that is none', { file: ['x', '../..'] as [string, string], type: 'file_final_draft' }, 'file'],
  ])('[API-10] refuses %s at its field', async (_what, fields, field) => {
    const person = await signedInPerson()
    const { id } = await person.order()
    expect(await sendFile(id, fields)).toMatchObject({ status: 422, body: { error_value: field } })
  })

  test('[API-10] refuses a body that is no form, and an unknown order', async () => {
    const { url, settings } = await testProduct()
    const authorization = `Bearer ${settings.operationsToken}`
    const { order } = await personWithPaidOrder()
    const broken = await fetch(`${url}/api/ops/orders/${order.id}/files`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'multipart/form-data; boundary=x' },
      body: 'not a form',
    })
    expect(broken.status).toBe(422)
    expect((await operate('POST', `/orders/${order.id}/files`, { file: 'x' })).status).toBe(422)
    expect((await sendFile('0000000', { file: ['x', 'a.txt'], type: 'order_form' })).status).toBe(404)
  })

  test('[API-10] no other call reads a form with files', async () => {
    const { url } = await testProduct()
    const form = new FormData()
    form.set('type', 'request_code')
    expect((await fetch(`${url}/api/v3/factor_auth`, { method: 'POST', body: form })).status).toBe(422)
  })

  describe('incomplete uploads', () => {
    /** The folder of arriving files. */
    let folder: string
    const usual = process.env.TMPDIR
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'nerdify-arriving-'))
      process.env.TMPDIR = folder
    })
    afterAll(async () => {
      if (usual === undefined) delete process.env.TMPDIR
      else process.env.TMPDIR = usual
      await rm(folder, { recursive: true })
    })
    const arriving = () => readdir(folder, { recursive: true })
    const part = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nsome'

    /** Announces a body of `bytes` and sends its start; returns the connection once the product waits for it. */
    async function announce(bytes: number): Promise<Socket> {
      const { url, settings } = await testProduct()
      const { id } = (await personWithPaidOrder()).order
      const line = connect(Number(new URL(url).port), '127.0.0.1')
      line.write(
        `POST /api/ops/orders/${id}/files HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${settings.operationsToken}\r\nconnection: close\r\ncontent-type: multipart/form-data; boundary=x\r\ncontent-length: ${bytes}\r\n\r\n`,
      )
      await expect.poll(arriving).toHaveLength(1)
      return line
    }

    test('[OPS-05][FILE-03] an aborted upload leaves nothing on the disk', async () => {
      const line = await announce(50_000_000)
      line.write(part)
      await expect.poll(arriving).toHaveLength(2)
      line.destroy()
      await expect.poll(arriving).toEqual([])
    })

    test('[OPS-05][OPS-03] a full disk is 500, and the product continues', async () => {
      const line = await announce(part.length + 1)
      const [name] = await arriving()
      await rm(join(folder, name as string), { recursive: true })
      line.write(part)
      const answer = await textOf(line)
      expect(answer).toMatch(/^HTTP\/1\.1 500 /)
      expect(answer).toContain('"error_type":"internal"')
    })

    test('[OPS-05][API-10] refuses a form that ends within its file, and removes it', async () => {
      const line = await announce(part.length)
      line.write(part)
      expect(await textOf(line)).toMatch(/^HTTP\/1\.1 422 /)
      expect(await arriving()).toEqual([])
    })
  })
})
