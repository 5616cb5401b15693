import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Faults } from '../faults.ts'
import { answerNonsense, cutConnection, pathOf, queryText } from '../http/http-server.ts'
import type { OutgoingCalls } from '../outgoing/outgoing-calls.ts'
import type { MessageStore } from './message-store.ts'
import { phoneEnding } from './phone-endings.ts'
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
/** Texts on a page of the list, when nothing else is asked for; and the most. */
const PAGE_SIZE = { usual: 50, most: 1000 }

/** What is answered, and whether the caller never hears of it. */
interface Answer {
  readonly status: number
  readonly body: object
  readonly isLost?: boolean
}

/** A refusal in the provider's own codes. */
const refusal = (status: number, code: number, message: string): Answer => ({
  status,
  body: { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status },
})
const PLANNED: Readonly<Record<string, Answer>> = {
  error: refusal(500, 20500, 'An internal server error has occurred'),
  error_kept: refusal(500, 20500, 'An internal server error has occurred'),
  rate_limit: refusal(429, 20429, 'Too Many Requests'),
}

function isOf(account: SmsAccount, { headers, params }: FastifyRequest): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  const wanted = `Basic ${Buffer.from(`${account.sid}:${account.authToken}`).toString('base64')}`
  const isSigned = timingSafeEqual(hash(headers.authorization ?? ''), hash(wanted))
  return isSigned && (params as { sid: string }).sid === account.sid
}

/** What is wrong with a message, if anything. */
function mistakeIn({ To, From, Body, StatusCallback }: Record<string, string | undefined>): Answer | undefined {
  if (!To) return refusal(400, 21604, "A 'To' phone number is required.")
  if (!From) return refusal(400, 21603, "A 'From' phone number is required.")
  if (!Body) return refusal(400, 21602, 'Message body is required.')
  if (!PHONE_NUMBER.test(To)) return refusal(400, 21211, `Invalid 'To' Phone Number: ${To}`)
  if (!SENDER.test(From)) return refusal(400, 21212, `Invalid 'From' Number: ${From}`)
  if ([...Body].length > LONGEST_BODY) {
    return refusal(400, 21617, `The concatenated message body exceeds the ${LONGEST_BODY} character limit.`)
  }
  if (StatusCallback !== undefined && !/^https?:\/\//.test(StatusCallback)) {
    return refusal(400, 21609, `Invalid 'StatusCallback' URL: ${StatusCallback}`)
  }
  return undefined
}

/** Twilio's wire (SBX-01): `POST /2010-04-01/Accounts/{sid}/Messages.json` takes a text, `GET` lists them, newest first. */
export function smsProvider(
  server: FastifyInstance,
  account: SmsAccount,
  parts: { messages: MessageStore; texts: TakenTexts; calls: OutgoingCalls; faults: Faults },
): void {
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

  function takeText({ body: form }: FastifyRequest): Answer {
    const fields = (form ?? {}) as Record<string, string | undefined>
    const mistake = mistakeIn(fields)
    if (mistake) return mistake
    const { To: to = '', From: from = '', Body: body = '', StatusCallback: callback } = fields
    const ending = phoneEnding(to)
    if (ending?.kind === 'refused') return refusal(ending.status, ending.code, `${ending.message}: ${to}`)

    const taken = texts.take({ to, from, body })
    const undelivered = ending?.kind === 'undelivered' ? ending : undefined
    if (!undelivered) messages.add({ channel: 'sms', to, from, subject: null, text: body, html: null })
    if (callback !== undefined) {
      report(callback, taken, 'sent')
      report(callback, taken, undelivered ? 'undelivered' : 'delivered', undelivered?.code)
    }
    return { status: 201, body: messageResource(account.sid, taken), isLost: ending?.kind === 'answer_lost' }
  }

  function listTexts(request: FastifyRequest): Answer {
    const size = Number(queryText(request, 'PageSize') || PAGE_SIZE.usual)
    if (!Number.isInteger(size) || size < 1) return refusal(400, 20001, `PageSize is not valid: ${size}`)
    const found = texts.list(Math.min(size, PAGE_SIZE.most), queryText(request, 'To') || undefined)
    const listed = found.map((text) => ({ ...messageResource(account.sid, text), status: 'delivered' }))
    return {
      status: 200,
      body: { messages: listed, page: 0, page_size: size, uri: request.url, next_page_uri: null },
    }
  }

  server.route({
    method: ['GET', 'POST'],
    url: `/${API_VERSION}/Accounts/:sid/Messages.json`,
    handler: async (request, reply) => {
      const { To: to } =
        ((request.method === 'POST' ? request.body : request.query) as { To?: string } | undefined) ?? {}
      const broken = faults.take({ provider: 'sms', method: request.method, path: pathOf(request), to })
      if (broken === 'hold') await faults.hold()
      if (broken === 'reset') return cutConnection(reply)
      if (broken === 'nonsense') return answerNonsense(reply)
      const planned = PLANNED[broken ?? '']
      const work = request.method === 'POST' ? takeText : listTexts
      const answer = planned ?? (isOf(account, request) ? work(request) : refusal(401, 20003, 'Authenticate'))
      if (broken === 'lose_response' || answer.isLost) return cutConnection(reply)
      return reply.code(answer.status).send(answer.body)
    },
  })
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
    num_segments: '1',
    price: null,
    price_unit: 'USD',
    sid,
    status: 'queued',
    subresource_uris: { media: `${uri}/Media.json` },
    to,
    uri: `${uri}.json`,
  }
}
