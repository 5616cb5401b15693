import { randomInt } from 'node:crypto'
import { inject } from 'vitest'
import type { BankAnswer, PageAnswer } from './card-provider-under-test.ts'
import { testProduct } from '../running-product.ts'
import { rehearsalKey } from './test-mode-key.ts'

/** Numbers of the provider's test cards; the sandbox knows the same (SBX-03). */
export const testCards = {
  good: '4242424242424242',
  mastercard: '5555555555554444',
  declined: '4000000000000002',
  empty: '4000000000009995',
  expired: '4000000000000069',
  wrongCvc: '4000000000000127',
  /** Can be saved; every charge is declined. */
  chargesFail: '4000000000000341',
  /** The bank asks each time. */
  asksBank: '4000002760003184',
  refundPends: '4000000000007726',
  refundFails: '4000000000005126',
  /** The sandbox's own. */
  refundLacksFunds: '4000000000007734',
} as const

/** Good cards of the real provider's test mode, each with its own fingerprint. */
const goodCards = [
  '378282246310005',
  '6011111111111117',
  '3056930009020004',
  '3566002020360505',
  '6200000000000005',
  '5105105105105100',
  '5200828282828210',
  '4000056655665556',
  '36227206271667',
  '6011000990139424',
]

/**
 * An unused good card: a number of the sandbox's own range, even in rehearsals; at the real provider, the next of a
 * list.
 */
export function newCard(): string {
  if (![undefined, rehearsalKey].includes(inject('stripeTestKey'))) {
    const next = goodCards.shift()
    if (next === undefined) throw new Error('No card is left that nobody has paid with.')
    return next
  }
  const digits = [4, 2, 4, 2, 4, 2, 4, 2, ...Array.from({ length: 7 }, () => randomInt(10))]
  // Every second digit counts double, starting before the check digit.
  const sum = digits.reduce(
    (total, digit, at) => total + (at % 2 === 0 ? Math.floor(digit / 5) + ((digit * 2) % 10) : digit),
    0,
  )
  return [...digits, (10 - (sum % 10)) % 10].join('')
}

/** An answer: its redirect's target, if any, and its page. */
interface Visited {
  status: number
  location: string
  /** The end of the address after a payment (PAY-03); empty without one. */
  mark: string
  page: string
}

async function visit(method: 'GET' | 'POST', address: string): Promise<Visited> {
  const { url } = await testProduct()
  const { pathname, search } = new URL(address, url)
  const form = { headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: '' }
  const response = await fetch(url + pathname + search, {
    method,
    redirect: 'manual',
    ...(method === 'POST' ? form : {}),
  })
  const [, location = '', mark = ''] = /^(.*?)(?:#(paid-.*))?$/.exec(response.headers.get('location') ?? '') ?? []
  return { status: response.status, location, mark, page: await response.text() }
}

/** Opens a payment link without pressing its button. */
export const openPaymentLink = (paymentLink: string): Promise<Visited> => visit('GET', paymentLink)

/** Follows a payment link without a browser, and presses the page's button if it has one; returns the target. */
export async function followPaymentLink(paymentLink: string): Promise<Visited> {
  const opened = await openPaymentLink(paymentLink)
  const action = /<form method="post" action="([^"]+)"/.exec(opened.page)?.[1]
  return action === undefined ? opened : pressPaymentForm(action.replaceAll('&amp;', '&'))
}

/** Posts to a payment link, like the button that pays without a card; a forwarding page counts as its target. */
export async function pressPaymentForm(action: string): Promise<Visited> {
  const answer = await visit('POST', action)
  const onward = /http-equiv="refresh" content="0;url=([^"]+)"/.exec(answer.page)?.[1]
  return onward === undefined ? answer : { ...answer, location: onward.replaceAll('&amp;', '&') }
}

/** The amount on the card page, in cents. */
export async function amountOnCardPage(pageUrl: string): Promise<number> {
  return (await testProduct()).provider.pages.amount(pageUrl)
}

/**
 * The lines above the card page's total, each with its small print: "Essay writing, 2 pages (Order No. 1234567):
 * $40.00".
 */
export async function linesOnCardPage(pageUrl: string): Promise<string[]> {
  const page = await (await fetch(pageUrl)).text()
  const [facts = ''] = /<dl class="facts">[^]*?<\/dl>/.exec(page) ?? []
  const lines = [...facts.matchAll(/<dt>(.*?)(?:<br><small[^>]*>(.*?)<\/small>)?<\/dt><dd>(.*?)<\/dd>/g)]
  return lines
    .slice(0, -1)
    .map(([, text, about, amount]) => `${text}${about === undefined ? '' : ` (${about})`}: ${amount}`)
}

/** Whether a card page can no longer be paid on. */
export async function isCardPageClosed(pageUrl: string): Promise<boolean> {
  return (await testProduct()).provider.pages.isClosed(pageUrl)
}

/** Submits the card page. The bank's question is answered correctly, unless `bank` says otherwise. */
export async function payOnCardPage(
  pageUrl: string,
  card: string = testCards.good,
  { bank = 'complete' }: { bank?: BankAnswer } = {},
): Promise<PageAnswer> {
  return (await testProduct()).provider.pages.pay(pageUrl, card, bank)
}

/** The provider's id of a card page. */
export function sessionIn(pageUrl: string): string {
  const id = /cs_\w+/.exec(pageUrl)?.[0]
  if (id === undefined) throw new Error(`${pageUrl} is no card page`)
  return id
}
