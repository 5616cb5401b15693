import { createHmac } from 'node:crypto'
import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { isSameHash } from '../keys/derived-key.ts'
import type { FoundText, SendOutcome, Sms, TextAccount } from '../ports.ts'
import type { Settings } from '../settings.ts'

/** Longest wait for a whole answer, in milliseconds (HOLD-11). */
const usualLimitMs = 15_000
/** The maximum lag of the provider's clock behind ours in a lookup of texts. */
const clockDifferenceMs = 5 * 60_000
/** The most texts to one number that a lookup reads. */
const mostTexts = 200

/** Refusals about our account or the provider's state, not about the message: it was not accepted. */
const notNow = new Set([401, 403, 404, 429, 503])
/**
 * Such refusals by the provider's code, all of them 400: a sender that is invalid, not ours or unable to text, or whose
 * queue is full; a trial account; a country that is not switched on.
 */
const accountRefusals = new Set([21212, 21408, 21601, 21603, 21606, 21608, 21611, 21659, 21660, 21661])
/** Connection faults before anything was sent. */
const neverSent = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'])

/**
 * Sends texts by Twilio's REST call, each from our number in the country of its reader (MSG-03); `apiBase` is the
 * provider's origin. The call is not idempotent, so it reports a lost answer, and the text can be looked up.
 */
export function twilioSms({ apiBase, accountSid, authToken, from }: Settings['sms'], limitMs = usualLimitMs): Sms {
  const accountUrl = `${apiBase}/2010-04-01/Accounts/${accountSid}`
  const url = `${accountUrl}/Messages.json`
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`
  const call = (address: string, init: RequestInit = {}) =>
    fetch(address, {
      ...init,
      headers: { authorization },
      redirect: 'manual',
      signal: AbortSignal.timeout(limitMs),
    })
  return {
    async send({ to, body, reportUrl }): Promise<SendOutcome> {
      let response: Response
      try {
        response = await call(url, {
          method: 'POST',
          body: new URLSearchParams({ To: to, From: senderFor(to, from), Body: body, StatusCallback: reportUrl }),
        })
      } catch (error) {
        const code = connectionFault(error)
        return { outcome: neverSent.has(code) ? 'unavailable' : 'unknown', code }
      }
      const answer = (await response.json().catch(() => undefined)) as { sid?: unknown; code?: number } | undefined
      const { status } = response
      if (status === 201 && typeof answer?.sid === 'string') return { outcome: 'sent', providerId: answer.sid }
      if (notNow.has(status) || (status >= 300 && status < 400)) return { outcome: 'unavailable', code: String(status) }
      if (status >= 500) return { outcome: 'unknown', code: String(status) }
      if (response.ok || answer?.code === undefined) return { outcome: 'unknown', code: 'unreadable_answer' }
      return { outcome: accountRefusals.has(answer.code) ? 'unavailable' : 'refused', code: String(answer.code) }
    },

    async find({ to, body, since }): Promise<FoundText> {
      const answer = await call(`${url}?${new URLSearchParams({ To: to, PageSize: String(mostTexts) })}`)
        .then((response) => (response.ok ? response.json() : undefined))
        .catch(() => undefined)
      const texts = (answer as { messages?: unknown } | undefined)?.messages
      if (!Array.isArray(texts)) return { outcome: 'unavailable' }
      const found = (texts as { sid: string; body: string; date_created: string }[]).find(
        (text) => text.body === body && Date.parse(text.date_created) >= since - clockDifferenceMs,
      )
      return found === undefined ? { outcome: 'not_taken' } : { outcome: 'sent', providerId: found.sid }
    },

    async reach() {
      const { status } = await call(`${url}?PageSize=1`)
      if (status !== 200) throw new Error(`${apiBase} answered ${status} to our name`)
    },

    async account() {
      const read = async (address: string) => {
        const response = await call(address)
        if (response.status !== 200) throw new Error(`${apiBase} answered ${response.status} about our account`)
        return response.json()
      }
      const { type } = (await read(`${accountUrl}.json`)) as { type?: string }
      const phones = [...new Set(Object.values(from))]
      const numbers = await Promise.all(
        phones.map(async (phone) => {
          const list = await read(
            `${accountUrl}/IncomingPhoneNumbers.json?${new URLSearchParams({ PhoneNumber: phone })}`,
          )
          return numbersIn(list as NumberList, phone)
        }),
      )
      return { isTrial: type === 'Trial', numbers: numbers.flat() }
    },

    isSigned(calledUrl, fields, signature) {
      const names = Object.keys(fields).toSorted()
      const signed = calledUrl + names.map((name) => name + fields[name]).join('')
      return isSameHash(signature ?? '', createHmac('sha1', authToken).update(signed).digest('base64'))
    },
  }
}

interface NumberList {
  incoming_phone_numbers: {
    phone_number: string
    capabilities: { sms?: boolean }
    sms_url: string | null
    sms_method: string | null
    sms_application_sid: string | null
  }[]
}

/** A phone among the account's numbers. An application in place of the address has an address of its own. */
const numbersIn = ({ incoming_phone_numbers: found }: NumberList, phone: string): TextAccount['numbers'] =>
  found
    .filter(({ phone_number: number }) => number === phone)
    .map(({ capabilities, sms_url: textsTo, sms_method: method, sms_application_sid: application }) => ({
      phone,
      canText: capabilities.sms === true,
      textsTo: method === 'POST' && !application ? (textsTo ?? undefined) : undefined,
    }))

/** Our number in the country of a phone; for other countries, the American one. */
function senderFor(to: string, from: Settings['sms']['from']): string {
  if (to.startsWith('+61')) return from.AU
  return parsePhoneNumberFromString(to)?.country === 'CA' ? from.CA : from.US
}

function connectionFault(error: unknown): string {
  const { name, cause } = error as { name?: string; cause?: { code?: string } }
  return cause?.code ?? name ?? 'connection'
}
