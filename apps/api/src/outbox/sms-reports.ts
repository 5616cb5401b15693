import type { FastifyRequest } from 'fastify'
import { isUuid } from '../database/uuid.ts'
import type { AppContext } from '../app-context.ts'
import { noteTaken, noteUndelivered } from './outbox.store.ts'
import { formFields } from '../http/requests/form-body.ts'
import { Refusal } from '../http/refusal.ts'

/** Statuses that say that the provider has the text and is about to deliver it. */
const taken = new Set(['accepted', 'queued', 'sending', 'sent'])

/**
 * Notes what the provider reports of a message (payments.md 2.2). It also settles a message whose answer was lost, so that
 * nobody asks whether it went out.
 */
export async function noteSmsReport(
  product: AppContext,
  messageId: string,
  report: { providerId: string; status: string; errorCode: string | undefined },
): Promise<void> {
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

/** The fields of a call that the SMS provider signed; anybody else's is refused (400) and leaves no trace. */
export function signedFields({ settings, sms }: AppContext, request: FastifyRequest): Record<string, string> {
  const fields = formFields(request)
  const signature = request.headers['x-twilio-signature']
  const url = settings.publicUrl + request.url
  if (sms.isSigned(url, fields, typeof signature === 'string' ? signature : undefined)) return fields
  throw new Refusal(400, 'The signature is not the provider’s.', { type: 'signature_wrong' })
}
