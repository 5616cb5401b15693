import { createHmac, randomUUID } from 'node:crypto'
import type { CallKind, OutgoingCalls } from '../outgoing/outgoing-calls.ts'

/** The kind of these calls in the outgoing queue. */
export const smsKind = 'sms'

/** The version of the API that the sandbox speaks. */
export const apiVersion = '2010-04-01'

/** The id of a text, in the SMS provider's style. */
export const newTextId = (): string => `SM${randomUUID().replaceAll('-', '')}`

/**
 * The value of the `X-Twilio-Signature` header: the URL, then every parameter's name and value sorted by name, signed
 * with the account's token.
 */
function signature(authToken: string, url: string, form: string): string {
  const sorted = [...new URLSearchParams(form)].toSorted(([a], [b]) => (a < b ? -1 : 1))
  const signed = url + sorted.map(([name, value]) => name + value).join('')
  return createHmac('sha1', authToken).update(signed).digest('base64')
}

/** The SMS provider's webhooks about texts: signed, sent once. */
export function smsCalls(authToken: string): CallKind {
  return {
    headers: (call) => ({ 'x-twilio-signature': signature(authToken, call.url, call.body) }),
    retryDelay: () => undefined,
  }
}

/** The numbers and the id of a text. */
export interface AboutText {
  readonly sid: string
  readonly from: string
  readonly to: string
}

/** Queues a webhook about a text that the account sent or received; `more` has the result. */
export function queueTextWebhook(
  calls: OutgoingCalls,
  { accountSid, url }: { readonly accountSid: string; readonly url: string },
  { sid, from, to }: AboutText,
  more: Readonly<Record<string, string>>,
): void {
  const about = { AccountSid: accountSid, ApiVersion: apiVersion, From: from, MessageSid: sid, SmsSid: sid, To: to }
  const body = new URLSearchParams({ ...about, ...more }).toString()
  const content_type = 'application/x-www-form-urlencoded; charset=utf-8'
  calls.add({ kind: smsKind, subject: sid, url, content_type, body })
}
