import { createHmac } from 'node:crypto'
import type { CallKind } from '../outgoing/outgoing-calls.ts'

/** The name of this kind among the outgoing calls. */
export const STATUS_CALLBACK = 'sms-status'

/**
 * The value of the `X-Twilio-Signature` header: the URL, then every parameter's name and value in order of the names,
 * signed with the account's token.
 */
function statusSignature(authToken: string, url: string, form: string): string {
  const sorted = [...new URLSearchParams(form)].toSorted(([a], [b]) => (a < b ? -1 : 1))
  const signed = url + sorted.map(([name, value]) => name + value).join('')
  return createHmac('sha1', authToken).update(signed).digest('base64')
}

/** Reports on a text's delivery: signed, tried once. */
export function statusCallbacks(authToken: string): CallKind {
  return {
    headers: (call) => ({
      'x-twilio-signature': statusSignature(authToken, call.url, call.body),
      'user-agent': 'TwilioProxy/1.1',
    }),
    retryDelay: () => undefined,
  }
}
