import type { HttpReply, HttpRequest, HttpRoute } from '../../http/http-server.ts'
import { seeOther } from '../../http/replies.ts'
import { transaction } from '../../storage/database.ts'
import { letTimePass } from '../passing-time.ts'
import { newPaymentMethod, type PaymentMethod, type TypedCard } from '../objects/payment-method.ts'
import type { CheckoutEntry, CheckoutMode, CheckoutResult } from '../payments/checkout-mode.ts'
import { checkoutMode } from '../payments/checkout-modes.ts'
import { offeredCards } from '../payments/save-card.ts'
import type { CardProvider } from '../provider.ts'
import { type Decline, declines } from '../test-cards.ts'
import { authenticationPage } from './authentication-page.ts'
import {
  type CardField,
  type CardFormErrors,
  type CardFormValues,
  cardFormValues,
  chosenCard,
  readCardForm,
} from './card-form.ts'
import { checkoutEndedPage, checkoutUnknownPage, successAddress } from './checkout-ended-page.ts'
import { type CheckoutPage, checkoutPage } from './checkout-page.ts'

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

/** The pages that a person sees: `/c/pay/{session}` and `/3ds/{session}` (SBX-03). */
export function hostedRoutes(provider: CardProvider): HttpRoute[] {
  /** Finds the open checkout of the address, or answers for one that is unknown or over. */
  function withOpenCheckout(
    request: HttpRequest,
    show: (entry: CheckoutEntry, mode: CheckoutMode) => HttpReply,
  ): HttpReply {
    letTimePass(provider)
    const entry = provider.checkoutSessions.find(request.params['session'] ?? '')
    const mode = entry && checkoutMode(entry.wire.mode)
    if (!entry || !mode) return checkoutUnknownPage()
    if (entry.wire.status === 'complete' && request.method === 'POST') return seeOther(successAddress(entry.wire))
    if (entry.wire.status !== 'open') return checkoutEndedPage(entry.wire)
    return show(entry, mode)
  }

  function pageOf(entry: CheckoutEntry, mode: CheckoutMode, problem: Problem = {}): HttpReply {
    const { customer, customer_email } = entry.wire
    const knownEmail = customer ? provider.customers.get(customer).wire.email : customer_email
    const saved = offeredCards(provider, entry.wire)
    const page: CheckoutPage = { entry, buttonLabel: mode.buttonLabel(entry.wire), knownEmail, saved, ...problem }
    return checkoutPage(page)
  }

  /** A card that was typed in, as the provider knows it from now on. */
  function cardTyped(typed: TypedCard): PaymentMethod {
    const { behaviour } = typed.card
    return provider.paymentMethods.add(newPaymentMethod(typed, provider.clock.seconds()), { behaviour }).wire
  }

  function answer(result: CheckoutResult, sessionId: string, declined: (decline: Decline) => HttpReply): HttpReply {
    if (result.outcome === 'complete') return seeOther(successAddress(result.session))
    if (result.outcome === 'needs_authentication') return seeOther(`/3ds/${sessionId}`)
    return declined(result.decline)
  }

  return [
    {
      method: 'GET',
      path: '/c/pay/:session',
      handle: (request) =>
        withOpenCheckout(request, (entry, mode) => {
          if (!request.url.searchParams.has(FAILED)) return pageOf(entry, mode)
          return pageOf(entry, mode, { decline: mode.lastDecline(provider, entry), declinedField: 'card_number' })
        }),
    },
    {
      method: 'POST',
      path: '/c/pay/:session',
      handle: (request) =>
        withOpenCheckout(request, (entry, mode) => {
          const values = cardFormValues(request.body)
          const wanted = chosenCard(request.body)
          const saved = offeredCards(provider, entry.wire).find(({ id }) => id === wanted)
          const chosen = saved?.id ?? null
          const card = saved === undefined ? readCardForm(values, new Date(provider.clock.now())) : { saved }
          if ('errors' in card) return pageOf(entry, mode, { values, chosen, errors: card.errors })
          const result = transaction(provider.database, () =>
            mode.submit(provider, entry, 'saved' in card ? card.saved : cardTyped(card.typed)),
          )
          return answer(result, entry.wire.id, (decline) =>
            pageOf(entry, mode, {
              values,
              chosen,
              decline: decline.message,
              ...(chosen === null ? { declinedField: fieldOf(decline) } : {}),
            }),
          )
        }),
    },
    {
      method: 'GET',
      path: '/3ds/:session',
      handle: (request) =>
        withOpenCheckout(request, (entry) =>
          entry.hidden.authenticating ? authenticationPage(entry.wire) : seeOther(`/c/pay/${entry.wire.id}`),
        ),
    },
    {
      method: 'POST',
      path: '/3ds/:session',
      handle: (request) =>
        withOpenCheckout(request, (entry, mode) => {
          const back = `/c/pay/${entry.wire.id}`
          if (!entry.hidden.authenticating) return seeOther(back)
          const confirmed = new URLSearchParams(request.body).get('result') === 'complete'
          const result = transaction(provider.database, () => mode.authenticate(provider, entry, confirmed))
          return answer(result, entry.wire.id, () => seeOther(`${back}?${FAILED}`))
        }),
    },
  ]
}
