import { isUuid } from '../database/uuid.ts'
import type { Product } from '../product.ts'
import { noteTaken, noteUndelivered } from './outbox.store.ts'

/** What the provider says of a text, in its own words. */
export interface SmsReport {
  providerId: string
  status: string
  errorCode: string | undefined
}

/** Statuses that say that the provider has the text and is about to deliver it. */
const taken = new Set(['accepted', 'queued', 'sending', 'sent'])

/**
 * Notes what the provider reports of a message (payments.md 2.2). It also settles a message whose answer was lost, so that
 * nobody asks whether it went out.
 */
export async function noteSmsReport(product: Product, messageId: string, report: SmsReport): Promise<void> {
  if (!isUuid(messageId)) return
  const { providerId, status } = report
  const now = product.clock.now()
  if (taken.has(status)) await noteTaken(product.queries, messageId, { providerId, now, delivered: false })
  if (status === 'delivered') await noteTaken(product.queries, messageId, { providerId, now, delivered: true })
  if (status === 'undelivered' || status === 'failed') {
    const errorCode = report.errorCode ?? status
    await noteUndelivered(product.queries, messageId, { providerId, errorCode, now })
  }
}
