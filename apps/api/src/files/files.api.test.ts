import { once } from 'node:events'
import { readdir, writeFile } from 'node:fs/promises'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text as textOf } from 'node:stream/consumers'
import type { MyData } from '@nerdify/contract/client.ts'
import type { ConversationList } from '@nerdify/contract/conversations.ts'
import type { OrderFile, UploadArrival, UploadForm } from '@nerdify/contract/files.ts'
import { messagePaths } from '@nerdify/contract/message-paths.ts'
import type { FilesReceivedPage } from '@nerdify/contract/operations.ts'
import type { Order, OrderPage } from '@nerdify/contract/orders.ts'
import { infectedText, unscannableText } from '@nerdify/domain/files/file-limits.ts'
import { afterEach, describe, expect, test } from 'vitest'
import { s3Files } from '../adapters/files-s3.ts'
import { openBucket } from '../adapters/open-bucket.ts'
import { clamdScanner } from '../adapters/scanner-clamd.ts'
import type { Queries } from '../database/tables.ts'
import { uuidv7 } from '../database/uuid.ts'
import { followPaymentLink } from '../testing/cards/card-page.ts'
import { change, payOrder, readOrder } from '../testing/coupon-calls.ts'
import { fileCases } from '../testing/file-cases.ts'
import { addNerdFile, operate, personWithPaidOrder, postEvents, postNerdFile } from '../testing/operations-calls.ts'
import { startClamd } from '../testing/servers/clamd.ts'
import { testProduct } from '../testing/running-product.ts'
import { begin, pdf, post, uploaded } from '../testing/uploaded.ts'
import { mailsTo } from '../testing/subscribing.ts'
import { eventually, send, signedInPerson, type TestPerson, withForgedSignature } from '../testing/test-client.ts'
import { downloadLink, fileLinkMs } from '../keys/download-link.ts'
import { cleanBucket } from '../uploads/janitor.ts'
import { watchUnscanned } from '../uploads/watch-unscanned.ts'
import { scanWaitingUploads } from './scan-waiting-uploads.ts'
import { objectKey } from '../uploads/start-upload.ts'
import { uploadPageOf } from './upload-page.ts'

afterEach(async () => (await testProduct()).clock.reset())

const arrival = (person: TestPerson, form: UploadForm) =>
  person.send<UploadArrival>('POST', `/api/v3/uploads/${form.id}/arrival`)

const boundary = 'xyz'
const formHeaders = { 'content-type': `multipart/form-data; boundary=${boundary}` }

/** The body of a form up to the bytes of its file. */
const beginningOf = (form: UploadForm) =>
  [
    ...Object.entries(form.fields).map(([name, value]) => `name="${name}"\r\n\r\n${value}`),
    'name="file"; filename="a"\r\n\r\n',
  ]
    .map((part) => `--${boundary}\r\nContent-Disposition: form-data; ${part}`)
    .join('\r\n')

const codeOf = async (response: Response) => /<Code>(\w+)/.exec(await response.text())?.[1]

