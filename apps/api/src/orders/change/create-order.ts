import { randomBytes, randomInt } from 'node:crypto'
import type { OrderCreation } from '@nerdify/contract/orders.ts'
import { honourCode } from '@nerdify/domain/fair-dealing/honour-code.ts'
import { drawOrderNumbers } from '@nerdify/domain/orders/order-number.ts'
import { accountErased } from '../../accounts/find-client.ts'
import type { Queries } from '../../database/tables.ts'
import { uuidv7 } from '../../database/uuid.ts'
import { pricesFor } from '../../pricing/prices.ts'
import { type FieldColumn, readOrderFields } from './order-fields.ts'
import { friendDiscount } from '../price/friend-discount.ts'
import { priceWithDiscount } from '../price/order-discount.ts'
import { insertOrder, type StoredOrder, updateOrder } from '../orders.store.ts'
import { attachUploads } from '../../uploads/attach-uploads.ts'
import {
  newQuote,
  priceColumns,
  type Quotable,
  quotableColumns,
  refuseImpossible,
  refuseWhereRestricted,
  unpricedColumns,
} from '../price/quote-order.ts'

/** The first version of an order; each change adds one. */
const firstVersion = 1

/** The token of the payment link: 128 random bits, not the order's key (payments.md 1.5). */
const drawPaymentToken = () => randomBytes(16).toString('base64url')

/**
 * Creates a client's order, priced at once (API-04, FLOW-16), with their settled uploads. 422 if it cannot be ordered,
 * 409 for an erased account.
 */
export async function createOrder(
  queries: Queries,
  order: {
    clientId: string
    body: OrderCreation
    uploads?: readonly string[]
    now: number
    author?: string
    /** The client agrees to the honor code by describing the task (LAW-03). */
    agrees?: boolean
    /** Whether only editing and explanations of problems are offered to a client of this country (LAW-04). */
    isRestricted?: (country: string | null) => boolean
  },
): Promise<StoredOrder> {
  const { clientId, now, author = 'client', agrees = author === 'client', isRestricted = () => false } = order
  const fields = readOrderFields(order.body)
  const prices = await pricesFor(queries, clientId, { lock: 'key share' })
  if (prices.isErased) throw accountErased()
  const quotable = {
    priceName: fields.priceName ?? null,
    size: fields.size ?? null,
    deadline: fields.deadline ?? null,
    plagiarismCheck: order.body.plagiarism_check,
  }
  refuseWhereRestricted(quotable.priceName, isRestricted(prices.country))
  refuseImpossible(quotable, now, prices)
  const quote = newQuote(quotable, {}, prices, now)
  const id = uuidv7(now)
  const { uploads = [] } = order
  const files = { clientId, orderId: id, ids: uploads, type: 'order_form', now } as const
  const attachments = uploads.length === 0 ? [] : await attachUploads(queries, files)
  const gift = quote === undefined ? undefined : friendDiscount(prices)
  const row = await insertOrder(
    queries,
    {
      client_id: clientId,
      id,
      payment_token: drawPaymentToken(),
      created_at: new Date(now),
      updated_at: new Date(now),
      version: firstVersion,
      field_versions: '{}',
      ...taskColumns(fields, quotable),
      attachments: JSON.stringify(attachments),
      system_status: 'Unpaid',
      client_status: null,
      honour_code: agrees && (fields.details !== undefined || uploads.length > 0) ? honourCode.version : null,
      ...(quote === undefined ? unpricedColumns : priceColumns(quote, undefined)),
    },
    { numbers: drawOrderNumbers(randomInt), event: { id: uuidv7(now), author } },
  )
  if (quote === undefined || gift === undefined) return row
  const { columns } = await priceWithDiscount(queries, { order: row, quote, change: gift, tags: prices.tags, now })
  return updateOrder(queries, clientId, row.id, columns)
}

/** The columns of the known fields. */
function taskColumns(fields: ReturnType<typeof readOrderFields>, quotable: Quotable) {
  const own = {
    title: fields.title ?? null,
    subject: fields.subject ?? null,
    details: fields.details ?? null,
    use_balance: fields.useBalance ?? false,
  } satisfies Record<FieldColumn, unknown>
  return { ...quotableColumns(quotable), ...own, plagiarism_check: quotable.plagiarismCheck ?? false }
}
