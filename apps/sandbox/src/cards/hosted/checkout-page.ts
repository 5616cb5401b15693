import type { FastifyReply } from 'fastify'
import { type Html, html } from '../../pages/html.ts'
import { cardList, sendPage } from '../../pages/page.ts'
import type { PaymentMethod } from '../objects/payment-method.ts'
import type { CheckoutEntry } from '../payments/checkout.ts'
import { testCards } from '../test-cards.ts'
import type { CardField, CardFormErrors, CardFormValues } from './card-form.ts'
import { checkoutWords, formatAmount, merchantName } from './checkout-words.ts'

/** The errors of a submitted page. */
export interface CheckoutProblem {
  readonly values?: CardFormValues
  /** The chosen saved card; null for another card. */
  readonly chosen?: string | null
  readonly errors?: CardFormErrors
  /** Why the card was declined, in words. */
  readonly decline?: string | undefined
  /** The field of the decline. */
  readonly declinedField?: CardField
}

/** The content of the card page: a checkout, and the payer's saved cards if the merchant wants them offered. */
export interface CheckoutPage extends CheckoutProblem {
  readonly entry: CheckoutEntry
  readonly saved: readonly PaymentMethod[]
}

/** Saved cards shown at first; the others unfold. */
const cardsAtOnce = 2

const fields = {
  card_number: { label: 'Card number', purpose: 'cc-number', hint: '1234 1234 1234 1234' },
  expiry: { label: 'Expiry date', purpose: 'cc-exp', hint: 'MM / YY' },
  cvc: { label: 'CVC', purpose: 'cc-csc', hint: '3 digits' },
} as const

/** A labelled field with its error; the first wrong field takes the focus. The CVC is never shown again. */
function cardField(field: CardField, page: CheckoutPage): Html {
  const { label, purpose, hint } = fields[field]
  const error = page.errors?.[field]
  const isDeclined = page.decline !== undefined && page.declinedField === field
  const isFirst = error === undefined ? isDeclined : Object.keys(page.errors ?? {})[0] === field
  const about = error !== undefined ? `${field}-error` : isDeclined && 'decline'
  return html`<div><label for="${field}">${label}</label><input class="input" id="${field}" name="${field}" inputmode="numeric" autocomplete="${purpose}" placeholder="${hint}" aria-required="true"${field !== 'cvc' && html` value="${page.values?.[field] ?? ''}"`}${about && html` aria-invalid="true" aria-describedby="${about}"`}${isFirst && html` autofocus`}>${error !== undefined && html`<p class="error" id="${field}-error">${error}</p>`}</div>`
}

const typedCard = (page: CheckoutPage): Html => html`<div class="typed-card grid">
${cardField('card_number', page)}
<div class="pair">${cardField('expiry', page)}${cardField('cvc', page)}</div>
</div>`

const cardName = ({ card }: PaymentMethod): string =>
  `${card.brand.slice(0, 1).toUpperCase()}${card.brand.slice(1)} ending in ${card.last4}`
const twoDigits = (value: number): string => String(value % 100).padStart(2, '0')

/** The saved cards to choose from, with the newest chosen; the last choice is to type another one. */
function savedCards({ saved, chosen = saved[0]?.id ?? null }: CheckoutPage): Html | false {
  if (saved.length === 0) return false
  const choice = (value: string, text: string, note?: string) =>
    html`<label class="card saved row"><input type="radio" name="saved_card" value="${value}"${value === (chosen ?? '') && html` checked`}><span>${text}</span>${note !== undefined && html`<small>${note}</small>`}</label>`
  return html`<fieldset class="grid"><legend>Pay with</legend>
${saved.map((method) => choice(method.id, cardName(method), `expires ${twoDigits(method.card.exp_month)} / ${twoDigits(method.card.exp_year)}`))}
${choice('', 'Another card')}
</fieldset>`
}

/** The real page shows the merchant's wallets here. */
const wallets = html`<p class="card small muted">Apple Pay and Google Pay are here on the real page, on devices that have them.</p>`

const testCardList = html`<section class="testcards small muted" aria-labelledby="testcards">
<p><b id="testcards">Sandbox.</b> No real money moves. Use one of these numbers, any later date, any code:</p>
${cardList(testCards.slice(0, cardsAtOnce))}
<details><summary>${testCards.length - cardsAtOnce} more test cards</summary>${cardList(testCards.slice(cardsAtOnce))}</details>
</section>`

function summary({ entry }: CheckoutPage): Html {
  const { wire: session, hidden } = entry
  const { about, later } = checkoutWords(entry)
  const amount = (cents: number | null) => formatAmount(cents ?? 0, session.currency)
  const sells = session.mode !== 'setup'
  return html`<section aria-label="Order"><div class="pay__in grid">
${session.cancel_url ? html`<a class="brand" href="${session.cancel_url}">← <span class="sr">Back to </span>${merchantName}</a>` : html`<span class="brand">${merchantName}</span>`}
<div><p class="muted">${about}</p>${sells && html`<p class="big">${amount(session.amount_total)}</p>`}${later !== undefined && html`<p class="muted">${later}</p>`}</div>
${
  sells &&
  html`<dl class="facts">${hidden.lines.map(
    ({ name, about: note, price }) =>
      html`<div><dt>${name}${note !== null && html`<br><small class="muted">${note}</small>`}</dt><dd>${amount(price.unit_amount)}</dd></div>`,
  )}<div><dt>Total due</dt><dd>${amount(session.amount_total)}</dd></div></dl>`
}
</div></section>`
}

/** The hosted card page (SBX-03), with the errors of the last submit. */
export function checkoutPage(reply: FastifyReply, page: CheckoutPage): FastifyReply {
  const { decline, errors, entry } = page
  const session = entry.wire
  const { heading, button } = checkoutWords(entry)
  const content = html`<div class="pay">${summary(page)}
<main class="pay__form" id="main"><form class="pay__in grid" method="post" action="/c/pay/${session.id}" novalidate>
<h1>${heading}</h1>
${decline !== undefined && html`<div class="card alert" role="alert" id="decline"><p><b>${decline}</b> You have not been charged. Check the details or try another card.</p></div>`}
${session.mode !== 'setup' && wallets}
${savedCards(page)}
${typedCard(page)}
<button class="btn btn--primary">${button}</button>
${testCardList}
${session.cancel_url && html`<p class="small"><a href="${session.cancel_url}">Cancel and go back to ${merchantName}</a></p>`}
</form></main></div>`
  return sendPage(reply, content, {
    title: `${decline !== undefined || errors !== undefined ? 'Error: ' : ''}Pay ${merchantName}`,
    formTargets: [new URL(session.success_url).origin],
  })
}
