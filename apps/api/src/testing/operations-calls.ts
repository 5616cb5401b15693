import { randomInt } from 'node:crypto'
import type { ErrorBody } from '@nerdify/contract/error-body.ts'
import type { OrderFile } from '@nerdify/contract/files.ts'
import type { RegisteredNerd } from '@nerdify/contract/nerds.ts'
import type { OperationsOrderWithHistory } from '@nerdify/contract/operations.ts'
import type { Order } from '@nerdify/contract/orders.ts'
import type { QueueEntry, QueuePage } from '@nerdify/contract/queue.ts'
import type { SavedReplies, SavedReply } from '@nerdify/contract/saved-replies.ts'
import { dateOfDay } from '@nerdify/domain/books/book-days.ts'
import type { OrderFileType } from '@nerdify/domain/files/order-files.ts'
import { replaceDifferences } from '../books/day-differences.store.ts'
import { transaction } from '../database/transaction.ts'
import { uuidv7 } from '../database/uuid.ts'
import { insertText } from '../inbox/inbox.store.ts'
import { recordMoney } from '../orders/history/record-money.ts'
import { accounts, postEntry, transfer } from '../payments/ledger/ledger.store.ts'
import { bookPayment } from '../payments/settle/book-payment.ts'
import { payOrder } from './coupon-calls.ts'
import { testProduct } from './running-product.ts'
import { newPhone, type Reply, send, signedInPerson, type TestPerson } from './test-client.ts'

/** Sends a call of operations with their token. */
export async function operate<Body = ErrorBody>(
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Reply<Body>> {
  const { settings } = await testProduct()
  const token = settings.operationsToken
  return send<Body>(method, `/api/ops${path}`, { token, headers, ...(body === undefined ? {} : { body }) })
}

/** The whole queue by its cursor; `query` begins with "&". */
export async function wholeQueue(query = ''): Promise<QueueEntry[]> {
  const entries: QueueEntry[] = []
  for (let from = ''; ; ) {
    const { status, body } = await operate<QueuePage & ErrorBody>('GET', `/queue?${`${from}${query}`.slice(1)}`)
    if (status !== 200) throw new Error(`the queue was not read: ${JSON.stringify(body)}`)
    entries.push(...body.results)
    if (body.next === null) return entries
    from = `&cursor=${body.next}`
  }
}

/** Adds a Nerd to the register; returns the key. */
export async function registeredNerd(name: string, rating = 4.9): Promise<string> {
  const { status, body } = await operate<RegisteredNerd & ErrorBody>('POST', '/nerds', { name, rating })
  if (status !== 201) throw new Error(`the Nerd was not added: ${JSON.stringify(body)}`)
  return body.id
}

/** A new saved reply. */
export async function savedReply(): Promise<SavedReply> {
  const name = `Reply ${crypto.randomUUID()}`
  const { status, body } = await operate<SavedReplies & ErrorBody>('POST', '/replies', { name, text: 'Hi {client}!' })
  const saved = body.results?.find((reply) => reply.name === name)
  if (status !== 201 || saved === undefined) throw new Error(`the reply was not saved: ${JSON.stringify(body)}`)
  return saved
}

/** A day long ago with an open difference from the card provider (OPS-13). */
export async function dayThatDiffers(): Promise<string> {
  const { product, clock } = await testProduct()
  const day = dateOfDay(randomInt(11_000, 16_000))
  const refunds = { figure: 'refunds_to_cards', ours_cents: 0, theirs_cents: 500 } as const
  await replaceDifferences(product.queries, day, [{ ...refunds, compared_at: new Date(clock.now()) }])
  return day
}

interface NerdFile {
  type?: OrderFileType
  name?: string
  bytes?: string | Buffer<ArrayBuffer>
}

/** Posts a file to an order as operations do; a PDF by default. */
export async function postNerdFile(
  order: { id: string },
  { type = 'file_final_draft', name = 'essay.pdf', bytes = '%PDF-1.4\n'.padEnd(2_000) }: NerdFile = {},
): Promise<Reply<OrderFile & ErrorBody>> {
  const { url, settings } = await testProduct()
  const form = new FormData()
  form.set('type', type)
  form.set('file', new Blob([bytes], { type: 'application/pdf' }), name)
  const answer = await fetch(`${url}/api/ops/orders/${order.id}/files`, {
    method: 'POST',
    headers: { authorization: `Bearer ${settings.operationsToken}` },
    body: form,
  })
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as OrderFile & ErrorBody }
}

