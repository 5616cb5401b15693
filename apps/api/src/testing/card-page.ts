import type { BankAnswer, PageAnswer } from './card-provider-under-test.ts'
import { testProduct } from './running-product.ts'

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
} as const

/** Follows a payment link to the card page without a browser; answers where the product sends the person. */
export async function followPaymentLink(paymentLink: string): Promise<{ status: number; location: string }> {
  const { url } = await testProduct()
  const { pathname, search } = new URL(paymentLink)
  const response = await fetch(url + pathname + search, { redirect: 'manual' })
  await response.arrayBuffer()
  return { status: response.status, location: response.headers.get('location') ?? '' }
}

/** The amount that the card page asks for, in cents. */
export async function amountOnCardPage(pageUrl: string): Promise<number> {
  return (await testProduct()).provider.pages.amount(pageUrl)
}

/** Whether a card page can no longer be paid on. */
export async function isCardPageClosed(pageUrl: string): Promise<boolean> {
  return (await testProduct()).provider.pages.isClosed(pageUrl)
}

/** Fills in the card page and presses its button; whoever is asked by the bank answers rightly unless told otherwise. */
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
