import { testProduct } from './running-product.ts'

/** Numbers of the provider's test cards. */
export const testCards = { good: '4242424242424242', declined: '4000000000000002' } as const

/** Follows a payment link to the card page without a browser; answers where the product sends the person. */
export async function followPaymentLink(paymentLink: string): Promise<{ status: number; location: string }> {
  const { url } = await testProduct()
  const { pathname, search } = new URL(paymentLink)
  const response = await fetch(url + pathname + search, { redirect: 'manual' })
  await response.arrayBuffer()
  return { status: response.status, location: response.headers.get('location') ?? '' }
}

/** The amount that the card page asks for, in cents, read from its button. */
export async function amountOnCardPage(pageUrl: string): Promise<number> {
  const html = await (await fetch(pageUrl)).text()
  const amount = /Pay\s+\$([\d,]+\.\d\d)/.exec(html)?.[1]
  if (amount === undefined) throw new Error('the card page names no amount')
  return Math.round(Number(amount.replaceAll(',', '')) * 100)
}

/** Fills in the card page's labelled fields and presses its button; answers where that leads. */
export async function payOnCardPage(
  pageUrl: string,
  card: string = testCards.good,
): Promise<{ status: number; location: string | null; html: string }> {
  const html = await (await fetch(pageUrl)).text()
  const form = new URLSearchParams()
  for (const [, attributes = ''] of html.matchAll(/<input\b([^>]*)>/g)) {
    const name = attribute(attributes, 'name')
    const id = attribute(attributes, 'id')
    if (name === undefined) continue
    const label = id === undefined ? undefined : new RegExp(`<label[^>]*for="${id}"[^>]*>\\s*([^<]*)`).exec(html)?.[1]
    form.set(name, valueFor(label?.trim(), card) ?? attribute(attributes, 'value') ?? '')
  }
  const response = await fetch(pageUrl, { method: 'POST', body: form, redirect: 'manual' })
  return { status: response.status, location: response.headers.get('location'), html: await response.text() }
}

function attribute(attributes: string, name: string): string | undefined {
  return new RegExp(`\\b${name}="([^"]*)"`).exec(attributes)?.[1]
}

function valueFor(label: string | undefined, card: string): string | undefined {
  if (label?.startsWith('Card number')) return card
  if (label?.startsWith('Expiry date')) return '12/34'
  if (label?.startsWith('CVC')) return '123'
  return undefined
}
