import type { FastifyReply } from 'fastify'
import { type Html, html } from '../../pages/html.ts'
import { icons } from '../../pages/icons.ts'
import { sendPage } from '../../pages/page.ts'
import { formatAmount } from '../money.ts'
import type { PaymentMethod } from '../objects/payment-method.ts'
import type { CheckoutEntry } from '../payments/checkout.ts'
import { groupedNumber, type TestCard, testCards } from '../test-cards.ts'
import type { CardField, CardFormErrors, CardFormValues } from './card-form.ts'
import { checkoutWords } from './checkout-words.ts'
import { merchantName } from './merchant.ts'

/** What the card page shows. */
export interface CheckoutPage {
  readonly entry: CheckoutEntry
  /** The payer's address, when the merchant gave one: then it is shown, not asked for. */
  readonly knownEmail: string | null
  /** The payer's saved cards, where the merchant wants them offered. */
  readonly saved: readonly PaymentMethod[]
  /** The one that was chosen before; null for another card. */
  readonly chosen?: string | null
  readonly values?: CardFormValues
  readonly errors?: CardFormErrors
  /** Why the card did not work, in words. */
  readonly decline?: string | undefined
  /** The field that the decline is about. */
  readonly declinedField?: CardField
}

/** Cards that are listed at once; the others unfold. */
const CARDS_AT_ONCE = 2

/** A labelled field with what is wrong with it beside it; the first wrong field takes the focus. The CVC is never shown again. */
function cardField(field: CardField, label: Html | string, attributes: Html, page: CheckoutPage): Html {
  const error = page.errors?.[field]
  const isDeclined = page.decline !== undefined && page.declinedField === field
  const isFirst = error === undefined ? isDeclined : Object.keys(page.errors ?? {})[0] === field
  const about = error !== undefined ? `${field}-error` : isDeclined && 'decline'
  return html`<div class="field"><label class="label" for="${field}">${label}</label><input class="input" id="${field}" name="${field}"${field !== 'cvc' && html` value="${page.values?.[field] ?? ''}"`} ${attributes}${about && html` aria-invalid="true" aria-describedby="${about}"`}${isFirst && html` autofocus`}>${error !== undefined && html`<p class="error" id="${field}-error">${error}</p>`}</div>`
}

const digits = (autocomplete: string, placeholder: string) =>
  html`inputmode="numeric" autocomplete="${autocomplete}" placeholder="${placeholder}" aria-required="true"`

const typedCard = (page: CheckoutPage): Html => html`<div class="typed-card">
${cardField('card_number', 'Card number', digits('cc-number', '1234 1234 1234 1234'), page)}
<div class="pair">${cardField('expiry', 'Expiry date', digits('cc-exp', 'MM / YY'), page)}${cardField('cvc', 'CVC', digits('cc-csc', '3 digits'), page)}</div>
${cardField('name', html`Name on card <small>(optional)</small>`, html`autocomplete="cc-name"`, page)}
</div>`

const cardName = ({ card }: PaymentMethod): string =>
  `${card.brand.slice(0, 1).toUpperCase()}${card.brand.slice(1)} ending in ${card.last4}`
const twoDigits = (value: number): string => String(value % 100).padStart(2, '0')

/** The saved cards to choose from, the newest chosen at first; typing another one in is the last choice. */
function savedCards({ saved, chosen = saved[0]?.id ?? null }: CheckoutPage): Html | false {
  if (saved.length === 0) return false
  const choice = (value: string, text: string, note?: string) =>
    html`<label class="saved"><input type="radio" name="saved_card" value="${value}"${value === (chosen ?? '') && html` checked`}><span>${text}</span>${note !== undefined && html`<small>${note}</small>`}</label>`
  return html`<fieldset><legend>Pay with</legend>
${saved.map((method) => choice(method.id, cardName(method), `expires ${twoDigits(method.card.exp_month)} / ${twoDigits(method.card.exp_year)}`))}
${choice('', 'Another card')}
</fieldset>`
}

const emailRow = (page: CheckoutPage): Html =>
  page.knownEmail
    ? html`<p><span class="label">E-mail</span><br><span class="muted">${page.knownEmail}</span></p>`
    : cardField(
        'email',
        html`E-mail <small>(optional)</small>`,
        html`type="email" autocomplete="email" spellcheck="false"`,
        page,
      )

const cardRow = (card: TestCard) =>
  html`<div><dt><code>${groupedNumber(card)}</code></dt><dd>${card.outcome}</dd></div>`

const testCardList = html`<section class="testcards small muted" aria-labelledby="testcards">
<p><b id="testcards">Sandbox.</b> No real money moves. Use one of these numbers, any later date, any code:</p>
<dl class="facts">${testCards.slice(0, CARDS_AT_ONCE).map(cardRow)}</dl>
<details><summary>${testCards.length - CARDS_AT_ONCE} more test cards</summary><dl class="facts">${testCards.slice(CARDS_AT_ONCE).map(cardRow)}</dl></details>
</section>`

function summary({ entry }: CheckoutPage): Html {
  const { wire: session, hidden } = entry
  const { about, later } = checkoutWords(entry)
  const lines = hidden.lineItems
  const brand = html`<span class="brand">${icons.glasses}${merchantName}</span>`
  const back = session.cancel_url
    ? html`<a class="brand" href="${session.cancel_url}">${icons.back}<span class="sr">Back to </span>${merchantName}</a>`
    : brand
  return html`<section class="pay__sum" aria-label="Order"><div class="pay__in">
${back}
<div><p class="muted">${about}</p>${session.mode !== 'setup' && html`<p class="pay__amount">${formatAmount(session.amount_total ?? 0, session.currency)} <span>${session.currency?.toUpperCase()}</span></p>`}${later !== undefined && html`<p class="muted">${later}</p>`}</div>
${
  session.mode !== 'setup' &&
  html`<dl class="facts">${lines.map(
    (line) =>
      html`<div><dt>${line.description}${line.quantity > 1 && ` × ${line.quantity}`}</dt><dd>${formatAmount(line.amount_total, line.currency)}</dd></div>`,
  )}<div><dt>Total due</dt><dd>${formatAmount(session.amount_total ?? 0, session.currency)}</dd></div></dl>`
}
</div></section>`
}

function declineNote(decline: string | undefined): Html | false {
  if (decline === undefined) return false
  return html`<div class="alert" role="alert" id="decline"><p><b>${decline}</b> You have not been charged. Check the details or try another card.</p></div>`
}

/** The hosted card page (SBX-03), first shown or shown again with what went wrong. */
export function checkoutPage(reply: FastifyReply, page: CheckoutPage): FastifyReply {
  const session = page.entry.wire
  const failed = page.decline !== undefined || page.errors !== undefined
  const content = html`<div class="pay">${summary(page)}
<main class="pay__form" id="main"><form class="pay__in" method="post" action="/c/pay/${session.id}" novalidate>
<h1>${checkoutWords(page.entry).heading}</h1>
${declineNote(page.decline)}
${emailRow(page)}
${savedCards(page)}
${typedCard(page)}
<button class="btn btn--primary">${checkoutWords(page.entry).button}</button>
${testCardList}
${session.cancel_url && html`<p class="small"><a href="${session.cancel_url}">Cancel and go back to ${merchantName}</a></p>`}
</form></main></div>`
  return sendPage(reply, content, {
    title: `${failed ? 'Error: ' : ''}Pay ${merchantName}`,
    formTargets: [new URL(session.success_url).origin],
  })
}
