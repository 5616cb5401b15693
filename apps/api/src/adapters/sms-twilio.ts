import type { Settings } from '../settings.ts'
import type { SendOutcome, Sms } from '../ports.ts'

const timeLimitMs = 15_000

/** Sends texts by Twilio's REST call; `apiBase` is the provider's origin. It has no idempotency, so a lost answer is told. */
export function twilioSms(settings: Settings['sms']): Sms {
  const url = `${settings.apiBase}/2010-04-01/Accounts/${settings.accountSid}/Messages.json`
  const authorization = `Basic ${Buffer.from(`${settings.accountSid}:${settings.authToken}`).toString('base64')}`
  return {
    async send({ to, body }): Promise<SendOutcome> {
      let response: Response
      try {
        response = await fetch(url, {
          method: 'POST',
          headers: { authorization },
          body: new URLSearchParams({ To: to, From: settings.from, Body: body }),
          signal: AbortSignal.timeout(timeLimitMs),
        })
      } catch (error) {
        const code = connectionFault(error)
        // Refused before anything was sent: safe to try again. Anything else may have been taken.
        return code === 'ECONNREFUSED' || code === 'ENOTFOUND' || code === 'EAI_AGAIN'
          ? { outcome: 'unavailable', code }
          : { outcome: 'unknown', code }
      }
      const answer = (await response.json().catch(() => undefined)) as { sid?: unknown; code?: unknown } | undefined
      if (response.status === 201 && typeof answer?.sid === 'string') return { outcome: 'sent', providerId: answer.sid }
      if (response.status === 429 || response.status === 503)
        return { outcome: 'unavailable', code: String(response.status) }
      if (response.status >= 500) return { outcome: 'unknown', code: String(response.status) }
      if (response.ok) return { outcome: 'unknown', code: 'unreadable_answer' }
      return { outcome: 'refused', code: String(answer?.code ?? response.status) }
    },
  }
}

function connectionFault(error: unknown): string {
  const { name, cause } = error as { name?: string; cause?: { code?: string } }
  return cause?.code ?? name ?? 'connection'
}
