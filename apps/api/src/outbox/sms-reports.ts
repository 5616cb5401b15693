import type { FastifyRequest } from 'fastify'
import { isUuid } from '../database/uuid.ts'
import type { AppContext } from '../app-context.ts'
import { mailStaff } from './enqueue.ts'
import { noteAccepted, noteUndelivered } from './outbox.store.ts'
import { formFields } from '../http/requests/form-body.ts'
import { Refusal } from '../http/refusal.ts'

/**
 * Error codes of a number that cannot text anybody: the account is suspended, the number is not
 * provisioned or verified, or its campaign is suspended or missing (10DLC).
 */
const blockedSenderCodes = new Set(['30002', '30024', '30032', '30033', '30034'])
const hourMs = 3_600_000

/** Statuses in which the provider has the text and will deliver it. */
const acceptedStatuses = new Set(['accepted', 'queued', 'sending', 'sent'])

/**
 * Records the provider's report about a message (payments.md 2.2). It also settles a message with a lost answer, which
 * then needs no lookup.
 */
export async function noteSmsReport(
  product: AppContext,
  messageId: string,
  report: { providerId: string; status: string; errorCode: string | undefined },
): Promise<void> {
  if (!isUuid(messageId)) return
  const { providerId, status } = report
  const now = product.clock.now()
  if (acceptedStatuses.has(status))
    await noteAccepted(product.queries, messageId, { providerId, now, delivered: false })
  if (status === 'delivered') await noteAccepted(product.queries, messageId, { providerId, now, delivered: true })
  if (status === 'undelivered' || status === 'failed') {
    const errorCode = report.errorCode ?? status
    await noteUndelivered(product.queries, messageId, { providerId, errorCode, now })
    if (blockedSenderCodes.has(errorCode)) await notifyOfBlockedSender(product, errorCode, now)
  }
}

/** Notifies staff, once an hour: most texts are sign-in codes, which wait in no queue. */
async function notifyOfBlockedSender({ queries, settings, wake }: AppContext, errorCode: string, now: number) {
  await mailStaff(queries, now, settings, {
    template: 'texts-blocked',
    variables: { code: errorCode },
    dedupeKey: `texts-blocked:${errorCode}:${Math.floor(now / hourMs)}`,
  })
  wake.outbox()
}

/** The fields of a call signed by the SMS provider; an unsigned call is refused (400) without a trace. */
export function signedFields({ settings, sms }: AppContext, request: FastifyRequest): Record<string, string> {
  const fields = formFields(request)
  const signature = request.headers['x-twilio-signature']
  const url = settings.publicUrl + request.url
  if (sms.isSigned(url, fields, typeof signature === 'string' ? signature : undefined)) return fields
  throw new Refusal(400, 'The signature is not the provider’s.', { type: 'signature_wrong' })
}
