import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Autopilot } from '../autopilot/autopilot.ts'
import { ageSubscription } from '../cards/billing/age-subscription.ts'
import { disputeDecisions } from '../cards/objects/dispute.ts'
import { decideDispute, openDispute } from '../cards/payments/dispute-charge.ts'
import { letTimePass } from '../cards/passing-time.ts'
import type { CardProvider } from '../cards/provider.ts'
import { noSwitches, type WebhookSwitches } from '../cards/webhooks/webhook-switches.ts'
import { type Faults, faultKinds, faultProviders } from '../faults.ts'
import { wantsPage } from '../http/http-server.ts'
import {
  flag,
  integer,
  oneOf,
  type ParameterTable,
  type ParameterValues,
  readParameters,
  required,
  text,
} from '../http/parameters.ts'
import type { OutgoingCalls } from '../outgoing/outgoing-calls.ts'
import { emptyDatabase } from '../storage/database.ts'
import { takeControls } from './take-controls.ts'

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
const resendParameters = { event: required(text()), copies: integer({ minimum: 1, maximum: 20 }) }
const disputeParameters = { payment_intent: required(text()), amount: integer({ minimum: 1 }), inquiry: flag() }
const decisionParameters = { dispute: required(text()), outcome: required(oneOf(...disputeDecisions)) }
const faultParameters = {
  provider: required(oneOf(...faultProviders)),
  fault: required(oneOf(...faultKinds)),
  calls: integer({ minimum: 1, maximum: 1000 }),
  method: oneOf('GET', 'POST'),
  path: text(),
  to: text(),
}

/** The switches with what was left out at its default: a call sets all of them. */
function switchesFrom(values: Partial<{ [Name in keyof WebhookSwitches]: WebhookSwitches[Name] | undefined }>) {
  const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
  return { ...noSwitches, ...given }
}

/** The buttons of the front page come back to it; programs get JSON. */
const done = (request: FastifyRequest, reply: FastifyReply, body: object): FastifyReply =>
  wantsPage(request) ? reply.redirect('/#controls', 303) : reply.send(body)

/**
 * The levers for tests and curious people, under `/_sandbox/`. Nothing of the real providers is like them, so nothing
 * of a product may use them.
 */
export function controlRoutes(
  server: FastifyInstance,
  { provider, calls, switches, faults, autopilot }: Controlled,
): void {
  takeControls(server)
  function post<Table extends ParameterTable>(
    path: string,
    table: Table,
    run: (values: ParameterValues<Table>) => object | Promise<object>,
  ): void {
    server.post(path, async (request, reply) => done(request, reply, await run(readParameters(table, request.body))))
  }
  const faultState = () => ({ planned: faults.planned, held: faults.held })

  server.get('/idle', async (request, reply) => {
    const { timeout_ms } = readParameters(idleParameters, request.query)
    const idle = await calls.idle(timeout_ms ?? LONGEST_IDLE_WAIT_MS)
    return reply.code(idle ? 200 : 504).send({ idle, pending: calls.pending() })
  })

  post('/advance', advanceParameters, ({ seconds }) => {
    provider.clock.advance(seconds)
    letTimePass(provider)
    calls.wake()
    return { now: new Date(provider.clock.now()).toISOString() }
  })
  post('/subscriptions/age', ageParameters, ({ subscription, seconds }) => {
    const aged = ageSubscription(provider, subscription, seconds)
    calls.wake()
    return aged
  })

  server.get('/webhooks', (_request, reply) => reply.send({ switches, calls: calls.reports() }))
  post('/webhooks', webhookParameters, (values) => {
    Object.assign(switches, switchesFrom(values))
    calls.wake()
    return { switches }
  })
  post('/webhooks/resend', resendParameters, ({ event, copies = 1 }) => {
    provider.log.resend(event, copies)
    return { event, copies }
  })

  post('/disputes', disputeParameters, ({ payment_intent, ...what }) => openDispute(provider, payment_intent, what))
  post('/disputes/close', decisionParameters, ({ dispute, outcome }) => decideDispute(provider, dispute, outcome))

  server.get('/faults', (_request, reply) => reply.send(faultState()))
  post('/faults', faultParameters, (values) => {
    faults.plan({ ...values, calls: values.calls ?? 1 })
    return faultState()
  })
  post('/faults/clear', {}, () => {
    faults.clear()
    return faultState()
  })

  server.get('/autopilot', (_request, reply) => reply.send(autopilot.state))
  post('/autopilot', { on: required(flag()) }, ({ on }) => {
    autopilot.turn(on)
    return autopilot.state
  })

  post('/reset', {}, async () => {
    faults.clear()
    Object.assign(switches, noSwitches)
    await calls.reset(() => emptyDatabase(provider.database))
    provider.clock.reload()
    return { reset: true }
  })
}
