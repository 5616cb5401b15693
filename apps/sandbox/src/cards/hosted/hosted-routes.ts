import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { transaction } from '../../storage/database.ts'
import { newPaymentMethod, type TypedCard } from '../objects/payment-method.ts'
import { applyElapsedTime } from '../elapsed-time.ts'
import { type CheckoutEntry, type CheckoutResult, lastDecline, submitCheckout } from '../payments/checkout.ts'
import { offeredCards } from '../payments/save-card.ts'
import type { CardProvider } from '../provider.ts'
import { type Decline, declines } from '../test-cards.ts'
import { type CardField, cardFormValues, readCardForm } from './card-form.ts'
import { type CheckoutProblem, checkoutPage } from './checkout-page.ts'
import { authenticationPage, checkoutEndedPage, checkoutUnknownPage, successAddress } from './notices.ts'

/** The query on the way back from the bank's page after a failure. */
const failedMark = 'failed'

/** The field of a decline; most declines concern the whole card. */
function fieldOf(decline: Decline): CardField {
  if (decline.code === declines.incorrectCvc.code) return 'cvc'
  return decline.code === declines.expired.code ? 'expiry' : 'card_number'
}

/** A request to the page of an open checkout, with the posted fields. */
interface Visit {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly form: Readonly<Record<string, unknown>>
  readonly entry: CheckoutEntry
}

/** The pages that a person sees: `/c/pay/{session}` and `/3ds/{session}` (SBX-03). */
export function hostedRoutes(server: FastifyInstance, provider: CardProvider): void {
  /** Finds the open checkout of the address; an unknown or ended one gets its own page. */
  function withOpenCheckout(show: (visit: Visit) => FastifyReply) {
    return (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
      applyElapsedTime(provider)
      const { session } = request.params as { session: string }
      const entry = provider.checkoutSessions.find(session)
      if (!entry) return checkoutUnknownPage(reply)
      if (entry.wire.status === 'complete' && request.method === 'POST') {
        return reply.redirect(successAddress(entry.wire), 303)
      }
      if (entry.wire.status !== 'open') return checkoutEndedPage(reply, entry.wire)
      const form = (request.body ?? {}) as Readonly<Record<string, unknown>>
      return show({ request, reply, form, entry })
    }
  }

  const showPage = ({ reply, entry }: Visit, problem: CheckoutProblem = {}): FastifyReply =>
    checkoutPage(reply, { entry, saved: offeredCards(provider, entry.wire), ...problem })

  /** Stores a typed card and returns its id. */
  function storeCard(typed: TypedCard): string {
    const hidden = { behaviour: typed.card.behaviour }
    return provider.paymentMethods.add(newPaymentMethod(typed, provider.clock.seconds()), { hidden }).id
  }

  function answer(
    { reply, entry }: Visit,
    run: () => CheckoutResult,
    declined: (decline: Decline) => FastifyReply,
  ): FastifyReply {
    const result = transaction(provider.database, run)
    if (result === 'asks') return reply.redirect(`/3ds/${entry.wire.id}`, 303)
    return 'session' in result ? reply.redirect(successAddress(result.session), 303) : declined(result)
  }

  function submit(visit: Visit): FastifyReply {
    const { entry, form } = visit
    const values = cardFormValues(form)
    const saved = offeredCards(provider, entry.wire).find(({ id }) => id === form['saved_card'])
    const chosen = saved?.id ?? null
    const card = saved === undefined ? readCardForm(values, new Date(provider.clock.now())) : { saved }
    if ('errors' in card) return showPage(visit, { values, chosen, errors: card.errors })
    const pay = () =>
      submitCheckout(provider, entry, 'saved' in card ? card.saved.id : storeCard(card.typed), 'present')
    return answer(visit, pay, (decline) => {
      const declinedField = chosen === null ? { declinedField: fieldOf(decline) } : {}
      return showPage(visit, { values, chosen, decline: decline.message, ...declinedField })
    })
  }

  /** The payer opens the bank's page, or returns from it with an answer. */
  function atTheBank(visit: Visit): FastifyReply {
    const { request, reply, entry, form } = visit
    const { authenticating } = entry.hidden
    const back = `/c/pay/${entry.wire.id}`
    if (authenticating === undefined) return reply.redirect(back, 303)
    if (request.method !== 'POST') return authenticationPage(reply, entry.wire)
    const holder = form['result'] === 'complete' ? 'confirmed' : 'refused'
    const confirm = () => submitCheckout(provider, entry, authenticating, holder)
    return answer(visit, confirm, () => reply.redirect(`${back}?${failedMark}`, 303))
  }

  server.get(
    '/c/pay/:session',
    withOpenCheckout((visit) => {
      if (!Object.hasOwn(visit.request.query as object, failedMark)) return showPage(visit)
      return showPage(visit, { decline: lastDecline(provider, visit.entry), declinedField: 'card_number' })
    }),
  )
  server.post('/c/pay/:session', withOpenCheckout(submit))
  server.route({ method: ['GET', 'POST'], url: '/3ds/:session', handler: withOpenCheckout(atTheBank) })
}
