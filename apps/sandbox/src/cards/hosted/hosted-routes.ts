import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { transaction } from '../../storage/database.ts'
import { letTimePass } from '../passing-time.ts'
import { newPaymentMethod, type PaymentMethod, type TypedCard } from '../objects/payment-method.ts'
import {
  answerBank,
  type CheckoutEntry,
  type CheckoutResult,
  lastDecline,
  submitCheckout,
} from '../payments/checkout.ts'
import { offeredCards } from '../payments/save-card.ts'
import type { CardProvider } from '../provider.ts'
import { type Decline, declines } from '../test-cards.ts'
import { authenticationPage } from './authentication-page.ts'
import { type CardField, type CardFormErrors, type CardFormValues, cardFormValues, readCardForm } from './card-form.ts'
import { checkoutEndedPage, checkoutUnknownPage, successAddress } from './checkout-ended-page.ts'
import { checkoutPage } from './checkout-page.ts'

/** The query that the bank's page leads back with after a failure. */
const FAILED = 'failed'

/** The field that a decline is about; most are about the card as such. */
function fieldOf(decline: Decline): CardField {
  if (decline.code === declines.incorrectCvc.code) return 'cvc'
  return decline.code === declines.expired.code ? 'expiry' : 'card_number'
}

interface Problem {
  readonly values?: CardFormValues
  /** The saved card that was chosen; null for another one. */
  readonly chosen?: string | null
  readonly errors?: CardFormErrors
  readonly decline?: string | undefined
  readonly declinedField?: CardField
}

/** Somebody at the page of an open checkout, with what they posted. */
interface Visit {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly form: Readonly<Record<string, unknown>>
  readonly entry: CheckoutEntry
}

/** The pages that a person sees: `/c/pay/{session}` and `/3ds/{session}` (SBX-03). */
export function hostedRoutes(server: FastifyInstance, provider: CardProvider): void {
  /** Finds the open checkout of the address, or answers for one that is unknown or over. */
  function withOpenCheckout(show: (visit: Visit) => FastifyReply) {
    return (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
      letTimePass(provider)
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

  function showPage({ reply, entry }: Visit, problem: Problem = {}): FastifyReply {
    const { customer } = entry.wire
    const knownEmail = customer === null ? null : provider.customers.get(customer).wire.email
    const saved = offeredCards(provider, entry.wire)
    return checkoutPage(reply, { entry, knownEmail, saved, ...problem })
  }

  /** A card that was typed in, as the provider knows it from now on. */
  function cardTyped(typed: TypedCard): PaymentMethod {
    const { behaviour } = typed.card
    return provider.paymentMethods.add(newPaymentMethod(typed, provider.clock.seconds()), { behaviour }).wire
  }

  function answer(
    { reply, entry }: Visit,
    run: () => CheckoutResult,
    declined: (decline: Decline) => FastifyReply,
  ): FastifyReply {
    const result = transaction(provider.database, run)
    if (result.outcome === 'complete') return reply.redirect(successAddress(result.session), 303)
    if (result.outcome === 'needs_authentication') return reply.redirect(`/3ds/${entry.wire.id}`, 303)
    return declined(result.decline)
  }

  function submit(visit: Visit): FastifyReply {
    const { entry, form } = visit
    const values = cardFormValues(form)
    const saved = offeredCards(provider, entry.wire).find(({ id }) => id === form['saved_card'])
    const chosen = saved?.id ?? null
    const card = saved === undefined ? readCardForm(values, new Date(provider.clock.now())) : { saved }
    if ('errors' in card) return showPage(visit, { values, chosen, errors: card.errors })
    const pay = () => submitCheckout(provider, entry, 'saved' in card ? card.saved : cardTyped(card.typed))
    return answer(visit, pay, (decline) => {
      const declinedField = chosen === null ? { declinedField: fieldOf(decline) } : {}
      return showPage(visit, { values, chosen, decline: decline.message, ...declinedField })
    })
  }

  server.get(
    '/c/pay/:session',
    withOpenCheckout((visit) => {
      if (!Object.hasOwn(visit.request.query as object, FAILED)) return showPage(visit)
      return showPage(visit, { decline: lastDecline(provider, visit.entry), declinedField: 'card_number' })
    }),
  )
  server.post('/c/pay/:session', withOpenCheckout(submit))
  server.get(
    '/3ds/:session',
    withOpenCheckout(({ reply, entry }) =>
      entry.hidden.authenticating
        ? authenticationPage(reply, entry.wire)
        : reply.redirect(`/c/pay/${entry.wire.id}`, 303),
    ),
  )
  server.post(
    '/3ds/:session',
    withOpenCheckout((visit) => {
      const { reply, entry, form } = visit
      const back = `/c/pay/${entry.wire.id}`
      if (!entry.hidden.authenticating) return reply.redirect(back, 303)
      const confirm = () => answerBank(provider, entry, form['result'] === 'complete')
      return answer(visit, confirm, () => reply.redirect(`${back}?${FAILED}`, 303))
    }),
  )
}
