import { wordsLine } from '@nerdify/domain/input/one-line.ts'
import type { OrderCreation } from '@nerdify/contract/orders.ts'
import type { PriceName } from '@nerdify/domain/catalog/job-types.ts'
import { isSubject } from '@nerdify/domain/catalog/subjects.ts'
import { descriptionFrom, detailsFault } from '@nerdify/domain/orders/task-description.ts'
import { findRefusedRequest, refusedRequestText } from '@nerdify/domain/fair-dealing/refused-requests.ts'
import { subjectMissingText } from '@nerdify/domain/orders/order-texts.ts'
import { type Size, sizeFromWire } from '@nerdify/domain/pricing/units.ts'
import { unacceptable } from '../../http/refusal.ts'
import type { Quotable } from '../price/quote-order.ts'

/** The fields of an order that a client may set, as read from the wire; absent fields are absent. */
export interface OrderFields {
  title?: string
  subject?: string
  details?: string
  priceName?: PriceName
  size?: Size
  deadline?: number
  useBalance?: boolean
}

/** The columns of the fields that are stored as sent; type, size and deadline are stored with the quote. */
export type FieldColumn = Exclude<keyof OrderFields, keyof Quotable | 'useBalance'> | 'use_balance'

/**
 * Reads the sent fields (API-04); 422 at the field for an invalid size, subject or deadline, a description that is too
 * long, and a task that we refuse (LAW-05).
 */
export function readOrderFields(body: OrderCreation): OrderFields {
  const fields: OrderFields = {}
  if (body.title !== undefined) {
    const refused = findRefusedRequest(body.title)
    if (refused !== undefined) throw unacceptable(refusedRequestText(refused), 'title', 'request_refused')
    fields.title = wordsLine(body.title)
  }
  if (body.details !== undefined) {
    const fault = detailsFault(body.details)
    if (fault !== undefined) throw unacceptable(fault.text, 'details', fault.type)
    fields.details = descriptionFrom(body.details)
  }
  if (body.use_balance !== undefined) fields.useBalance = body.use_balance
  if (body.type !== undefined) fields.priceName = body.type
  if (body.subject !== undefined) {
    if (!isSubject(body.subject)) throw unacceptable(subjectMissingText, 'subject', 'subject_unknown')
    fields.subject = body.subject
  }
  if (body.size !== undefined) {
    const size = sizeFromWire(body.size)
    if (size === undefined) throw unacceptable('The size must be a number and a measure, such as "2 Pages".', 'size')
    fields.size = size
  }
  if (body.deadline !== undefined) {
    const deadline = Date.parse(body.deadline)
    if (Number.isNaN(deadline)) throw unacceptable('The deadline is not a date.', 'deadline')
    fields.deadline = deadline
  }
  return fields
}
