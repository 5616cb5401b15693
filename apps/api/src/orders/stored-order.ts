import type { Insertable, Selectable, Updateable } from 'kysely'
import type { OrderTable } from '../database/tables.ts'

/** An order as it is stored; money in cents, instants in epoch milliseconds. */
export type StoredOrder = Selectable<OrderTable>
/** The columns of an order that a change sets. */
export type OrderChangeSet = Updateable<OrderTable>

/** The columns that a new order need not bring, with what the database puts there. */
export const untouchedOrder = {
  price_name: null,
  title: null,
  subject: null,
  details: null,
  size_count: null,
  size_measure: null,
  deadline: null,
  plagiarism_check: false,
  quote_cents: 0,
  discount_cents: 0,
  service_cents: 0,
  price_cents: 0,
  quoted_at: null,
  services: {},
  discount_code: null,
  discount: null,
  discount_error_type: null,
  discount_error_value: null,
  paid_cents: 0,
  refunded_cents: 0,
  system_status: null,
  client_status: null,
  mark: 0,
  tags: [],
  additional: [],
  profile_arch: 0,
  declined: false,
  is_promo: false,
  is_complex: false,
  tips_paid: false,
  tips_cents: 0,
  sent_at: null,
  client_accept_at: null,
  revision_accept_at: null,
  revision_deadline: null,
  refund_accept_at: null,
  payment_link_sent_at: null,
  use_balance: false,
  held_cents: 0,
  attachments: [],
  writer_revision_complete_at: null,
  price_fixed: false,
  recalled_at: null,
  honour_code: null,
  preferred_worker: null,
} as const satisfies Partial<StoredOrder>

type Untouched = keyof typeof untouchedOrder

/** The columns that go to the database as JSON text and come from it as what that says. */
const jsonColumns = [
  'field_versions',
  'services',
  'discount',
  'discount_error_value',
  'attachments',
] as const satisfies readonly (keyof StoredOrder)[]
const isJson: ReadonlySet<string> = new Set(jsonColumns)

/** A row with columns written into it, as a reading of it would answer; a column that is not given stays as it was. */
export function withColumns(
  row: StoredOrder | (Pick<StoredOrder, Untouched> & Partial<StoredOrder>),
  columns: Insertable<OrderTable> | OrderChangeSet,
): StoredOrder {
  const read: Record<string, unknown> = { ...row }
  for (const [name, value] of Object.entries(columns)) {
    if (value === undefined) continue
    if (value instanceof Date) read[name] = value.getTime()
    else read[name] = isJson.has(name) && value !== null ? JSON.parse(value as string) : value
  }
  return read as unknown as StoredOrder
}