describe('uploads', () => {
  test('[FILE-01] the form matches the specification, and its file joins the order', async () => {
    const person = await signedInPerson()
    const form = await uploaded(person)
    expect(Object.keys(form.fields)).toEqual(
      expect.arrayContaining(['key', 'AWSAccessKeyId', 'acl', 'policy', 'signature']),
    )
    expect(form.fields.acl).toBe('public-read')
    expect((await arrival(person, form)).body).toEqual({ id: form.id, status: 'ready', text: null })
    const order = await person.order({ files: [{ location: form.location, size: pdf.length, filename: 'notes.pdf' }] })
    expect(order.attachments).toEqual([
      {
        id: form.id,
        filename: 'notes.pdf',
        size: pdf.length,
        ext: 'pdf',
        filetype: 'document',
        location: null,
        progress: 100,
        status: 'loaded',
      },
    ])
    const files = await person.send<OrderFile[]>('GET', `/api/v3/orders/${order.id}/files`)
    expect(files.body).toMatchObject([{ _id: form.id, name: 'notes.pdf', size: pdf.length, type: 'order_form' }])
    expect((await person.send<Order>('GET', `/api/v3/orders/${order.id}`)).body.attachments).toEqual(order.attachments)
  })

  test('[FILE-03][API-04] checks an unreported file too, and attaches it once', async () => {
    const person = await signedInPerson()
    const order = await person.order()
    const form = await uploaded(person)
    const body = { files: [{ location: form.location }] }
    const answers = await Promise.all(
      [1, 2, 3].map(() => person.send<Order>('PATCH', `/api/v3/orders/${order.id}`, body)),
    )
    expect(answers.map((each) => each.status)).toEqual([200, 200, 200])
    expect((await person.send<Order>('GET', `/api/v3/orders/${order.id}`)).body.attachments).toHaveLength(1)
  })

  test('[FILE-03] gives an unacceptable file no form, but its name and the reason', async () => {
    const person = await signedInPerson()
    for (const [filename, size, reason] of [
      ['run.exe', 5, 'run.exe is a program'],
      ['page.html', 5, 'page.html can run scripts in a browser'],
      ['report.pdf', 0, 'report.pdf is 0 bytes'],
      ['film.mp4', 200 * 1024 * 1024, 'film.mp4 is larger than 100 MB'],
    ] as const) {
      const answer = await person.send('POST', '/api/v3/uploads', { filename, size })
      expect(answer).toMatchObject({ status: 422, body: { error_value: 'filename' } })
      expect(answer.body.text).toContain(reason)
    }
  })

  test('[FILE-03] accepts 20 files for a task and names the one beyond', async () => {
    const person = await signedInPerson()
    const files: { location: string }[] = []
    for (let number = 0; number <= 20; number += 1) files.push(await uploaded(person, `part ${number}.pdf`))
    const order = await person.order({ files: files.slice(0, 20).map(({ location }) => ({ location })) })
    expect(order.attachments).toHaveLength(20)
    const more = await person.send('PATCH', `/api/v3/orders/${order.id}`, {
      files: [{ location: files[20]?.location }],
    })
    expect(more).toMatchObject({ status: 422, body: { error_value: 'files' } })
    expect(more.body.text).toContain('part 20.pdf was not added')
  })

  test.each([
    [
      'a program renamed to a paper',
      'paper.pdf',
      new Uint8Array([0x4d, 0x5a, 0x90, 0, 3, 0, 0, 0, 4, 0, 0, 0, 0xff, 0xff, 0, 0]),
    ],
    [
      'an ELF program renamed to text',
      'notes.txt',
      new Uint8Array([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
    ],
  ])('[FILE-03] (abuse 29) refuses and removes %s', async (_what, filename, content) => {
    const person = await signedInPerson()
    const { product } = await testProduct()
    const { body: form } = await begin(person, filename, content)
    expect((await post(form, content)).status).toBe(201)
    const { body } = await arrival(person, form)
    expect(body).toMatchObject({
      status: 'rejected',
      text: `${filename} is not what its name says: it is a program that can run when it is opened. If your task needs it, put it in a .zip.`,
    })
    const answer = await person.send('POST', '/api/v3/orders', { files: [{ location: form.location }] })
    expect(answer).toMatchObject({ status: 422, body: { error_value: 'files', text: body.text } })
    for await (const key of product.files.keys()) expect(key).not.toContain(form.id)
  })

  /** One file per kind of outcome; `type-by-bytes.test.ts` covers every case. */
  const representatives = fileCases.filter(({ name }) =>
    /^(patients\.csv|essay\.(txt|doc|pdf)|draft\.docx|excel\.csv|windows-1252\.csv|IMG_0001\.jpg|Voice 001\.m4a|java project\.zip|picture\.pdf|page\.(png|html)|loop\.gif|lab\.ipynb|thesis\.(docx|docm)|homework\.zip)$/.test(
      name,
    ),
  )

  test('[FILE-03][FILE-07] accepts ordinary files from clients and operations, and serves them by type', async () => {
    expect(representatives).toHaveLength(18)
    const { person, order } = await personWithPaidOrder()
    const sentByClient = async ({ name, bytes }: (typeof fileCases)[number]) => {
      const begun = await begin(person, name, bytes)
      if (begun.status !== 201) return { fault: begun.body as object as { text: string } }
      expect((await post(begun.body, bytes)).status).toBe(201)
      const { body } = await arrival(person, begun.body)
      if (body.status !== 'ready') return { fault: body }
      const files = [{ location: begun.body.location }]
      await person.send('PATCH', `/api/v3/orders/${order.id}`, { files })
      return { id: body.id }
    }
    const sentByOperations = async ({ name, bytes }: (typeof fileCases)[number]) => {
      const { status, body } = await postNerdFile(order, { name, bytes, type: 'file_draft_paper' })
      return status === 201 ? { id: body._id } : { fault: body }
    }
    for (const file of representatives) {
      for (const upload of [sentByClient, sentByOperations]) {
        const { id, fault } = await upload(file)
        if (file.refused !== undefined) {
          expect(fault?.text).toContain(file.refused)
          continue
        }
        const files = (await person.send<OrderFile[]>('GET', `/api/v3/orders/${order.id}/files`)).body
        const shown = files.find(({ _id }) => _id === id)
        expect([file.name, shown?.name]).toEqual([file.name, file.name])
        const answer = await fetch(shown?.location ?? '')
        expect(Buffer.from(await answer.arrayBuffer()).equals(file.bytes)).toBe(true)
        expect([file.name, Object.fromEntries(answer.headers)]).toMatchObject([
          file.name,
          {
            'content-type': file.served.type,
            'content-disposition': expect.stringContaining(`filename*=UTF-8''${encodeURIComponent(file.served.name)}`),
          },
        ])
      }
    }
  })

  test('[FILE-03][FILE-04] (abuse 29) serves polyglot files as attachments from another origin', async () => {
    const { settings } = await testProduct()
    const script = '<html><script>alert(document.domain)</script></html>'
    for (const [filename, content, type] of [
      ['picture.gif', `GIF89a/*${script}*/=1;alert(1)`, 'image/gif'],
      ['paper.pdf', `${pdf}${script}`, 'application/octet-stream'],
      ['notes.txt', script, 'application/octet-stream'],
      ['table.csv', "=cmd|'/c calc'!A1", 'application/octet-stream'],
    ] as const) {
      const { person, order } = await personWithPaidOrder()
      const form = await uploaded(person, filename, content)
      expect((await arrival(person, form)).body.status).toBe('ready')
      await person.send('PATCH', `/api/v3/orders/${order.id}`, { files: [{ location: form.location }] })
      const [file] = (await person.send<OrderFile[]>('GET', `/api/v3/orders/${order.id}/files`)).body
      const answer = await fetch(file?.location ?? '')
      expect(await answer.text()).toBe(content)
      expect(new URL(answer.url).origin).not.toBe(settings.publicUrl)
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-type': type,
        'content-disposition': expect.stringMatching(/^attachment; /),
        'x-content-type-options': 'nosniff',
        'content-security-policy': "sandbox; default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
        'cross-origin-resource-policy': 'same-origin',
      })
    }
  })

  test.each([
    ['a folder above', '../../etc/passwd.pdf', 'passwd.pdf'],
    ['a folder of Windows', '..\\..\\boot.pdf', 'boot.pdf'],
    ['marks that turn the direction', 'ann\u202Efdp.exe.pdf', 'annfdp.exe.pdf'],
    ['line breaks and a header', 'a\r\nSet-Cookie: x=1\r\n\r\n<b>.pdf', 'aSet-Cookie: x=1<b>.pdf'],
    ['quotes and a second name', 'a"; filename="b.exe".pdf', 'a"; filename="b.exe".pdf'],
    ['a name of dots', '.....pdf', undefined],
    ['a thousand characters', `${'long '.repeat(200)}.pdf`, expect.stringMatching(/^long .{190,198}\.pdf$/)],
  ])('[FILE-04] (abuse 29) a name with %s escapes no folder and breaks no header', async (_what, filename, kept) => {
    const { person, order } = await personWithPaidOrder()
    if (kept === undefined) {
      expect((await begin(person, filename, pdf)).status).toBe(422)
      return
    }
    const form = await uploaded(person, filename)
    expect(form.fields.key).toMatch(/^u\/[\da-f-]{36}\/[\da-f]{32}$/)
    await person.send('PATCH', `/api/v3/orders/${order.id}`, { files: [{ location: form.location }] })
    const [file] = (await person.send<OrderFile[]>('GET', `/api/v3/orders/${order.id}/files`)).body
    expect(file?.name).toEqual(kept)
    const answer = await fetch(file?.location ?? '')
    expect(await answer.text()).toBe(pdf)
    expect(answer.headers.get('set-cookie')).toBeNull()
    // A plain name in quotes, and the same name encoded.
    expect(answer.headers.get('content-disposition')).toMatch(
      /^attachment; filename="[^"\\]*"; filename\*=UTF-8''[\w.%~-]+$/,
    )
  })

  test('[API-04][API-07] (abuse 32) refuses a location of another client, of another origin or of nothing alike', async () => {
    const [person, other] = [await signedInPerson(), await signedInPerson()]
    const { filesUrl } = (await testProduct()).settings
    const [form, own] = [await uploaded(other), await uploaded(person)]
    const order = await person.order()
    for (const location of [
      form.location,
      'https://evil.example/nerdify/u/x/y',
      'file:///etc/passwd',
      'not an address',
      // Their own file, but at another origin.
      own.location.replace(filesUrl, 'https://evil.example'),
      own.location.replace('/nerdify/', '/other/'),
      own.location.replace('/u/', '/f/'),
      own.location.replace('/u/', '/u/../u/'),
      own.location.slice(0, -1),
      `${own.location}?a=1`,
      `${own.location}#a`,
      `x${own.location}`,
    ]) {
      const answer = await person.send('PATCH', `/api/v3/orders/${order.id}`, { files: [{ location }] })
      expect([location, answer]).toMatchObject([
        location,
        { status: 422, body: { error_value: 'files', error_type: 'upload_unknown' } },
      ])
    }
    const files = [{ location: own.location }]
    expect((await person.send('PATCH', `/api/v3/orders/${order.id}`, { files })).status).toBe(200)
    expect((await person.send('POST', `/api/v3/uploads/${form.id}/arrival`)).status).toBe(404)
    expect((await person.send('POST', `/api/v3/uploads/${form.id}/form`)).status).toBe(404)
    expect((await person.send('DELETE', `/api/v3/uploads/${form.id}`)).status).toBe(404)
  })

  test('[FLOW-17][FILE-04] names the file of a draft that a day later is gone', async () => {
    const { product, clock } = await testProduct()
    const person = await signedInPerson()
    const { location } = await uploaded(person, 'notes.pdf')
    clock.advance(25 * 3_600_000)
    await cleanBucket(product)
    const files = [{ location, filename: 'notes.pdf' }]
    expect(await person.send('POST', '/api/v3/orders', { type: 'Quiz', files })).toMatchObject({
      status: 422,
      body: {
        text: 'We don’t have notes.pdf anymore. Remove it and add it again.',
        error_value: 'files',
        error_type: 'upload_unknown',
      },
    })
  })

  test('[FILE-02] a failed upload gets a new form; an arrived one does not', async () => {
    const person = await signedInPerson()
    const { body: form } = await begin(person, 'notes.pdf', pdf)
    const missing = await arrival(person, form)
    expect(missing).toMatchObject({ status: 409, body: { error_type: 'upload_missing' } })
    const renewed = await person.send<UploadForm>('POST', `/api/v3/uploads/${form.id}/form`)
    expect(renewed.body).toMatchObject({ id: form.id, location: form.location })
    expect((await post(renewed.body, pdf)).status).toBe(201)
    expect((await arrival(person, form)).body.status).toBe('ready')
    expect((await person.send('POST', `/api/v3/uploads/${form.id}/form`)).status).toBe(409)
  })

  test('[FILE-04] serves the checked bytes: the form no longer reaches them', async () => {
    const { person, order } = await personWithPaidOrder()
    const form = await uploaded(person)
    await arrival(person, form)
    await person.send('PATCH', `/api/v3/orders/${order.id}`, { files: [{ location: form.location }] })
    await post(form, pdf.replace('1 0 obj', '9 9 obj'))
    const files = await person.send<OrderFile[]>('GET', `/api/v3/orders/${order.id}/files`)
    expect(await (await fetch(files.body[0]?.location ?? '')).text()).toBe(pdf)
  })

  test('[API-04] one file for two concurrent orders: one gets it, the other is refused', async () => {
    const person = await signedInPerson()
    const orders = [await person.order(), await person.order()]
    const form = await uploaded(person)
    await arrival(person, form)
    const files = [{ location: form.location }]
    const answers = await Promise.all(
      orders.map(({ id }) => person.send<Order>('PATCH', `/api/v3/orders/${id}`, { files })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422])
    const shown = await Promise.all(orders.map(({ id }) => person.send<Order>('GET', `/api/v3/orders/${id}`)))
    expect(shown.flatMap(({ body }) => body.attachments)).toHaveLength(1)
  })

  test('[CAB-05] a client can remove a file from an unpaid order, but not from a paid one', async () => {
    const person = await signedInPerson()
    const form = await uploaded(person)
    const order = await person.order({ files: [{ location: form.location }] })
    const { body: listed } = await person.send<OrderFile[]>('GET', `/api/v3/orders/${order.id}/files`)
    const link = listed[0]?.location ?? ''
    expect((await fetch(link)).status).toBe(200)
    expect((await person.send('DELETE', `/api/v3/uploads/${form.id}`)).status).toBe(200)
    // An older link checks the permission again.
    expect((await fetch(link)).status).toBe(404)
    expect((await person.send('DELETE', `/api/v3/uploads/${form.id}`)).status).toBe(200)
    expect((await person.send<Order>('GET', `/api/v3/orders/${order.id}`)).body.attachments).toEqual([])
    expect((await person.send<OrderFile[]>('GET', `/api/v3/orders/${order.id}/files`)).body).toEqual([])

    const paid = await personWithPaidOrder()
    const file = await uploaded(paid.person)
    await paid.person.send('PATCH', `/api/v3/orders/${paid.order.id}`, { files: [{ location: file.location }] })
    expect(await paid.person.send('DELETE', `/api/v3/uploads/${file.id}`)).toMatchObject({
      status: 409,
      body: { error_type: 'order_paid' },
    })
  })

  test('[CAB-11] a revision request accepts files, as the client’s', async () => {
    const { person, order } = await personWithPaidOrder()
    await postEvents(order, 'nerd_found', 'send')
    const form = await uploaded(person, 'comments.pdf')
    const files = [{ location: form.location }]
    const request = await person.send<Order>('PATCH', `/api/v3/orders/${order.id}`, {
      action: 'request_revision',
      note: 'Please see my comments.',
      files,
    })
    expect(request.status).toBe(200)
    expect((await person.send<OrderFile[]>('GET', `/api/v3/orders/${order.id}/files`)).body).toMatchObject([
      { type: 'file_final_draft' },
      { _id: form.id, type: 'client_revision_request_file' },
    ])
    expect(await person.send('PATCH', `/api/v3/orders/${order.id}`, { action: 'accept', files })).toMatchObject({
      status: 422,
      body: { error_value: 'files' },
    })
  })
})

