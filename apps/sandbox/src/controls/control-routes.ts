import type { FastifyInstance } from 'fastify'
import { type Static, type TProperties, type TObject, Type } from 'typebox'
import type { Autopilot } from '../autopilot/autopilot.ts'
import { group, optional, text } from '../cards/api/schemas.ts'
import { ageSubscription } from '../cards/billing/age-subscription.ts'
import {
  disputeDecisions,
  afterDecision,
  type Dispute,
  type DisputeStatus,
  newInquiry,
  takenBy,
} from '../cards/objects/dispute.ts'
import { applyElapsedTime } from '../cards/elapsed-time.ts'
import type { CardProvider } from '../cards/provider.ts'
import { noSwitches, type WebhookSwitches } from '../cards/webhooks/webhook-calls.ts'
import { type Faults, faultKinds, faultProviders } from '../faults.ts'
import { acceptControls, wantsPage } from '../http/http-server.ts'
import type { OutgoingCalls } from '../outgoing/outgoing-calls.ts'
import { invalidParameter, refusedByState } from '../cards/api/api-error.ts'

/** The objects that the controls change. */
export interface Controlled {
  readonly provider: CardProvider
  readonly calls: OutgoingCalls
  readonly switches: WebhookSwitches
  readonly faults: Faults
  readonly autopilot: Autopilot
}

const longestIdleWaitMs = 120_000
const longestJump = 400 * 24 * 3600

const count = (maximum: number) => Type.Integer({ minimum: 1, maximum })
const time = { seconds: count(longestJump) }
const switchFields = optional({
  drop: Type.Boolean(),
  pause: Type.Boolean(),
  copies: count(20),
  jitter_ms: Type.Integer({ minimum: 0, maximum: 60_000 }),
})
const dispute = {
  payment_intent: text(),
  ...optional({ amount: Type.Integer({ minimum: 1 }), inquiry: Type.Boolean() }),
}
const fault = {
  provider: Type.Enum([...faultProviders]),
  fault: Type.Enum([...faultKinds]),
  calls: Type.Integer({ minimum: 1, maximum: 1000, default: 1 }),
  ...optional({ method: Type.Enum(['GET', 'POST', 'DELETE']), path: text(), to: text() }),
}

/**
 * Controls for tests and curious people, under `/_sandbox/`. The real providers have no equivalent, so the product must
 * not use them.
 */
export function controlRoutes(
  server: FastifyInstance,
  { provider, calls, switches, faults, autopilot }: Controlled,
): void {
  acceptControls(server)
  server.addHook('preValidation', async (request) => {
    request.body ??= {}
  })
  /** The front page's buttons redirect back to it; programs get JSON. */
  function post<Takes extends TProperties>(
    path: string,
    takes: Takes,
    run: (values: Static<TObject<Takes>>) => object,
  ): void {
    server.post(path, { schema: { body: group(takes) } }, (request, reply) => {
      const answer = run(request.body as Static<TObject<Takes>>)
      return wantsPage(request) ? reply.redirect('/#controls', 303) : reply.send(answer)
    })
  }

  server.get('/idle', async (_request, reply) => {
    const idle = await calls.idle(longestIdleWaitMs)
    return reply.code(idle ? 200 : 504).send({ idle, pending: calls.pending() })
  })

  post('/advance', time, ({ seconds }) => {
    provider.clock.advance(seconds)
    applyElapsedTime(provider)
    calls.wake()
    return { now: new Date(provider.clock.now()).toISOString() }
  })
  post('/subscriptions/age', { ...time, subscription: text() }, ({ subscription, seconds }) => {
    const aged = ageSubscription(provider, subscription, seconds)
    calls.wake()
    return aged
  })

  server.get('/webhooks', (_request, reply) => reply.send({ switches, calls: calls.reports() }))
  post('/webhooks', switchFields, (values) => {
    Object.assign(switches, noSwitches, values)
    calls.wake()
    return { switches }
  })
  post('/webhooks/resend', { event: text() }, ({ event }) => {
    provider.log.resend(event)
    return { event }
  })

  post('/disputes', dispute, ({ payment_intent, ...options }) => openDispute(provider, payment_intent, options))
  const decision = { dispute: text(), outcome: Type.Enum([...disputeDecisions]) }
  post('/disputes/close', decision, ({ dispute: id, outcome }) => decideDispute(provider, id, outcome))

  post('/faults', fault, (values) => {
    faults.plan(values)
    return { planned: faults.planned }
  })
  post('/faults/clear', {}, () => {
    faults.clear()
    return { planned: faults.planned }
  })

  post('/autopilot', { on: Type.Boolean() }, ({ on }) => {
    autopilot.turn(on)
    return autopilot.state
  })
}

/**
 * The card holder disputes a payment at their bank: the rest of it, or `amount` in cents. An `inquiry` takes no money.
 *
 * @throws {ApiError} if nothing was charged, it is disputed already, or less is left.
 */
function openDispute(
  provider: CardProvider,
  paymentId: string,
  { amount, inquiry = false }: { readonly amount?: number; readonly inquiry?: boolean },
): Dispute {
  const payment = provider.paymentIntents.get(paymentId, 'payment_intent')
  const charge = payment.latest_charge === null ? undefined : provider.charges.get(payment.latest_charge)
  if (charge === undefined || !charge.paid || charge.disputed) {
    throw refusedByState(`The payment ${paymentId} cannot be disputed.`, 'payment_intent_unexpected_state')
  }
  const disputable = charge.amount_captured - charge.amount_refunded
  if (amount !== undefined && amount > disputable)
    throw invalidParameter('Not so much of the payment is left.', 'amount')
  const opening: Dispute = newInquiry(charge, amount ?? disputable, provider.clock.seconds())
  const opened = provider.disputes.add(inquiry ? opening : afterDecision(opening, 'needs_response'))
  provider.charges.change(charge, { disputed: true })
  provider.log.record('charge.dispute.created', opened)
  return opened
}

/** The bank decides a dispute, or changes its decision: for the merchant, for the card holder, or open again. */
function decideDispute(provider: CardProvider, id: string, status: DisputeStatus): Dispute {
  const after = provider.disputes.save(afterDecision(provider.disputes.get(id, 'dispute'), status))
  // A dispute that ended without taking money allows refunds of the charge again; after a lost one its money is gone.
  const disputed = status === 'needs_response' || takenBy(after) > 0
  provider.charges.change(provider.charges.get(after.charge), { disputed })
  provider.log.record('charge.dispute.updated', after)
  if (status !== 'needs_response') provider.log.record('charge.dispute.closed', after)
  return after
}
