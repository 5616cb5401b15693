import { createHash, timingSafeEqual } from 'node:crypto'
import type { Faults } from '../faults.ts'
import { CUT_CONNECTION, type HttpHandler, type HttpReply, type HttpRequest } from '../http/http-server.ts'
import { jsonReply, NONSENSE } from '../http/replies.ts'
import type { OutgoingCalls } from '../outgoing/outgoing-calls.ts'
import type { MessageStore } from './message-store.ts'
import { phoneEnding } from './phone-endings.ts'
import { countSegments } from './segments.ts'
import { STATUS_CALLBACK } from './status-callbacks.ts'
import type { TakenText, TakenTexts } from './taken-texts.ts'

/** The one account of the SMS provider. */
export interface SmsAccount {
  readonly sid: string
  readonly authToken: string
}

const API_VERSION = '2010-04-01'
const LONGEST_BODY = 1600
const PHONE_NUMBER = /^\+[1-9]\d{6,14}$/
/** A number, a short code or a name of letters and digits. */
const SENDER = /^(\+[1-9]\d{6,14}|\d{5,6}|(?=.*[A-Za-z])[A-Za-z0-9 ]{1,11})$/

function refusal(status: number, code: number, message: string): HttpReply {
  return jsonReply({ code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status }, status)
}

function sameSecret(given: string, wanted: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(given), hash(wanted))
}

function isOf(account: SmsAccount, { headers, params }: HttpRequest): boolean {
  const wanted = `Basic ${Buffer.from(`${account.sid}:${account.authToken}`).toString('base64')}`
  return sameSecret(headers.authorization ?? '', wanted) && params['sid'] === account.sid
}

/** What is wrong with a message, in the provider's own codes. */
function fault(to: string, from: string, body: string, callback: string | null): HttpReply | undefined {
  if (to === '') return refusal(400, 21604, "A 'To' phone number is required.")
  if (from === '') return refusal(400, 21603, "A 'From' phone number is required.")
  if (body === '') return refusal(400, 21602, 'Message body is required.')
  if (!PHONE_NUMBER.test(to)) return refusal(400, 21211, `Invalid 'To' Phone Number: ${to}`)
  if (!SENDER.test(from)) return refusal(400, 21212, `Invalid 'From' Number: ${from}`)
  if ([...body].length > LONGEST_BODY) {
    return refusal(400, 21617, `The concatenated message body exceeds the ${LONGEST_BODY} character limit.`)
  }
  if (callback !== null && !/^https?:$/.test(URL.canParse(callback) ? new URL(callback).protocol : '')) {
    return refusal(400, 21609, `Invalid 'StatusCallback' URL: ${callback}`)
  }
  return undefined
}

/** `POST /2010-04-01/Accounts/{sid}/Messages.json` on Twilio's wire (SBX-01). */
export function smsProvider(
  account: SmsAccount,
  parts: { messages: MessageStore; texts: TakenTexts; calls: OutgoingCalls; faults: Faults },
): HttpHandler {
  const { messages, texts, calls, faults } = parts

  function report(url: string, { sid, to, from }: TakenText, status: string, errorCode?: number): void {
    const form = new URLSearchParams({
      AccountSid: account.sid,
      ApiVersion: API_VERSION,
      From: from,
      MessageSid: sid,
      MessageStatus: status,
      SmsSid: sid,
      SmsStatus: status,
      To: to,
      ...(errorCode !== undefined && { ErrorCode: String(errorCode) }),
    })
    const content_type = 'application/x-www-form-urlencoded; charset=utf-8'
    calls.add({ kind: STATUS_CALLBACK, subject: sid, url, content_type, body: form.toString() })
  }

  return async (request) => {
    const broken = faults.take('sms', request.method, request.url.pathname)
    if (broken === 'hold') await faults.hold()
    if (broken === 'reset') return CUT_CONNECTION
    if (broken === 'nonsense') return NONSENSE
    if (broken === 'rate_limit') return refusal(429, 20429, 'Too Many Requests')
    if (broken === 'error' || broken === 'error_kept') {
      return refusal(500, 20500, 'An internal server error has occurred')
    }
    if (!isOf(account, request)) return refusal(401, 20003, 'Authenticate')
    const form = new URLSearchParams(request.body)
    const to = form.get('To') ?? ''
    const from = form.get('From') ?? ''
    const body = form.get('Body') ?? ''
    const callback = form.get('StatusCallback')
    const wrong = fault(to, from, body, callback)
    if (wrong) return wrong
    const ending = phoneEnding(to)
    if (ending?.kind === 'refused') return refusal(ending.status, ending.code, `${ending.message}: ${to}`)

    const taken = texts.take({ to, from, body })
    if (ending?.kind !== 'undelivered') {
      messages.add({ channel: 'sms', to, from, subject: null, text: body, html: null })
    }
    if (callback !== null) {
      report(callback, taken, 'sent')
      if (ending?.kind === 'undelivered') report(callback, taken, 'undelivered', ending.code)
      else report(callback, taken, 'delivered')
    }
    if (broken === 'lose_response' || ending?.kind === 'answer_lost') return CUT_CONNECTION
    return jsonReply(messageResource(account.sid, taken), 201)
  }
}

/** Texts on a page of the list, when nothing else is asked for; and the most. */
const PAGE_SIZE = { usual: 50, most: 1000 }

/** `GET /2010-04-01/Accounts/{sid}/Messages.json`: the account's texts, newest first, narrowed by `To`. */
export function listTexts(account: SmsAccount, texts: TakenTexts, faults: Faults): HttpHandler {
  return (request) => {
    const broken = faults.take('sms', request.method, request.url.pathname)
    if (broken === 'reset' || broken === 'lose_response') return CUT_CONNECTION
    if (broken === 'nonsense') return NONSENSE
    if (broken === 'rate_limit') return refusal(429, 20429, 'Too Many Requests')
    if (broken !== undefined) return refusal(500, 20500, 'An internal server error has occurred')
    if (!isOf(account, request)) return refusal(401, 20003, 'Authenticate')
    const { searchParams, pathname, search } = request.url
    const size = Number(searchParams.get('PageSize') ?? PAGE_SIZE.usual)
    if (!Number.isInteger(size) || size < 1) return refusal(400, 20001, `PageSize is not valid: ${size}`)
    const found = texts.list(Math.min(size, PAGE_SIZE.most), searchParams.get('To') ?? undefined)
    return jsonReply({
      messages: found.map((text) => ({ ...messageResource(account.sid, text), status: 'delivered' })),
      page: 0,
      page_size: size,
      uri: pathname + search,
      next_page_uri: null,
    })
  }
}

/** The message resource as the provider answers it right after taking it. */
function messageResource(accountSid: string, { sid, to, from, body, createdAt }: TakenText): object {
  const uri = `/${API_VERSION}/Accounts/${accountSid}/Messages/${sid}`
  const now = new Date(createdAt).toUTCString().replace('GMT', '+0000')
  return {
    account_sid: accountSid,
    api_version: API_VERSION,
    body,
    date_created: now,
    date_sent: null,
    date_updated: now,
    direction: 'outbound-api',
    error_code: null,
    error_message: null,
    from,
    messaging_service_sid: null,
    num_media: '0',
    num_segments: String(countSegments(body)),
    price: null,
    price_unit: 'USD',
    sid,
    status: 'queued',
    subresource_uris: { media: `${uri}/Media.json` },
    to,
    uri: `${uri}.json`,
  }
}
