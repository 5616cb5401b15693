import { randomUUID } from 'node:crypto'
import type { OutgoingCalls } from '../outgoing/outgoing-calls.ts'
import type { SmsAccount } from './sms-provider.ts'

/** The name of this kind among the outgoing calls; signed as a status report is. */
export const INCOMING_TEXT = 'sms-incoming'

/** What somebody texts to a number of the account. */
export interface IncomingText {
  readonly from: string
  readonly to: string
  readonly body: string
}

/** Passes texts on to the account's address for them, as the provider's webhook does; answers the text's id. */
export function incomingTexts(account: SmsAccount, url: string, calls: OutgoingCalls): (text: IncomingText) => string {
  return ({ from, to, body }) => {
    const sid = `SM${randomUUID().replaceAll('-', '')}`
    const form = new URLSearchParams({
      AccountSid: account.sid,
      ApiVersion: '2010-04-01',
      Body: body,
      From: from,
      MessageSid: sid,
      NumMedia: '0',
      NumSegments: '1',
      SmsMessageSid: sid,
      SmsSid: sid,
      SmsStatus: 'received',
      To: to,
    })
    const content_type = 'application/x-www-form-urlencoded; charset=utf-8'
    calls.add({ kind: INCOMING_TEXT, subject: sid, url, content_type, body: form.toString() })
    return sid
  }
}
