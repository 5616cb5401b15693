import { randomBytes, randomInt } from 'node:crypto'
import type { OrderCreation } from '@nerdify/contract/orders.ts'
import { defaultPriceName } from '@nerdify/domain/catalog/job-types.ts'
import { honourCode } from '@nerdify/domain/fair-dealing/honour-code.ts'
import type { Queries } from '../database/tables.ts'
import { uuidv7 } from '../database/uuid.ts'
import { type PricesForClient, pricesFor } from '../pricing/prices.ts'
import { readOrderFields } from './order-fields.ts'
import { friendDiscount } from './friend-discount.ts'
import { priceWithDiscount } from './order-discount.ts'
import { changeHeldOrder, insertOrder, type StoredOrder } from './orders.store.ts'
import { attachUploads } from '../files/attach-uploads.ts'
import { newQuote, priceColumns, refuseImpossible, refuseWhereRestricted, unpricedColumns } from './quote-order.ts'

/** The first version of an order; each change counts one up. */
const firstVersion = 1

/** A short number for people, drawn at random so that no global sequence is needed (API-14). */
const drawNumber = () => String(randomInt(1_000_000, 10_000_000))

/** Random bytes for many tokens: to be given a few takes as long as to be given all of these. */
const reserve = { bytes: randomBytes(0), taken: 0 }
const tokenBytes = 16

/** The token of the payment link: 128 random bits, not the order's key (payments.md 1.5). */
function drawPaymentToken(): string {
  if (reserve.taken === reserve.bytes.length) {
    reserve.bytes = randomBytes(256 * tokenBytes)
    reserve.taken = 0
  }
  const token = reserve.bytes.toString('base64url', reserve.taken, reserve.taken + tokenBytes)
  reserve.bytes.fill(0, reserve.taken, reserve.taken + tokenBytes)
  reserve.taken += tokenBytes
  return token
}

/**
 * Creates a client's order, priced at once (API-04, FLOW-16), with uploads of theirs that were looked at. 422 for what
 * cannot be ordered.
 */
export async function createOrder(
  queries: Queries,
  order: {
    clientId: string
    body: OrderCreation
    uploads?: readonly string[]
    /** The prices for this client, where they are known already. */
    prices?: PricesForClient
    now: number
    author?: string
    /** Whether only editing and explanations of problems are offered to a client of this country (LAW-04). */
    isRestricted?: (country: string | null) => boolean
  },
): Promise<StoredOrder> {
  const { clientId, now, author = 'client', isRestricted = () => false } = order
  const fields = readOrderFields(order.body)
  const prices = order.prices ?? (await pricesFor(queries, clientId))
  const quotable = {
    priceName: fields.priceName ?? defaultPriceName,
    size: fields.size ?? null,
    deadline: fields.deadline ?? null,
  }
  refuseWhereRestricted(quotable.priceName, isRestricted(prices.country))
  refuseImpossible(quotable, now, prices)
  const quote = newQuote(quotable, {}, prices, now)
  const at = new Date(now)
  const id = uuidv7(now)
  const { uploads = [] } = order
  const attachments =
    uploads.length === 0
      ? []
      : await attachUploads(queries, { clientId, orderId: id, ids: uploads, type: 'order_form', field: 'files', now })
  const friendly = quote === undefined ? undefined : await friendDiscount(queries, clientId, prices)
  const made = await insertOrder(
    queries,
    {
      client_id: clientId,
      id,
      number: drawNumber(),
      payment_token: drawPaymentToken(),
      created_at: at,
      updated_at: at,
      version: firstVersion,
      field_versions: '{}',
      price_name: quotable.priceName,
      title: fields.title ?? null,
      subject: fields.subject ?? null,
      details: fields.details ?? null,
      size_count: quotable.size?.count ?? null,
      size_measure: quotable.size?.measure ?? null,
      deadline: quotable.deadline === null ? null : new Date(quotable.deadline),
      plagiarism_check: fields.plagiarismCheck ?? false,
      use_balance: fields.useBalance ?? false,
      attachments: JSON.stringify(attachments),
      system_status: 'Unpaid',
      client_status: null,
      honour_code: author === 'client' && fields.details !== undefined ? honourCode.version : null,
      ...(quote === undefined ? unpricedColumns : priceColumns(quote, undefined)),
    },
    { id: uuidv7(now), author },
  )
  if (quote === undefined || friendly === undefined) return made
  const { columns } = await priceWithDiscount(queries, { order: made, quote, change: friendly, now })
  return changeHeldOrder(queries, made, columns)
}
