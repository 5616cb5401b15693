import type { FastifyRequest } from 'fastify'
import { formFields } from '../http/requests/form-body.ts'
import { Refusal } from '../http/refusal.ts'
import type { Product } from '../product.ts'

/** The fields of a call that the SMS provider signed; anybody else's is refused (400) and leaves no trace. */
export function signedFields({ settings, sms }: Product, request: FastifyRequest): Record<string, string> {
  const fields = formFields(request)
  const signature = request.headers['x-twilio-signature']
  const url = settings.publicUrl + request.url
  if (sms.isSigned(url, fields, typeof signature === 'string' ? signature : undefined)) return fields
  throw new Refusal(400, 'The signature is not the provider’s.', { type: 'signature_wrong' })
}
