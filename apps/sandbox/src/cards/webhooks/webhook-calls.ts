import { createHmac } from 'node:crypto'
import type { CallKind } from '../../outgoing/outgoing-calls.ts'

/** The kind of these calls in the outgoing queue. */
export const webhookKind = 'webhook'

/** Switches for tests: what happens to events on their way. */
export interface WebhookSwitches {
  /** Records new events but does not send them; the API still lists them. */
  drop: boolean
  /** Holds events until this is switched off. */
  pause: boolean
  /** Copies of each new event, sent in parallel. */
  copies: number
  /** Delays a new event by a random time up to this many milliseconds, so that events overtake each other. */
  jitter_ms: number
}

/** Sends every event once and at once. */
export const noSwitches: Readonly<WebhookSwitches> = { drop: false, pause: false, copies: 1, jitter_ms: 0 }

const secondMs = 1000
const firstRetryMs = secondMs
const longestRetryMs = 3600 * secondMs
/** The provider gives up after three days: about 12 growing delays, then 70 hourly ones. */
const attemptLimit = 82

/**
 * The value of the `Stripe-Signature` header.
 *
 * @param sentAt seconds since the epoch, in real time: receivers refuse a signature older than five minutes.
 */
function signatureHeader(secret: string, body: string, sentAt: number): string {
  const signature = createHmac('sha256', secret).update(`${sentAt}.${body}`).digest('hex')
  return `t=${sentAt},v1=${signature}`
}

/** Posts events to the merchant's webhook: signed, with retries after 1 s, 2 s, 4 s … 1 h, for three days. */
export function webhookCalls(secret: string, switches: Readonly<WebhookSwitches>): CallKind {
  return {
    headers: (call) => ({
      'stripe-signature': signatureHeader(secret, call.body, Math.floor(Date.now() / secondMs)),
      'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
    }),
    retryDelay: (failures) =>
      failures < attemptLimit ? Math.min(firstRetryMs * 2 ** (failures - 1), longestRetryMs) : undefined,
    paused: () => switches.pause,
  }
}
