import type { Autopilot } from '../autopilot/autopilot.ts'
import { ApiError } from '../cards/api/api-error.ts'
import { ageSubscription } from '../cards/billing/age-subscription.ts'
import { closeDispute, openDispute } from '../cards/payments/dispute-charge.ts'
import { letTimePass } from '../cards/passing-time.ts'
import type { CardProvider } from '../cards/provider.ts'
import { noSwitches, type WebhookSwitches } from '../cards/webhooks/webhook-switches.ts'
import { type Faults, faultKinds, faultProviders } from '../faults.ts'
import type { HttpHandler, HttpReply, HttpRequest, HttpRoute } from '../http/http-server.ts'
import { flag, integer, oneOf, readParameters, required, text } from '../http/parameters.ts'
import { jsonReply, seeOther } from '../http/replies.ts'
import type { OutgoingCalls } from '../outgoing/outgoing-calls.ts'
import { emptyDatabase } from '../storage/database.ts'
import { control, controlForm } from './control-parameters.ts'

/** What the controls steer. */
export interface Controlled {
  readonly provider: CardProvider
  readonly calls: OutgoingCalls
  readonly switches: WebhookSwitches
  readonly faults: Faults
  readonly autopilot: Autopilot
}

const DAY = 24 * 3600
const LONGEST_IDLE_WAIT_MS = 120_000

const idleParameters = { timeout_ms: integer({ minimum: 0, maximum: LONGEST_IDLE_WAIT_MS }) }
const advanceParameters = { seconds: required(integer({ minimum: 1, maximum: 400 * DAY })) }
const ageParameters = { ...advanceParameters, subscription: required(text()) }
const webhookParameters = {
  drop: flag(),
  pause: flag(),
  copies: integer({ minimum: 1, maximum: 20 }),
  delay_ms: integer({ minimum: 0, maximum: DAY * 1000 }),
  jitter_ms: integer({ minimum: 0, maximum: 60_000 }),
}
const autopilotParameters = { on: required(flag()) }
const resendParameters = { event: required(text()), copies: integer({ minimum: 1, maximum: 20 }) }
const disputeParameters = { payment_intent: required(text()) }
const decisionParameters = { dispute: required(text()), outcome: required(oneOf('won', 'lost')) }
const faultParameters = {
  provider: required(oneOf(...faultProviders)),
  fault: required(oneOf(...faultKinds)),
  calls: integer({ minimum: 1, maximum: 1000 }),
  method: oneOf('GET', 'POST'),
  path: text(),
}

/** The switches with what was left out at its default: a call sets all of them. */
function switchesFrom(values: Partial<{ [Name in keyof WebhookSwitches]: WebhookSwitches[Name] | undefined }>) {
  const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
  return { ...noSwitches, ...given }
}

/** The buttons of the front page come back to it; programs get JSON. */
function done(request: HttpRequest, body: object): HttpReply {
  const fromPage = request.headers.accept?.startsWith('text/html') ?? false
  return fromPage ? seeOther('/#controls') : jsonReply(body)
}

/** What a bank or the clock does, or the sentence that says why it cannot. */
function decided(request: HttpRequest, decide: () => object): HttpReply {
  try {
    return done(request, decide())
  } catch (error) {
    if (error instanceof ApiError) return jsonReply({ error: error.message }, error.status)
    throw error
  }
}

/**
 * The levers for tests and curious people, under `/_sandbox/`. Nothing of the real providers is like them, so nothing
 * of a product may use them.
 */
export function controlRoutes({ provider, calls, switches, faults, autopilot }: Controlled): HttpRoute[] {
  const get = (path: string, handle: HttpHandler): HttpRoute => ({ method: 'GET', path, handle: control(handle) })
  const post = (path: string, handle: HttpHandler): HttpRoute => ({ method: 'POST', path, handle: control(handle) })

  return [
    get('/_sandbox/idle', async ({ url }) => {
      const { timeout_ms } = readParameters(idleParameters, Object.fromEntries(url.searchParams))
      const idle = await calls.idle(timeout_ms ?? LONGEST_IDLE_WAIT_MS)
      return jsonReply({ idle, pending: calls.pending() }, idle ? 200 : 504)
    }),

    post('/_sandbox/advance', (request) => {
      const { seconds } = readParameters(advanceParameters, controlForm(request))
      provider.clock.advance(seconds)
      letTimePass(provider)
      calls.wake()
      return done(request, { now: new Date(provider.clock.now()).toISOString() })
    }),

    post('/_sandbox/subscriptions/age', (request) => {
      const { subscription, seconds } = readParameters(ageParameters, controlForm(request))
      return decided(request, () => {
        const aged = ageSubscription(provider, subscription, seconds)
        calls.wake()
        return aged
      })
    }),

    get('/_sandbox/webhooks', () => jsonReply({ switches, calls: calls.reports() })),

    post('/_sandbox/webhooks', (request) => {
      Object.assign(switches, switchesFrom(readParameters(webhookParameters, controlForm(request))))
      calls.wake()
      return done(request, { switches })
    }),

    post('/_sandbox/webhooks/resend', (request) => {
      const { event, copies } = readParameters(resendParameters, controlForm(request))
      try {
        provider.log.resend(event, copies ?? 1)
      } catch (error) {
        if (error instanceof ApiError) return jsonReply({ error: error.message }, error.status)
        throw error
      }
      return done(request, { event, copies: copies ?? 1 })
    }),

    post('/_sandbox/disputes', (request) => {
      const { payment_intent } = readParameters(disputeParameters, controlForm(request))
      return decided(request, () => openDispute(provider, payment_intent))
    }),

    post('/_sandbox/disputes/close', (request) => {
      const { dispute, outcome } = readParameters(decisionParameters, controlForm(request))
      return decided(request, () => closeDispute(provider, dispute, outcome))
    }),

    get('/_sandbox/faults', () => jsonReply({ planned: faults.planned, held: faults.held })),

    post('/_sandbox/faults', (request) => {
      const values = readParameters(faultParameters, controlForm(request))
      faults.plan({ ...values, calls: values.calls ?? 1 })
      return done(request, { planned: faults.planned, held: faults.held })
    }),

    post('/_sandbox/faults/clear', (request) => {
      faults.clear()
      return done(request, { planned: faults.planned, held: faults.held })
    }),

    get('/_sandbox/autopilot', () => jsonReply(autopilot.state)),

    post('/_sandbox/autopilot', (request) => {
      autopilot.turn(readParameters(autopilotParameters, controlForm(request)).on)
      return done(request, autopilot.state)
    }),

    post('/_sandbox/reset', async (request) => {
      faults.clear()
      Object.assign(switches, noSwitches)
      await calls.reset(() => emptyDatabase(provider.database))
      provider.clock.reload()
      return done(request, { reset: true })
    }),
  ]
}