/** Adds a file to an order as operations do; throws if it is refused. */
export async function addNerdFile(order: { id: string }, file: NerdFile = {}): Promise<OrderFile> {
  const { status, body } = await postNerdFile(order, file)
  if (status !== 201) throw new Error(`the file was not taken: ${JSON.stringify(body)}`)
  return body
}

/** The missing file for each refusal of a delivery (WAIT-06). */
const lackingFiles: Readonly<Record<string, OrderFileType>> = {
  work_missing: 'file_final_draft',
  report_missing: 'plagiarism_report',
}

/** Required texts of events. */
const wordsOf: Readonly<Record<string, object>> = {
  decline: { tell: 'Nobody knows the subject.' },
  decline_refund: { tell: 'The work fits what was asked for.' },
  reassign: { note: 'The Nerd is ill.' },
  offer_deadline: { deadline: '2098-01-01T00:00:00.000Z' },
  extend_deadline: { note: 'Agreed by phone.', deadline: '2099-01-01T00:00:00.000Z' },
}

/** Posts an event; adds the missing file of a delivery first, so that tests need none. */
async function postEvent(order: { id: string }, event: string): Promise<Reply<OperationsOrderWithHistory & ErrorBody>> {
  const answer = await operate<OperationsOrderWithHistory & ErrorBody>('POST', `/orders/${order.id}/events`, {
    event,
    ...wordsOf[event],
  })
  const type = answer.status === 409 ? lackingFiles[answer.body.error_type ?? ''] : undefined
  if (type === undefined) return answer
  await addNerdFile(order, { type })
  return postEvent(order, event)
}

/** Posts events in sequence, with the files that deliveries need; returns the last answer. */
export async function postEvents(order: { id: string }, ...events: string[]): Promise<OperationsOrderWithHistory> {
  let last: OperationsOrderWithHistory | undefined
  for (const event of events) {
    const answer = await postEvent(order, event)
    if (answer.status !== 200) throw new Error(`${event}: ${JSON.stringify(answer.body)}`)
    last = answer.body
  }
  if (last === undefined) throw new Error('no event was posted')
  return last
}

/** A person with a paid, active order; `card` is a test card. */
export async function personWithPaidOrder(card?: string): Promise<{ person: TestPerson; order: Order }> {
  const person = await signedInPerson()
  return { person, order: await payOrder(person, await person.order(), card) }
}

/** The key of a text that waits for an answer. */
export async function unansweredText(): Promise<string> {
  const { product, clock } = await testProduct()
  const id = uuidv7(clock.now())
  await insertText(product.queries, {
    id,
    client_id: null,
    at: new Date(clock.now()),
    phone: newPhone(),
    body: 'A secret',
  })
  return id
}

/** Books a payment of an order like a card's, in cents, possibly below its price. */
export async function bookCardPayment(person: TestPerson, order: { id: string }, cents: number): Promise<void> {
  const { product } = await testProduct()
  await transaction(product.queries, (queries) =>
    bookPayment(queries, product, {
      clientId: person.clientId,
      orderId: order.id,
      ref: `test:${order.id}`,
      cardCents: cents,
      data: {},
    }),
  )
}

/** A Nerd who delivered an order. */
export async function nerdWithDelivery(): Promise<{ nerd: string; person: TestPerson; order: { id: string } }> {
  const person = await signedInPerson()
  const order = await person.order()
  await bookCardPayment(person, order, 4_800)
  const nerd = await registeredNerd('Tipped')
  await operate('POST', `/orders/${order.id}/events`, { event: 'nerd_found', nerd })
  await postEvents(order, 'send')
  return { nerd, person, order }
}

/** Books a tip of an order like a card's, in cents; a negative one is a refund. */
export async function bookCardTip(order: { id: string }, cents: number): Promise<void> {
  const { product, clock } = await testProduct()
  const now = clock.now()
  await transaction(product.queries, async (queries) => {
    const { client_id: clientId } = await queries
      .selectFrom('client_order')
      .select('client_id')
      .where('id', '=', order.id)
      .executeTakeFirstOrThrow()
    await postEntry(queries, {
      clientId,
      orderId: order.id,
      kind: 'tip',
      ref: `test-tip:${uuidv7(now)}`,
      at: now,
      lines: transfer(cents, { from: accounts.gateway, to: accounts.tips(order.id) }),
      data: {},
    })
    await recordMoney(queries, 'tip', { clientId, orderId: order.id, cents, now })
  })
}