describe('the bucket', () => {
  test.each([
    ['another key', { key: 'u/0/x' }, 'AccessDenied'],
    ['another signature', { signature: 'AAAA' }, 'SignatureDoesNotMatch'],
    [
      'the key of another upload',
      { key: 'u/01900000-0000-7000-8000-000000000000/00000000000000000000000000000000' },
      'AccessDenied',
    ],
    ['another acl', { acl: 'public-read-write' }, 'AccessDenied'],
    ['another access key', { AWSAccessKeyId: 'someone' }, 'InvalidAccessKeyId'],
    ['another type', { 'Content-Type': 'text/html' }, 'AccessDenied'],
    ['one more field', { 'x-amz-meta-a': '1' }, 'AccessDenied'],
    [
      'an altered policy',
      { policy: Buffer.from('{"expiration":"2099-01-01T00:00:00Z","conditions":[]}').toString('base64') },
      'SignatureDoesNotMatch',
    ],
  ])('[FILE-01] (abuse 30) refuses a form with %s', async (_what, forged, code) => {
    const person = await signedInPerson()
    const { body: form } = await begin(person, 'notes.pdf', pdf)
    const answer = await post({ url: form.url, fields: { ...form.fields, ...forged } }, pdf)
    expect(answer.status).toBe(403)
    expect(await codeOf(answer)).toBe(code)
    expect((await arrival(person, form)).body).toMatchObject({ error_type: 'upload_missing' })
  })

  test('[FILE-01] (abuse 30) refuses an expired form', async () => {
    const { clock } = await testProduct()
    const person = await signedInPerson()
    const { body: form } = await begin(person, 'notes.pdf', pdf)
    clock.advance(601_000)
    const answer = await post(form, pdf)
    expect([answer.status, await codeOf(answer)]).toEqual([403, 'AccessDenied'])
  })

  test('[FILE-01] (abuse 30) refuses one byte more or less than declared', async () => {
    const person = await signedInPerson()
    const { body: form } = await begin(person, 'notes.pdf', pdf)
    const more = await post(form, `${pdf}x`)
    expect([more.status, await codeOf(more)]).toEqual([400, 'EntityTooLarge'])
    const less = await post(form, pdf.slice(1))
    expect([less.status, await codeOf(less)]).toEqual([400, 'EntityTooSmall'])
  })

  test('[FILE-01] (abuse 30) cuts an endless stream at the declared size', async () => {
    const person = await signedInPerson()
    const { body: form } = await begin(person, 'notes.pdf', pdf)
    const head = beginningOf(form)
    let sent = 0
    const endless = new ReadableStream<Uint8Array>({
      start: (stream) => stream.enqueue(Buffer.from(head)),
      pull(stream) {
        sent += 65_536
        stream.enqueue(new Uint8Array(65_536))
      },
    })
    const outcome = await fetch(form.url, {
      method: 'POST',
      headers: formHeaders,
      body: endless,
      duplex: 'half',
    } as RequestInit).then(
      (answer) => answer.status,
      () => 'cut',
    )
    expect([400, 'cut']).toContain(outcome)
    expect(sent).toBeLessThan(64 * 1024 * 1024)
  })

  const unfinishedFolder = async () => join((await testProduct()).settings.dataDir, 'bucket', 'unfinished')
  const unfinished = async () => readdir(await unfinishedFolder())

  /**
   * Starts posting a form with `bytes` left after the first byte of its file; returns the connection once the first is
   * stored.
   */
  async function beginPosting(form: UploadForm, bytes: number): Promise<Socket> {
    const { hostname, port, pathname } = new URL(form.url)
    const line = connect(Number(port), hostname)
    const body = beginningOf(form) + pdf
    line.write(
      `POST ${pathname} HTTP/1.1\r\nhost: ${hostname}\r\nconnection: close\r\ncontent-type: ${formHeaders['content-type']}\r\ncontent-length: ${body.length + bytes}\r\n\r\n${body}`,
    )
    await expect.poll(unfinished).toHaveLength(1)
    return line
  }

  test('[FILE-03] (abuse 30) an aborted upload leaves nothing on the disk', async () => {
    const person = await signedInPerson()
    const { body: form } = await begin(person, 'notes.pdf', pdf)
    const line = await beginPosting(form, 50_000_000)
    line.destroy()
    await expect.poll(unfinished).toEqual([])
    expect((await arrival(person, form)).body).toMatchObject({ error_type: 'upload_missing' })
  })

  test('[FILE-03][OPS-03] a second process on the bucket keeps running uploads and removes crash leftovers', async () => {
    const { product, settings, clock } = await testProduct()
    const person = await signedInPerson()
    const { body: form } = await begin(person, 'notes.pdf', pdf)
    const rest = `\r\n--${boundary}--\r\n`
    const line = await beginPosting(form, rest.length)
    await openBucket(settings, clock, { failed: () => undefined })
    await cleanBucket(product)
    line.write(rest)
    expect(await textOf(line)).toMatch(/^HTTP\/1\.1 201 /)
    expect((await arrival(person, form)).body.status).toBe('ready')

    await writeFile(join(await unfinishedFolder(), 'ab12'), pdf)
    clock.advance(2 * 3_600_000)
    await cleanBucket(product)
    expect(await unfinished()).toEqual([])
  })

  test('[FILE-04] reading an object needs its own signed, unexpired link', async () => {
    const { product, clock } = await testProduct()
    const person = await signedInPerson()
    const form = await uploaded(person)
    expect((await fetch(form.location)).status).toBe(403)
    const link = product.files.link({
      key: form.fields.key ?? '',
      disposition: 'attachment',
      type: 'application/octet-stream',
      now: clock.now(),
      seconds: 60,
    })
    expect((await fetch(link)).status).toBe(200)
    expect((await fetch(link.replace('attachment', 'inline'))).status).toBe(403)
    expect((await fetch(link.replace(/X-Amz-Expires=60/, 'X-Amz-Expires=600'))).status).toBe(403)
    clock.advance(61_000)
    expect((await fetch(link)).status).toBe(403)
  })

  test('a malformed body, another method and another path are refused, never with 500', async () => {
    const { settings } = await testProduct()
    const bucket = `${settings.filesUrl}/nerdify`
    expect((await fetch(bucket, { method: 'POST', body: 'x' })).status).toBe(400)
    expect((await fetch(bucket, { method: 'POST', body: new FormData() })).status).toBe(400)
    expect((await fetch(bucket, { method: 'PUT', body: 'x' })).status).toBe(405)
    expect((await fetch(`${settings.filesUrl}/other`, { method: 'POST', body: new FormData() })).status).toBe(404)
    expect((await fetch(`${settings.filesUrl}/nerdify/..%2f..%2fetc/passwd`)).status).toBe(403)
    for (const path of ['//', '/%ff', '/nerdify/%ff', '/nerdify/%00']) {
      expect([path, (await fetch(settings.filesUrl + path)).status]).toEqual([
        path,
        path.includes('nerdify') ? 403 : 404,
      ])
    }
  })

  test('[SAFE-01] only this site’s pages may post, and read only the result', async () => {
    const { settings } = await testProduct()
    const allowed = async (method: string, path: string, origin = settings.publicUrl) =>
      (await fetch(settings.filesUrl + path, { method, headers: { origin } })).headers.get(
        'access-control-allow-origin',
      )
    expect(await allowed('OPTIONS', '/nerdify')).toBe(settings.publicUrl)
    expect(await allowed('POST', '/nerdify')).toBe(settings.publicUrl)
    expect(await allowed('OPTIONS', '/nerdify', 'https://evil.example')).toBeNull()
    expect(await allowed('POST', '/nerdify', 'https://evil.example')).toBeNull()
    const person = await signedInPerson()
    const order = await person.order({ files: [{ location: (await uploaded(person)).location }] })
    const [file] = (await person.send<OrderFile[]>('GET', `/api/v3/orders/${order.id}/files`)).body
    const led = await fetch(file?.location ?? '', { redirect: 'manual' })
    const stored = led.headers.get('location')?.replace(settings.filesUrl, '') ?? ''
    for (const [method, path] of [
      ['GET', stored],
      ['HEAD', stored],
      ['OPTIONS', stored],
      ['POST', stored],
      ['GET', '/nerdify'],
      ['OPTIONS', '/'],
    ] as const) {
      expect([method, path, await allowed(method, path)]).toEqual([method, path, null])
    }
  })
})

