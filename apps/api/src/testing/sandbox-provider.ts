import Stripe from 'stripe'
import type { CardPages, CardProviderUnderTest, PageAnswer, ProvidersSide } from './cards/card-provider-under-test.ts'

const dayS = 24 * 3_600
/** Longer than a card page is open. */
const pageS = 70 * 60
/** Longer than the sandbox's banks take. */
const banksS = 3_700

/** The sandbox's controls. */
export type SandboxControl =
  | 'webhooks'
  | 'webhooks/resend'
  | 'advance'
  | 'disputes'
  | 'disputes/close'
  | 'faults'
  | 'faults/clear'
  | 'subscriptions/age'

/** Sets a control of the sandbox; returns its answer. */
export async function setSandbox(
  sandboxUrl: string,
  control: SandboxControl,
  values: object,
): Promise<Record<string, unknown>> {
  const answer = await fetch(`${sandboxUrl}/_sandbox/${control}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(values),
  })
  if (!answer.ok) throw new Error(`the sandbox refused: ${await answer.text()}`)
  return (await answer.json()) as Record<string, unknown>
}

/** Waits until a sandbox owes no call. */
export async function untilSandboxIdle(sandboxUrl: string): Promise<void> {
  const { status } = await fetch(`${sandboxUrl}/_sandbox/idle`)
  if (status !== 200) throw new Error('the sandbox does not come to rest')
}

/** The SDK with an account at another origin than the provider's own. */
export function sdkAt(origin: string, secretKey: string): Stripe {
  const { hostname: host, port } = new URL(origin)
  return new Stripe(secretKey, { host, port: Number(port), protocol: 'http', telemetry: false })
}

/** The sandbox as bank, clock and hosted page. */
export function sandboxSide(sandboxUrl: string): ProvidersSide {
  const set = (control: SandboxControl, values: object) => setSandbox(sandboxUrl, control, values)
  const advance = async (seconds: number) => void (await set('advance', { seconds }))
  return {
    pages: sandboxPages(sandboxUrl),
    disputableCard: '4242424242424242',
    openDispute: async (paymentIntent) => String((await set('disputes', { payment_intent: paymentIntent })).id),
    closeDispute: async (dispute, outcome) => void (await set('disputes/close', { dispute, outcome })),
    age: async (subscription, days) =>
      void (await set('subscriptions/age', { subscription, seconds: Math.round(days * dayS) })),
    endPage: () => advance(pageS),
    letBanksAnswer: () => advance(banksS),
    outliveKeys: () => advance(25 * 3_600),
  }
}

/** The sandbox as the card provider of scenarios. */
export function sandboxProvider(sandboxUrl: string, secretKey: string): CardProviderUnderTest {
  const set = (control: SandboxControl, values: object) => setSandbox(sandboxUrl, control, values)
  return {
    ...sandboxSide(sandboxUrl),
    dashboard: sdkAt(sandboxUrl, secretKey),
    settings: { STRIPE_API_BASE: sandboxUrl, STRIPE_SECRET_KEY: secretKey },
    letEventsTravel: async ({ held = false, lost = false, copies, jitterMs }) =>
      void (await set('webhooks', {
        pause: held,
        drop: lost,
        ...(copies === undefined ? {} : { copies }),
        ...(jitterMs === undefined ? {} : { jitter_ms: jitterMs }),
      })),
    sendAgain: async (event) => void (await set('webhooks/resend', { event })),
    untilIdle: () => untilSandboxIdle(sandboxUrl),
    breakCalls: async (fault) => void (await set('faults', { provider: 'cards', ...fault })),
    mendCalls: async () => void (await set('faults/clear', {})),
  }
}

/** The pages of a sandbox, used without a browser. */
export function sandboxPages(sandboxUrl: string): CardPages {
  const post = async (pageUrl: string, form: URLSearchParams) => {
    const response = await fetch(pageUrl, { method: 'POST', body: form, redirect: 'manual' })
    return { status: response.status, location: response.headers.get('location'), html: await response.text() }
  }
  const answerOf = ({ status, location, html }: Awaited<ReturnType<typeof post>>): PageAnswer => ({
    // The bank returns to the page after a refusal.
    location: location === null || new URL(location, sandboxUrl).origin === sandboxUrl ? null : location,
    words: html,
    closed: status === 410,
  })

  return {
    async amount(pageUrl) {
      const html = await (await fetch(pageUrl)).text()
      const amount = /Pay\s+\$([\d,]+\.\d\d)/.exec(html)?.[1]
      if (amount === undefined) throw new Error('the card page names no amount')
      return Math.round(Number(amount.replaceAll(',', '')) * 100)
    },

    async isClosed(pageUrl) {
      return (await fetch(pageUrl)).status === 410
    },

    async pay(pageUrl, card, bank) {
      const html = await (await fetch(pageUrl)).text()
      const form = new URLSearchParams()
      for (const [, attributes = ''] of html.matchAll(/<input\b([^>]*)>/g)) {
        const name = attribute(attributes, 'name')
        const id = attribute(attributes, 'id')
        if (name === undefined) continue
        const label =
          id === undefined ? undefined : new RegExp(`<label[^>]*for="${id}"[^>]*>\\s*([^<]*)`).exec(html)?.[1]
        form.set(name, valueFor(label?.trim(), card) ?? attribute(attributes, 'value') ?? '')
      }
      const answer = await post(pageUrl, form)
      if (answer.location?.includes('/3ds/') !== true) return answerOf(answer)
      if (bank === 'abandon') return { location: null, words: 'The bank asks.', closed: false }
      const bankUrl = new URL(answer.location, pageUrl).href
      return answerOf(await post(bankUrl, new URLSearchParams({ result: bank })))
    },
  }
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
