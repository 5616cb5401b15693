import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Faults } from '../faults.ts'
import { sendProxyErrorPage, cutConnection, pathOf, queryText } from '../http/http-server.ts'
import type { OutgoingCalls } from '../outgoing/outgoing-calls.ts'
import type { MessageStore, AcceptedText } from './message-store.ts'
import { phoneEnding } from './phone-endings.ts'
import { apiVersion, queueTextWebhook } from './sms-calls.ts'

/** The one account of the SMS provider. */
export interface SmsAccount {
  readonly sid: string
  readonly authToken: string
  /** The webhook of its numbers. */
  readonly replyUrl: string
}

const longestBody = 1600
const phoneNumber = /^\+[1-9]\d{6,14}$/
/** The default page size of the list. */
const usualPage = 50
const longestPage = 1000

interface Answer {
  readonly status: number
  readonly body: object
}

/** A refusal in the provider's own codes. */
const refusal = (status: number, code: number, message: string): Answer => ({
  status,
  body: { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status },
})
const plannedAnswers: Readonly<Record<string, Answer>> = {
  error: refusal(500, 20500, 'An internal server error has occurred'),
  error_kept: refusal(500, 20500, 'An internal server error has occurred'),
  rate_limit: refusal(429, 20429, 'Too Many Requests'),
}

function isOf({ sid, authToken }: SmsAccount, { headers, params }: FastifyRequest): boolean {
  const expected = `Basic ${Buffer.from(`${sid}:${authToken}`).toString('base64')}`
  return headers.authorization === expected && (params as { sid: string }).sid === sid
}

/** The error in a message, if any. */
function mistakeIn({ To = '', From = '', Body = '' }: Record<string, string | undefined>): Answer | undefined {
  if (!phoneNumber.test(To)) return refusal(400, 21211, `Invalid 'To' Phone Number: ${To}`)
  if (!phoneNumber.test(From)) return refusal(400, 21212, `Invalid 'From' Number: ${From}`)
  if (Body === '') return refusal(400, 21602, 'Message body is required.')
  if ([...Body].length > longestBody) {
    return refusal(400, 21617, `The concatenated message body exceeds the ${longestBody} character limit.`)
  }
  return undefined
}

/**
 * Twilio's wire (SBX-01): `POST /2010-04-01/Accounts/{sid}/Messages.json` accepts a text, `GET` lists them, newest
 * first. The account is a paid one, and has every number.
 */
export function smsProvider(
  server: FastifyInstance,
  account: SmsAccount,
  { messages, calls, faults }: { messages: MessageStore; calls: OutgoingCalls; faults: Faults },
): void {
  function takeText({ body: form }: FastifyRequest): Answer {
    const fields = (form ?? {}) as Record<string, string | undefined>
    const mistake = mistakeIn(fields)
    if (mistake) return mistake
    const { To: to = '', From: from = '', Body: body = '', StatusCallback: callback } = fields
    const ending = phoneEnding(to)
    if (ending?.status !== undefined) return refusal(ending.status, ending.code, `${ending.message}: ${to}`)

    const accepted = messages.acceptText({ to, from, body })
    if (!ending) messages.add({ channel: 'sms', to, from, subject: null, text: body, html: null })
    if (callback !== undefined) {
      const address = { accountSid: account.sid, url: callback }
      const end: Record<string, string> = ending
        ? { MessageStatus: 'undelivered', ErrorCode: String(ending.code) }
        : { MessageStatus: 'delivered' }
      queueTextWebhook(calls, address, accepted, { MessageStatus: 'sent' })
      queueTextWebhook(calls, address, accepted, end)
    }
    return { status: 201, body: messageResource(account.sid, accepted, 'queued') }
  }

  function listTexts(request: FastifyRequest): Answer {
    const size = Math.min(Number(queryText(request, 'PageSize')) || usualPage, longestPage)
    const found = messages.texts(size, queryText(request, 'To') || undefined)
    return { status: 200, body: { messages: found.map((text) => messageResource(account.sid, text, 'delivered')) } }
  }

  const accountUrl = `/${apiVersion}/Accounts/:sid`
  const read = (url: string, answer: (request: FastifyRequest) => object) =>
    server.get(url, async (request, reply) => {
      const { status, body } = isOf(account, request)
        ? { status: 200, body: answer(request) }
        : refusal(401, 20003, 'Authenticate')
      return reply.code(status).send(body)
    })
  read(`${accountUrl}.json`, () => ({ sid: account.sid, status: 'active', type: 'Full' }))
  read(`${accountUrl}/IncomingPhoneNumbers.json`, (request) => ({
    incoming_phone_numbers: [
      {
        phone_number: queryText(request, 'PhoneNumber'),
        capabilities: { mms: true, sms: true, voice: true },
        sms_application_sid: '',
        sms_method: 'POST',
        sms_url: account.replyUrl,
      },
    ],
  }))

  server.route({
    method: ['GET', 'POST'],
    url: `${accountUrl}/Messages.json`,
    handler: async (request, reply) => {
      const { To: to } =
        ((request.method === 'POST' ? request.body : request.query) as { To?: string } | undefined) ?? {}
      const fault = faults.take({ provider: 'sms', method: request.method, path: pathOf(request), to })
      if (fault === 'hold') await faults.hold()
      if (fault === 'reset') return cutConnection(reply)
      if (fault === 'nonsense') return sendProxyErrorPage(reply)
      const planned = plannedAnswers[fault ?? '']
      const work = request.method === 'POST' ? takeText : listTexts
      const answer = planned ?? (isOf(account, request) ? work(request) : refusal(401, 20003, 'Authenticate'))
      if (fault === 'lose_response') return cutConnection(reply)
      return reply.code(answer.status).send(answer.body)
    },
  })
}

/** The message resource, as far as the sandbox fills it. */
function messageResource(accountSid: string, { createdAt, ...text }: AcceptedText, status: string): object {
  const date_created = new Date(createdAt).toUTCString().replace('GMT', '+0000')
  return { account_sid: accountSid, api_version: apiVersion, date_created, error_code: null, status, ...text }
}