describe('downloads', () => {
  test('[FILE-04] (abuse 29) serves a file under its name as an attachment that runs nothing', async () => {
    const { person, order } = await personWithPaidOrder()
    const form = await uploaded(person, '../‮“Ann’s” é\r\nX: y.pdf')
    await person.send('PATCH', `/api/v3/orders/${order.id}`, { files: [{ location: form.location }] })
    const { body } = await person.send<OrderFile[]>('GET', `/api/v3/orders/${order.id}/files`)
    expect(body[0]?.name).toBe('“Ann’s” éX: y.pdf')
    const answer = await fetch(body[0]?.location ?? '')
    expect(answer.headers.get('content-disposition')).toBe(
      'attachment; filename="_Ann_s_ _X: y.pdf"; filename*=UTF-8\'\'%E2%80%9CAnn%E2%80%99s%E2%80%9D%20%C3%A9X%3A%20y.pdf',
    )
    expect(answer.headers.get('content-type')).toBe('application/octet-stream')
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(answer.headers.get('content-security-policy')).toBe(
      "sandbox; default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
    )
  })

  test('[FILE-04][STATE-12] a link expires within minutes, is tamper-proof, and checks permission again', async () => {
    const { clock, settings } = await testProduct()
    const { person, order } = await personWithPaidOrder()
    const form = await uploaded(person)
    await person.send('PATCH', `/api/v3/orders/${order.id}`, { files: [{ location: form.location }] })
    const { body } = await person.send<OrderFile[]>('GET', `/api/v3/orders/${order.id}/files`)
    const link = body[0]?.location ?? ''
    expect((await fetch(link)).status).toBe(200)
    expect((await fetch(withForgedSignature(link))).status).toBe(404)
    // Neither the reader nor the expiry can be altered.
    expect(link).toContain('.client.')
    expect((await fetch(link.replace('.client.', '.operations.'))).status).toBe(404)
    expect((await fetch(link.replace(/\.[^.]+(?=\.[^.]+$)/, '.zzzzzzzzz'))).status).toBe(404)
    // The redirect target works for a minute and cannot be guessed.
    const led = await fetch(link, { redirect: 'manual' })
    const object = led.headers.get('location') ?? ''
    expect([led.status, led.headers.get('cache-control')]).toEqual([302, 'no-store'])
    expect(new URL(object).pathname).toMatch(/^\/nerdify\/f\/[\da-f-]{36}\/[\da-f]{32}$/)
    expect(object).not.toContain(form.fields.key?.split('/')[2])
    expect((await fetch(object)).status).toBe(200)
    expect((await fetch(object.split('?')[0] ?? '')).status).toBe(403)
    const other = await signedInPerson()
    const forged = downloadLink(settings, {
      clientId: other.clientId,
      uploadId: form.id,
      reader: 'client',
      until: clock.now() + fileLinkMs,
    })
    expect((await fetch(forged)).status).toBe(404)
    clock.advance(61_000)
    expect((await fetch(object)).status).toBe(403)
    expect((await fetch(link)).status).toBe(200)
    clock.advance(10 * 60_000)
    const late = await fetch(link)
    expect(late.status).toBe(404)
    expect(await late.text()).toContain('This download link has expired')
  })

  test('[FILE-06] (abuse 32) the files of another client’s order are unknown', async () => {
    const { order } = await personWithPaidOrder()
    const other = await signedInPerson()
    const answer = await other.send('GET', `/api/v3/orders/${order.id}/files`)
    const unknown = await other.send('GET', '/api/v3/orders/01900000-0000-7000-8000-000000000000/files')
    expect([answer.status, answer.body]).toEqual([unknown.status, unknown.body])
    expect(answer.status).toBe(404)
  })
})

