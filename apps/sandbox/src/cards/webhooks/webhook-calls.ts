import { createHmac } from 'node:crypto'
import type { CallKind } from '../../outgoing/outgoing-calls.ts'

/** The name of this kind among the outgoing calls. */
export const WEBHOOK_CALL = 'webhook'

/** What tests do to the events on their way. */
export interface WebhookSwitches {
  /** New events are recorded but never sent; the API's list of events still has them. */
  drop: boolean
  /** Events wait until this is switched off. */
  pause: boolean
  /** How often each new event is sent, side by side. */
  copies: number
  /** A new event waits up to this many milliseconds, by chance, so that events overtake each other. */
  jitter_ms: number
}

/** Every event is sent once and at once. */
export const noSwitches: Readonly<WebhookSwitches> = { drop: false, pause: false, copies: 1, jitter_ms: 0 }

const SECOND = 1000
const FIRST_RETRY_MS = SECOND
const LONGEST_RETRY_MS = 3600 * SECOND
/** The provider gives up after three days: about 12 growing delays, then 70 hourly ones. */
const ATTEMPT_LIMIT = 82

/**
 * The value of the `Stripe-Signature` header.
 *
 * @param sentAt seconds since the epoch, in real time: receivers refuse what is older than five minutes.
 */
function signatureHeader(secret: string, body: string, sentAt: number): string {
  const signature = createHmac('sha256', secret).update(`${sentAt}.${body}`).digest('hex')
  return `t=${sentAt},v1=${signature}`
}

/** Events posted to the merchant's webhook: signed, and tried again after 1 s, 2 s, 4 s … 1 h, for three days. */
export function webhookCalls(secret: string, switches: Readonly<WebhookSwitches>): CallKind {
  return {
    headers: (call) => ({
      'stripe-signature': signatureHeader(secret, call.body, Math.floor(Date.now() / SECOND)),
      'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
    }),
    retryDelay: (failures) =>
      failures < ATTEMPT_LIMIT ? Math.min(FIRST_RETRY_MS * 2 ** (failures - 1), LONGEST_RETRY_MS) : undefined,
    paused: () => switches.pause,
  }
}
