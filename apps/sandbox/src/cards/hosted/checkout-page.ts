import type { HttpReply } from '../../http/http-server.ts'
import { type Html, html } from '../../pages/html.ts'
import { icons } from '../../pages/icons.ts'
import { pageReply, strip } from '../../pages/page.ts'
import { formatAmount } from '../money.ts'
import type { PaymentMethod } from '../objects/payment-method.ts'
import type { CheckoutEntry } from '../payments/checkout-mode.ts'
import { groupedNumber, type TestCard, testCards } from '../test-cards.ts'
import type { CardField, CardFormErrors, CardFormValues } from './card-form.ts'
import { checkoutWords } from './checkout-words.ts'
import { merchantName } from './merchant.ts'

/** What the card page shows. */
export interface CheckoutPage {
  readonly entry: CheckoutEntry
  readonly buttonLabel: string
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

function fieldError(field: CardField, page: CheckoutPage): Html | undefined {
  const error = page.errors?.[field]
  if (!error) return undefined
  return html`<p class="field__error" id="${field}-error">${icons.alert}<span>${error}</span></p>`
}

/** Attributes that tie a field to what is wrong with it; the first wrong field takes the focus. */
function fieldState(field: CardField, page: CheckoutPage): Html {
  const wrong = page.errors?.[field] !== undefined
  const declined = page.decline !== undefined && page.declinedField === field
  const first = wrong ? Object.keys(page.errors ?? {})[0] === field : declined
  return html`${wrong && html` aria-invalid="true" aria-describedby="${field}-error"`}${
    declined && html` aria-invalid="true" aria-describedby="decline"`
  }${first && html` autofocus`}`
}

const cardMarks = html`<ul class="cards" aria-label="Cards accepted"><li class="cardmark cardmark--visa">VISA</li><li class="cardmark"><span class="sr">Mastercard</span><i aria-hidden="true"></i></li></ul>`

function cardBox(page: CheckoutPage): Html {
  const value = (field: CardField) => page.values?.[field] ?? ''
  return html`<fieldset class="field"><legend class="field__label">Card information</legend>
<div class="pay__box">
<div class="cell cell--number"><label class="cell__label" for="card_number">Card number</label><input class="input num" id="card_number" name="card_number" value="${value('card_number')}" inputmode="numeric" autocomplete="cc-number" placeholder="1234 1234 1234 1234" aria-required="true"${fieldState('card_number', page)}>${cardMarks}</div>
<div class="pair">
<div class="cell"><label class="cell__label" for="expiry">Expiry date</label><input class="input num" id="expiry" name="expiry" value="${value('expiry')}" inputmode="numeric" autocomplete="cc-exp" placeholder="MM / YY" aria-required="true"${fieldState('expiry', page)}></div>
<div class="cell"><label class="cell__label" for="cvc">CVC</label><input class="input num" id="cvc" name="cvc" inputmode="numeric" autocomplete="cc-csc" placeholder="3 digits" aria-required="true"${fieldState('cvc', page)}></div>
</div>
</div>
${fieldError('card_number', page)}${fieldError('expiry', page)}${fieldError('cvc', page)}
</fieldset>`
}

const cardName = ({ card }: PaymentMethod): string =>
  `${card.brand.slice(0, 1).toUpperCase()}${card.brand.slice(1)} ending in ${card.last4}`
const twoDigits = (value: number): string => String(value % 100).padStart(2, '0')

/** The saved cards to choose from, the newest chosen at first; typing another one in is the last choice. */
function savedCards({ saved, chosen = saved[0]?.id ?? null }: CheckoutPage): Html | false {
  if (saved.length === 0) return false
  const choice = (value: string, text: string, note?: string) =>
    html`<label class="saved"><input type="radio" name="saved_card" value="${value}"${value === (chosen ?? '') && html` checked`}><span class="num">${text}</span>${note !== undefined && html`<small class="muted num">${note}</small>`}</label>`
  return html`<fieldset class="field saved-cards"><legend class="field__label">Pay with</legend>
${saved.map((method) => choice(method.id, cardName(method), `expires ${twoDigits(method.card.exp_month)} / ${twoDigits(method.card.exp_year)}`))}
${choice('', 'Another card')}
</fieldset>`
}

function emailRow(page: CheckoutPage): Html {
  if (page.knownEmail) {
    return html`<p class="payer"><span class="field__label">E-mail</span><span class="muted">${page.knownEmail}</span></p>`
  }
  return html`<div class="field"><label class="field__label" for="email">E-mail <small>(optional)</small></label><input class="input" id="email" name="email" type="email" value="${page.values?.email ?? ''}" autocomplete="email" spellcheck="false"${fieldState('email', page)}>${fieldError('email', page)}</div>`
}

const cardRow = (card: TestCard) =>
  html`<div><dt><code>${groupedNumber(card)}</code></dt><dd>${card.outcome}</dd></div>`

const testCardList = html`<section class="testcards" aria-labelledby="testcards">
<p><b id="testcards">Sandbox.</b> No real money moves. Use one of these numbers, any later date, any code:</p>
<dl>${testCards.slice(0, CARDS_AT_ONCE).map(cardRow)}</dl>
<details><summary>${testCards.length - CARDS_AT_ONCE} more test cards</summary><dl>${testCards.slice(CARDS_AT_ONCE).map(cardRow)}</dl></details>
</section>`

function summary({ entry }: CheckoutPage): Html {
  const { wire: session, hidden } = entry
  const { about, later } = checkoutWords(entry)
  const lines = hidden.lineItems
  const brand = html`<span class="brand">${icons.glasses}${merchantName}</span>`
  const back = session.cancel_url
    ? html`<a class="link link--back" href="${session.cancel_url}">${icons.back}<span class="sr">Back to </span>${brand}</a>`
    : brand
  return html`<section class="pay__sum" aria-label="Order"><div class="pay__in">
${back}
<div><p class="muted num">${about}</p>${session.mode !== 'setup' && html`<p class="pay__amount num">${formatAmount(session.amount_total ?? 0, session.currency)} <span>${session.currency?.toUpperCase()}</span></p>`}${later !== undefined && html`<p class="muted num">${later}</p>`}</div>
${
  session.mode !== 'setup' &&
  html`<dl class="price__rows pay__lines">${lines.map(
    (line, index) =>
      html`<div><dt>${line.description}${line.quantity > 1 && ` × ${line.quantity}`}${hidden.lineNotes[index] && html`<small>${hidden.lineNotes[index]}</small>`}</dt><dd>${formatAmount(line.amount_total, line.currency)}</dd></div>`,
  )}<div class="is-total"><dt>Total due</dt><dd>${formatAmount(session.amount_total ?? 0, session.currency)}</dd></div></dl>`
}
</div></section>`
}

function declineNote(decline: string | undefined): Html | false {
  if (decline === undefined) return false
  return html`<div class="alert" role="alert" id="decline">${icons.alert}<p><b>${decline}</b> You have not been charged. Check the details or try another card.</p></div>`
}

/** The hosted card page (SBX-03), first shown or shown again with what went wrong. */
export function checkoutPage(page: CheckoutPage): HttpReply {
  const session = page.entry.wire
  const failed = page.decline !== undefined || page.errors !== undefined
  const content = html`${strip}
<div class="pay">${summary(page)}
<main class="pay__form" id="main"><form class="pay__in" method="post" action="/c/pay/${session.id}" novalidate>
<h1>${checkoutWords(page.entry).heading}</h1>
${declineNote(page.decline)}
${emailRow(page)}
${savedCards(page)}
<div class="typed-card">${cardBox(page)}
<div class="field"><label class="field__label" for="name">Name on card <small>(optional)</small></label><input class="input" id="name" name="name" value="${page.values?.name ?? ''}" autocomplete="cc-name"></div></div>
<button class="btn btn--primary btn--block num">${page.buttonLabel}</button>
${testCardList}
${session.cancel_url && html`<p class="small"><a href="${session.cancel_url}">Cancel and go back to ${merchantName}</a></p>`}
</form></main></div>`
  return pageReply(content, {
    title: `${failed ? 'Error: ' : ''}Pay ${merchantName}`,
    formTargets: [new URL(session.success_url).origin],
  })
}