describe('the upload page', () => {
  test('[UP-04][API-07] its files join the latest active order, and operations get a notice', async () => {
    const { product, settings } = await testProduct()
    const { person, order } = await personWithPaidOrder()
    const page = await uploadPageOf(product.queries, person.clientId)
    expect(page).toMatch(/^[\w-]{22}$/)
    expect(await uploadPageOf(product.queries, person.clientId)).toBe(page)
    expect((await send('POST', `/api/webhooks/files/${page}/check`)).status).toBe(200)
    const form = await send<UploadForm>('POST', `/api/webhooks/files/${page}/form`, {
      body: { filename: 'draft.pdf', size: pdf.length },
    })
    expect((await post(form.body, pdf)).status).toBe(201)
    const received = await send('POST', `/api/webhooks/files/${page}/receive`, {
      body: { files: [{ filename: 'draft.pdf', url: form.body.location }], description: 'My draft <b>' },
    })
    expect(received.status).toBe(201)
    const { body } = await person.send<OrderFile[]>('GET', `/api/v3/orders/${order.id}/files`)
    expect(body).toMatchObject([{ name: 'draft.pdf', type: 'order_form' }])
    const history = await operate<{ events: { event: string; data: unknown }[] }>('GET', `/orders/${order.id}`)
    expect(history.body.events.at(-1)).toMatchObject({ event: 'files_received', data: { description: 'My draft <b>' } })
    // Staff also get a mail about the payment.
    await eventually(async () =>
      (await mailsTo(settings.supportEmail, order.number)).some(({ subject }) => subject.startsWith('Files for')),
    )
  })

  /** Uploads a file on an upload page; returns its address in the bucket. */
  async function pageUpload(page: string, filename: string): Promise<string> {
    const path = `/api/webhooks/files/${page}/form`
    const { body: form } = await send<UploadForm>('POST', path, { body: { filename, size: pdf.length } })
    expect((await post(form, pdf)).status).toBe(201)
    return form.location
  }

  const receive = async (page: string, files: readonly string[], description: string) => {
    const body = { files: files.map((url) => ({ filename: 'draft.pdf', url })), description }
    expect((await send('POST', `/api/webhooks/files/${page}/receive`, { body })).status).toBe(201)
  }

  const filesFrom = async (person: TestPerson) =>
    (await operate<FilesReceivedPage>('GET', `/clients/${person.clientId}/files`)).body

  const mailsAbout = async (person: TestPerson): Promise<number> => {
    const { product } = await testProduct()
    const mails = product.queries.selectFrom('outbox').select('variables').where('template', '=', 'files-received')
    return (await mails.execute()).filter(({ variables }) => variables.client === person.clientId).length
  }

  test('[OPS-11] the page of a blocked client says so at each call, until the block is lifted', async () => {
    const { product } = await testProduct()
    const person = await signedInPerson()
    const page = await uploadPageOf(product.queries, person.clientId)
    const url = await pageUpload(page, 'early.pdf')
    await operate('POST', `/clients/${person.clientId}/block`)
    const form = { filename: 'late.pdf', size: pdf.length }
    const files = { files: [{ filename: 'early.pdf', url }], description: '' }
    for (const [call, body] of [['check'], ['form', form], ['receive', files]] as const)
      expect(await send('POST', `/api/webhooks/files/${page}/${call}`, { body })).toMatchObject({
        status: 422,
        body: { error_type: 'account_blocked', text: expect.stringContaining('contact us') },
      })
    expect((await filesFrom(person)).total).toBe(0)
    await operate('POST', `/clients/${person.clientId}/unblock`)
    await receive(page, [url], '')
    expect((await filesFrom(person)).total).toBe(1)
  })

  test('[UP-04][LAW-06] keeps files without an active order; operations get a notice and download them', async () => {
    const { product, clock } = await testProduct()
    const person = await signedInPerson()
    const page = await uploadPageOf(product.queries, person.clientId)
    await receive(page, [await pageUpload(page, 'early.pdf')], 'For the task that I asked about')
    expect(await mailsAbout(person)).toBe(1)
    clock.advance(3 * 24 * 3_600_000)
    await cleanBucket(product)

    const { results, total } = await filesFrom(person)
    expect(results).toMatchObject([
      {
        description: 'For the task that I asked about',
        order_id: null,
        files: [{ name: 'early.pdf', size: pdf.length, status: 'ready', deleted: false }],
      },
    ])
    expect(total).toBe(1)
    const file = results[0]?.files[0]
    const read = await fetch(file?.location as string)
    expect([read.status, await read.text()]).toEqual([200, pdf])
    // A link for the client must not work: the page shows no files, and no order has this one.
    const own = {
      clientId: person.clientId,
      uploadId: file?._id as string,
      reader: 'client',
      until: clock.now() + fileLinkMs,
    } as const
    expect((await fetch(downloadLink(product.settings, own))).status).toBe(404)
    clock.reset()
    const { body: data } = await person.send<MyData>('GET', '/api/v3/users/client/me/data')
    expect(data.records.files_sent).toMatchObject([{ description: 'For the task that I asked about', order_id: null }])
    expect((await send('GET', `/api/ops/clients/${person.clientId}/files`, { token: person.token })).status).toBe(401)
  })

  test('[UP-04] a new description repeats the notice; an equal submission, also concurrent, does not', async () => {
    const { product } = await testProduct()
    const { person, order } = await personWithPaidOrder()
    const page = await uploadPageOf(product.queries, person.clientId)
    const files = [await pageUpload(page, 'one.pdf'), await pageUpload(page, 'two.pdf')]
    await Promise.all([receive(page, files, 'Chapter 1'), receive(page, files.toReversed(), 'Chapter 1 ')])
    await receive(page, files, 'Chapter 1')
    expect(await mailsAbout(person)).toBe(1)
    await receive(page, files, 'Chapter 2, and please mind the margins')
    expect(await mailsAbout(person)).toBe(2)
    expect((await filesFrom(person)).results).toMatchObject([
      { description: 'Chapter 2, and please mind the margins', order_id: order.id },
      { description: 'Chapter 1', order_id: order.id },
    ])
    const attached = await person.send<OrderFile[]>('GET', `/api/v3/orders/${order.id}/files`)
    expect(attached.body.map(({ name }) => name).toSorted()).toEqual(['one.pdf', 'two.pdf'])
  })

  test('[UP-04][FILE-03] attaches what fits the order, and keeps the rest for operations', async () => {
    const { product } = await testProduct()
    const person = await signedInPerson()
    const files: { location: string }[] = []
    for (let number = 1; number < 20; number += 1) files.push(await uploaded(person, `part ${number}.pdf`))
    const order = await person.order({ files: files.map(({ location }) => ({ location })) })
    const attached = async () => (await readOrder(person, order)).attachments.map(({ filename }) => filename)
    const page = await uploadPageOf(product.queries, person.clientId)
    await receive(page, [await pageUpload(page, 'fits.pdf'), await pageUpload(page, 'beyond.pdf')], 'Two more')
    expect((await attached()).slice(18)).toEqual(['part 19.pdf', 'fits.pdf'])
    const late = [await pageUpload(page, 'late.pdf')]
    await receive(page, late, 'One more')
    expect((await filesFrom(person)).results.map((batch) => batch.files.map(({ name }) => name))).toEqual([
      ['late.pdf'],
      ['fits.pdf', 'beyond.pdf'],
    ])
    expect(await mailsAbout(person)).toBe(2)
    // A refused file leaves its place to another.
    const refused = product.queries.updateTable('upload').set({ status: 'infected' })
    await refused.where('client_id', '=', person.clientId).where('file_name', '=', 'part 19.pdf').execute()
    await receive(page, late, 'One more')
    expect((await attached()).slice(18)).toEqual(['fits.pdf', 'late.pdf'])
  })

  test('[UP-04] kept files join an order that is active at a repeat', async () => {
    const { product } = await testProduct()
    const person = await signedInPerson()
    const page = await uploadPageOf(product.queries, person.clientId)
    const file = await pageUpload(page, 'early.pdf')
    await receive(page, [file], '')
    const order = await person.order()
    await receive(page, [file], '')
    const { body } = await person.send<OrderFile[]>('GET', `/api/v3/orders/${order.id}/files`)
    expect(body).toMatchObject([{ name: 'early.pdf', type: 'order_form' }])
    expect(await mailsAbout(person)).toBe(1)
  })

  test('[UP-04][STATE-14] passes over an order that was refunded while on revision', async () => {
    const { product } = await testProduct()
    const { person, order } = await personWithPaidOrder()
    const refunded = await payOrder(person, await person.order())
    await postEvents(refunded, 'nerd_found', 'send', 'request_revision', 'accept_revision', 'request_refund')
    await postEvents(refunded, 'accept_refund')
    const active = await person.send<OrderPage>('GET', '/api/v3/orders?filter=active')
    expect(active.body.results.map(({ id }) => id)).toEqual([refunded.id, order.id])
    const page = await uploadPageOf(product.queries, person.clientId)
    await receive(page, [await pageUpload(page, 'draft.pdf')], '')
    expect((await filesFrom(person)).results).toMatchObject([{ order_id: order.id }])
  })

  test('[UP-04] refuses an unknown key, a client’s id and a foreign address', async () => {
    const { product } = await testProduct()
    const [person, other] = [await signedInPerson(), await signedInPerson()]
    const page = await uploadPageOf(product.queries, person.clientId)
    for (const key of ['x', 'A'.repeat(22), person.clientId]) {
      expect((await send('POST', `/api/webhooks/files/${key}/check`)).status).toBe(404)
      expect(
        (await send('POST', `/api/webhooks/files/${key}/form`, { body: { filename: 'a.pdf', size: 1 } })).status,
      ).toBe(404)
    }
    const foreign = await uploaded(other)
    for (const url of [foreign.location, 'http://169.254.169.254/latest']) {
      const answer = await send('POST', `/api/webhooks/files/${page}/receive`, {
        body: { files: [{ filename: 'a', url }] },
      })
      expect(answer).toMatchObject({ status: 422, body: { error_value: 'files' } })
    }
  })
})

describe('[HOLD-11] a bucket that is', () => {
  const buckets: Record<string, (socket: Socket) => void> = {
    mute: (socket) => void socket.resume(),
    'not well': (socket) => void socket.end('HTTP/1.1 500 Internal Server Error\r\ncontent-length: 0\r\n\r\n'),
  }
  test.each(Object.entries(buckets))(
    '%s is 503 in words to the client who waits, and the file is there later',
    async (_what, answer) => {
      const { product } = await testProduct()
      const { files, clock } = product
      const person = await signedInPerson()
      const form = await uploaded(person)
      const server = createServer((socket) => {
        socket.on('error', () => undefined)
        answer(socket)
      })
      await once(server.listen(0, '127.0.0.1'), 'listening')
      const { port } = server.address() as AddressInfo
      const access = {
        endpoint: `http://127.0.0.1:${port}`,
        region: 'r',
        bucket: 'b',
        accessKeyId: 'a',
        secretAccessKey: 's',
      }
      product.files = s3Files(access, clock, 200)
      try {
        const refused = await arrival(person, form)
        expect(refused).toMatchObject({
          status: 503,
          body: { text: 'We can’t do this right now. Please try again in a moment.', error_type: 'unavailable' },
        })
        expect(refused.headers.get('retry-after')).toBe('5')
      } finally {
        product.files = files
        server.close()
      }
      expect((await arrival(person, form)).body).toMatchObject({ status: 'ready' })
    },
  )
})

test('[WAIT-06][API-11] a Nerd’s file stays if only the answer of its commit was lost', async () => {
  const { product } = await testProduct()
  const { order } = await personWithPaidOrder()
  const { queries } = product
  /** Commits, then loses the connection before the confirmation. */
  const execute = async (work: (within: Queries) => Promise<unknown>) => {
    await queries.transaction().execute(work)
    throw Object.assign(new Error('Connection terminated'), { code: 'ECONNRESET' })
  }
  product.queries = new Proxy(queries, {
    get: (database, name: keyof Queries) =>
      name === 'transaction' ? () => ({ execute }) : (database[name] as () => unknown).bind(database),
  })
  try {
    await expect(addNerdFile(order)).rejects.toThrow('the file was not taken')
  } finally {
    product.queries = queries
  }
  const { body: files } = await operate<OrderFile[]>('GET', `/orders/${order.id}/files`)
  expect(files).toHaveLength(1)
  expect((await fetch(files[0]?.location ?? '')).status).toBe(200)
})

describe('the scanner', () => {
  test('[HOLD-11] a silent or endless scanner leaves the file waiting', async () => {
    for (const answer of ['', 'stream: still looking ']) {
      const server = createServer((socket) => {
        socket.on('error', () => undefined).resume()
        const talk = setInterval(() => socket.write(answer), 20)
        socket.on('close', () => clearInterval(talk))
      })
      await once(server.listen(0, '127.0.0.1'), 'listening')
      const { port } = server.address() as AddressInfo
      const scanner = clamdScanner({ host: '127.0.0.1', port }, 200)
      expect(await scanner.scan(Readable.from([Buffer.from('abc')]))).toEqual({ verdict: 'unavailable' })
      server.close()
    }
  })

  /** A clamd with scripted replies. */
  async function fakeClamd(reply: (content: string) => string | undefined) {
    const server = createServer((socket) => {
      let content = Buffer.alloc(0)
      socket.on('error', () => undefined)
      socket.on('data', (bytes: Buffer) => {
        content = Buffer.concat([content, bytes])
        if (!content.subarray(-4).equals(Buffer.alloc(4))) return
        const answer = reply(content.toString('latin1'))
        if (answer === undefined) socket.destroy()
        else socket.end(`${answer}\0`)
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    return { scanner: clamdScanner({ host: '127.0.0.1', port }), close: () => server.close() }
  }

  test.each(['MaxFileSize', 'MaxScanSize', 'MaxRecursion'])(
    '[SAFE-15] a file beyond the scanner’s %s is too large for it, and no virus',
    async (limit) => {
      const clamd = await fakeClamd(() => `stream: Heuristics.Limits.Exceeded.${limit} FOUND`)
      try {
        const verdict = await clamd.scanner.scan(Readable.from([Buffer.from('abc')]))
        expect(verdict).toEqual({ verdict: 'too_large' })
      } finally {
        clamd.close()
      }
    },
  )

  test('[SAFE-15] refuses a file that the scanner cannot read in words, at once and once', async () => {
    const { product } = await testProduct()
    const clamd = await startClamd({ limitBytes: 100_000 })
    product.scanner = clamdScanner(clamd)
    try {
      const person = await signedInPerson()
      const form = await uploaded(person, 'thesis.pdf', pdf + 'x'.repeat(3_000_000))
      expect((await arrival(person, form)).body).toEqual({
        id: form.id,
        status: 'rejected',
        text: 'thesis.pdf is too large for our virus check, so we couldn’t take it. Make it smaller or split it.',
      })
      expect(clamd.scans()).toBe(1)
      const later = { ...product, clock: { now: () => product.clock.now() + 600_000 } }
      while ((await scanWaitingUploads(later)) > 0);
      expect(clamd.scans()).toBe(1)
      expect((await arrival(person, await uploaded(person))).body.status).toBe('ready')
    } finally {
      product.scanner = undefined
      await clamd.end()
    }
  })

  test('[SAFE-15] notifies support once of a file that stays unscanned for an hour', async () => {
    const { product, settings, clock } = await testProduct()
    const mails = () => mailsTo(settings.supportEmail, 'The virus scanner has not scanned files')
    product.scanner = { scan: async () => ({ verdict: 'unavailable' }) }
    const minute = 60_000
    try {
      const person = await signedInPerson()
      for (const form of [await uploaded(person), await uploaded(person)]) {
        expect((await arrival(person, form)).body.status).toBe('scanning')
      }
      clock.advance(30 * minute)
      await scanWaitingUploads(product)
      clock.advance(29 * minute)
      expect(await watchUnscanned(product)).toBe(0)
      clock.advance(2 * minute)
      await watchUnscanned(product)
      const alerts = await eventually(async () => {
        const found = await mails()
        return found.length > 0 && found
      })
      expect(alerts.map(({ subject }) => subject)).toEqual(['The virus scanner has not scanned files for an hour: 2'])
      for (const minutes of [1, 60, 3000]) {
        clock.advance(minutes * minute)
        expect(await watchUnscanned(product)).toBe(0)
      }
      product.scanner = undefined
      while ((await scanWaitingUploads(product)) > 0);
    } finally {
      product.scanner = undefined
      clock.reset()
    }
  })

  test('[FILE-04][SAFE-15] a file removed while waiting is neither scanned nor reported', async () => {
    const { product, clock } = await testProduct()
    product.scanner = { scan: async () => ({ verdict: 'unavailable' }) }
    try {
      const person = await signedInPerson()
      const form = await uploaded(person)
      expect((await arrival(person, form)).body.status).toBe('scanning')
      expect((await person.send('DELETE', `/api/v3/uploads/${form.id}`)).status).toBe(200)
      clock.advance(61 * 60_000)
      // Its object may be gone, and scanning it would delay the others.
      product.scanner = { scan: () => Promise.reject(new Error('There is no such object.')) }
      expect(await scanWaitingUploads(product)).toBe(0)
      expect(await watchUnscanned(product)).toBe(0)
    } finally {
      product.scanner = undefined
      clock.reset()
    }
  })

  test('[FILE-04] more failing files than a round takes do not delay other files', async () => {
    const { product, clock } = await testProduct()
    product.scanner = { scan: async () => ({ verdict: 'unavailable' }) }
    const putOff: Error[] = []
    try {
      const person = await signedInPerson()
      const waiting = async (content: string) => {
        const form = await uploaded(person, 'notes.pdf', content)
        expect((await arrival(person, form)).body.status).toBe('scanning')
        return form
      }
      for (let count = 0; count < 10; count += 1) await waiting(`${pdf}UNREADABLE`)
      const form = await waiting(pdf)
      clock.advance(60_000)
      product.scanner = {
        async scan(content) {
          if ((await textOf(content)).includes('UNREADABLE')) throw new Error('The bucket lost it.')
          return { verdict: 'clean' }
        },
      }
      const round = () => scanWaitingUploads({ ...product, putOff: (error) => void putOff.push(error) })
      await round()
      await round()
      expect((await arrival(person, form)).body.status).toBe('ready')
      expect(putOff.map(({ message }) => message)).toContain('The bucket lost it.')
    } finally {
      product.scanner = undefined
      clock.advance(60_000)
      while ((await scanWaitingUploads(product)) > 0);
      clock.reset()
    }
  })

  test('[FILE-04] a scan that ends after another one does not replace its outcome', async () => {
    const { product } = await testProduct()
    product.scanner = { scan: async () => ({ verdict: 'unavailable' }) }
    try {
      const person = await signedInPerson()
      const form = await uploaded(person)
      expect((await arrival(person, form)).body.status).toBe('scanning')
      product.scanner = {
        async scan() {
          const ofPerson = product.queries.updateTable('upload').where('client_id', '=', person.clientId)
          await ofPerson.set({ status: 'ready' }).execute()
          return { verdict: 'unavailable' }
        },
      }
      const later = { ...product, clock: { now: () => product.clock.now() + 60_000 } }
      while ((await scanWaitingUploads(later)) > 0);
      expect((await arrival(person, form)).body.status).toBe('ready')
    } finally {
      product.scanner = undefined
    }
  })

  test('[SAFE-15][UP-04] (abuse 30) a file refused while its submission is stored is named in words', async () => {
    const { product } = await testProduct()
    const unavailable = { verdict: 'unavailable' } as const
    const attach = async (person: TestPerson, locations: string[]) =>
      change(person, await person.order(), { files: locations.map((location) => ({ location })) })
    const submit = async ({ clientId }: TestPerson, locations: string[]) => {
      const page = await uploadPageOf(product.queries, clientId)
      const body = { files: locations.map((url) => ({ filename: 'notes.pdf', url })), description: '' }
      return send('POST', `/api/webhooks/files/${page}/receive`, { body })
    }
    try {
      for (const sendTo of [attach, submit]) {
        product.scanner = { scan: async () => unavailable }
        const person = await signedInPerson()
        const [first, second] = [await uploaded(person, 'first.pdf'), await uploaded(person, 'second.pdf')]
        expect((await arrival(person, first)).body.status).toBe('scanning')
        product.scanner = {
          // The submission has read the first file. Now a background round refuses it.
          async scan() {
            const outcome = { status: 'infected', note: infectedText('first.pdf'), scan_at: null } as const
            await product.queries.updateTable('upload').set(outcome).where('id', '=', first.id).execute()
            return unavailable
          },
        }
        expect(await sendTo(person, [first.location, second.location])).toMatchObject({
          status: 422,
          body: { error_value: 'files', error_type: 'file_refused', text: infectedText('first.pdf') },
        })
      }
    } finally {
      product.scanner = undefined
    }
  })

  test('[FILE-04][FLOW-32] an infected file leaves its order, which is then empty and cannot be paid', async () => {
    const { product } = await testProduct()
    product.scanner = { scan: async () => ({ verdict: 'unavailable' }) }
    try {
      const person = await signedInPerson()
      const order = await person.order({ details: undefined })
      const form = await uploaded(person)
      const { body } = await change(person, order, { files: [{ location: form.location }] })
      expect(body.attachments).toMatchObject([{ filename: 'notes.pdf' }])
      expect((await followPaymentLink(order.payment_link)).location).toContain('/c/pay/')
      product.scanner = { scan: async () => ({ verdict: 'infected', found: 'Eicar' }) }
      // Also while the bucket cannot remove it.
      const later = {
        ...product,
        files: { ...product.files, remove: () => Promise.reject(new Error('The bucket is busy.')) },
        clock: { now: () => product.clock.now() + 60_000 },
      }
      while ((await scanWaitingUploads(later)) > 0);
      expect((await readOrder(person, order)).attachments).toEqual([])
      expect((await followPaymentLink(order.payment_link)).location).toBe(`/order/${order.id}/details?before=payment`)
    } finally {
      product.scanner = undefined
    }
  })

  test('[FILE-04] (abuse 30) rejects an infected file in words; without a scanner a file waits unserved', async () => {
    const { product } = await testProduct()
    let isUp = false
    const clamd = await fakeClamd((content) =>
      isUp ? (content.includes('EICAR') ? 'stream: Eicar FOUND' : 'stream: OK') : undefined,
    )
    product.scanner = clamd.scanner
    try {
      const { person, order } = await personWithPaidOrder()
      const [clean, infected] = [await uploaded(person), await uploaded(person, 'bad.pdf', `${pdf}EICAR`)]
      expect((await arrival(person, clean)).body.status).toBe('scanning')
      expect((await arrival(person, infected)).body.status).toBe('scanning')
      await person.send('PATCH', `/api/v3/orders/${order.id}`, {
        files: [{ location: clean.location }, { location: infected.location }],
      })
      const path = `/api/v3/orders/${order.id}/files`
      expect((await person.send<OrderFile[]>('GET', path)).body).toMatchObject([
        { status: 'scanning', location: null },
        { status: 'scanning', location: null },
      ])
      const made = {
        clientId: person.clientId,
        uploadId: clean.id,
        reader: 'client',
        until: product.clock.now() + fileLinkMs,
      } as const
      const waiting = downloadLink(product.settings, made)
      expect((await fetch(waiting)).status).toBe(404)
      isUp = true
      const later = { ...product, clock: { now: () => product.clock.now() + 60_000 } }
      while ((await scanWaitingUploads(later)) > 0);
      const { body } = await person.send<OrderFile[]>('GET', path)
      expect(body).toMatchObject([{ name: 'notes.pdf', status: 'ready' }])
      expect(await (await fetch(waiting)).text()).toBe(pdf)
      expect((await arrival(person, infected)).body).toMatchObject({
        status: 'infected',
        text: 'bad.pdf carries a virus, so we deleted it.',
      })
    } finally {
      product.scanner = undefined
      clamd.close()
    }
  })

  /** The messages of a client's conversations, and the numbers of mails to staff and messages to the client about files. */
  async function noticesOf(person: TestPerson) {
    const { product } = await testProduct()
    const { results } = (await person.send<ConversationList>('GET', messagePaths.conversations())).body
    const sent = await product.queries.selectFrom('outbox').select(['template', 'variables']).execute()
    const templates = sent.filter(
      ({ variables }) =>
        variables.client === person.clientId ||
        results.some(({ order_id: id }) => id !== null && variables.orderId === id),
    )
    const count = (name: string) => templates.filter(({ template }) => template === name).length
    return {
      notices: results.map(({ number, last }) => [number, last.author, last.text]),
      toClient: count('order-file-refused'),
      toStaff: count('file-refused'),
    }
  }

  test.each([
    ['infected', 'notes.pdf carries a virus, so we deleted it.'],
    ['too_large', unscannableText('notes.pdf')],
  ] as const)(
    '[SAFE-15] (abuse 30) notifies client and staff of paid work whose file is %s later',
    async (verdict, why) => {
      const { product, clock } = await testProduct()
      product.scanner = { scan: async () => ({ verdict: 'unavailable' }) }
      try {
        const { person, order } = await personWithPaidOrder()
        const unpaid = await person.order()
        for (const each of [order, order, unpaid])
          await send('PATCH', `/api/v3/orders/${each.id}`, {
            token: person.token,
            body: { files: [{ location: (await uploaded(person)).location }] },
          })
        const other = await signedInPerson()
        const page = await uploadPageOf(product.queries, other.clientId)
        const files = [{ filename: 'notes.pdf', url: (await uploaded(other)).location }]
        expect((await send('POST', `/api/webhooks/files/${page}/receive`, { body: { files } })).status).toBe(201)
        const unsent = await signedInPerson()
        await arrival(unsent, await uploaded(unsent))

        product.scanner = { scan: async () => (verdict === 'infected' ? { verdict, found: 'Eicar' } : { verdict }) }
        clock.advance(60_000)
        while ((await scanWaitingUploads(product)) > 0);
        const text = `${why} Please send us another version of it here.`
        const { notices, ...sent } = await noticesOf(person)
        expect(notices.toSorted()).toEqual([order, unpaid].map(({ number }) => [number, 'system', text]).toSorted())
        expect(sent).toEqual({ toClient: 1, toStaff: 2 })
        expect(await noticesOf(other)).toEqual({ notices: [[null, 'system', text]], toClient: 0, toStaff: 1 })
        expect(await noticesOf(unsent)).toEqual({ notices: [], toClient: 0, toStaff: 0 })
      } finally {
        product.scanner = undefined
      }
    },
  )
})

test('[API-01] our own fault is 500 in the usual body without details; a retry succeeds', async () => {
  const { product } = await testProduct()
  const person = await signedInPerson()
  const form = await uploaded(person)
  product.scanner = { scan: () => Promise.reject(new Error('disk /secret/path is full')) }
  try {
    expect(await arrival(person, form)).toMatchObject({
      status: 500,
      body: { text: 'Something went wrong on our side. Please try again.', error_value: null, error_type: 'internal' },
    })
  } finally {
    product.scanner = undefined
  }
  expect((await arrival(person, form)).body).toEqual({ id: form.id, status: 'ready', text: null })
})

/** Stores an object without a row in the bucket. */
const putObject = async (key: string) =>
  (await testProduct()).product.files.write(key, Readable.from([Buffer.from('x')]), 1)

async function keysInBucket(): Promise<string[]> {
  const keys: string[] = []
  for await (const key of (await testProduct()).product.files.keys()) keys.push(key)
  return keys
}

test('[FILE-04] the janitor removes unused and refused files, and nothing else', async () => {
  const { product, clock } = await testProduct()
  const { person, order } = await personWithPaidOrder()
  const [used, unused] = [await uploaded(person), await uploaded(person, 'unused.pdf')]
  await person.send('PATCH', `/api/v3/orders/${order.id}`, { files: [{ location: used.location }] })
  const refused = await uploaded(person, 'paper.pdf', 'MZ\x90\0')
  await arrival(person, refused)
  await cleanBucket(product)
  let keys = await keysInBucket()
  expect(keys.some((key) => key.includes(unused.id))).toBe(true)
  expect(keys.some((key) => key.includes(refused.id))).toBe(false)
  clock.advance(25 * 3_600_000)
  await cleanBucket(product)
  keys = await keysInBucket()
  expect(keys.some((key) => key.includes(unused.id))).toBe(false)
  expect(keys.some((key) => key.includes(used.id))).toBe(true)
})

test('[SAFE-07][FILE-04] a second copy is refused; if a bucket accepts it, the janitor removes it', async () => {
  const { product } = await testProduct()
  const { person, order } = await personWithPaidOrder()
  for (const [filename, content] of [
    ['notes.pdf', pdf],
    ['paper.pdf', 'MZ\x90\0'],
  ] as const) {
    const form = await uploaded(person, filename, content)
    await arrival(person, form)
    const again = await post(form, content)
    expect([again.status, await codeOf(again)]).toEqual([403, 'AccessDenied'])
    const second = form.fields.key ?? ''
    expect(await keysInBucket()).not.toContain(second)
    if (filename === 'notes.pdf') {
      await person.send('PATCH', `/api/v3/orders/${order.id}`, { files: [{ location: form.location }] })
    }
    await putObject(second)
    await cleanBucket(product)
    expect(await keysInBucket()).not.toContain(second)
  }
  const [file] = (await person.send<OrderFile[]>('GET', `/api/v3/orders/${order.id}/files`)).body
  expect(await (await fetch(file?.location ?? '')).text()).toBe(pdf)
})

test('[HOLD-08][FILE-04] an object that cannot be removed keeps the janitor from no other', async () => {
  const { product, clock } = await testProduct()
  const lost = Array.from({ length: 2 }, () => objectKey('f', uuidv7(clock.now())))
  for (const key of lost) await putObject(key)
  clock.advance(31 * 24 * 3_600_000)
  let stuck: string | undefined
  const errors: Error[] = []
  const remove = async (key: string) => {
    if (lost.includes(key)) stuck ??= key
    if (key === stuck) throw new Error('locked')
    await product.files.remove(key)
  }
  await cleanBucket({ ...product, files: { ...product.files, remove }, putOff: (error) => errors.push(error) })
  const keys = await keysInBucket()
  expect(lost.filter((key) => keys.includes(key))).toEqual([stuck])
  expect(errors).toEqual([new Error('locked')])
  await cleanBucket(product)
  expect(await keysInBucket()).not.toContain(stuck)
})

test('[FILE-04][OPS-03] after a restore of an older backup the janitor keeps later uploads for 30 days', async () => {
  const { product, clock } = await testProduct()
  const lost = objectKey('f', uuidv7(clock.now()))
  // Their keys are not ours, so they belong to another program.
  const foreign = ['f/7b2c1f3e-7a5d-4c11-9f0e-2a6b8d9c0e11/abc', 'reports/2026-11/summary', 'index']
  for (const key of [lost, ...foreign]) await putObject(key)
  await cleanBucket(product)
  clock.advance(29 * 24 * 3_600_000)
  await cleanBucket(product)
  expect(await keysInBucket()).toEqual(expect.arrayContaining([lost, ...foreign]))
  clock.advance(2 * 24 * 3_600_000)
  await cleanBucket(product)
  const keys = await keysInBucket()
  expect(keys).not.toContain(lost)
  expect(keys).toEqual(expect.arrayContaining(foreign))
  for (const key of foreign) await product.files.remove(key)
})
