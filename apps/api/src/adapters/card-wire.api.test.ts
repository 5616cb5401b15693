import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import type { Cards } from '../ports.ts'
import { newCard, testCards } from '../testing/cards/card-page.ts'
import { type RecordedCall, recordCalls } from '../testing/cards/recorded-calls.ts'
import { testProduct } from '../testing/running-product.ts'
import { freePort, startSandbox } from '../testing/sandbox-process.ts'
import { sandboxSide, setSandbox, untilSandboxIdle } from '../testing/sandbox-provider.ts'
import { stripeCards } from './cards-stripe.ts'

const root = join(import.meta.dirname, '../../../..')

/** The SDK's parameter type of each call; `*` stands for an id. */
const paramTypes: Readonly<Record<string, string>> = {
  'DELETE /subscriptions/*': 'SubscriptionCancelParams',
  'GET /account': 'AccountRetrieveCurrentParams',
  'GET /checkout/sessions/*': 'Checkout.SessionRetrieveParams',
  'GET /disputes': 'DisputeListParams',
  'GET /disputes/*': 'DisputeRetrieveParams',
  'GET /events': 'EventListParams',
  'GET /invoices': 'InvoiceListParams',
  'GET /invoices/*': 'InvoiceRetrieveParams',
  'GET /payment_intents': 'PaymentIntentListParams',
  'GET /payment_intents/*': 'PaymentIntentRetrieveParams',
  'GET /payment_methods': 'PaymentMethodListParams',
  'GET /prices': 'PriceListParams',
  'GET /prices/*': 'PriceRetrieveParams',
  'GET /refunds': 'RefundListParams',
  'GET /refunds/*': 'RefundRetrieveParams',
  'GET /subscriptions': 'SubscriptionListParams',
  'GET /subscriptions/*': 'SubscriptionRetrieveParams',
  'GET /webhook_endpoints': 'WebhookEndpointListParams',
  'POST /checkout/sessions': 'Checkout.SessionCreateParams',
  'POST /checkout/sessions/*/expire': 'Checkout.SessionExpireParams',
  'POST /customers': 'CustomerCreateParams',
  'POST /customers/*': 'CustomerUpdateParams',
  'POST /invoices/*/pay': 'InvoicePayParams',
  'POST /invoices/create_preview': 'InvoiceCreatePreviewParams',
  'POST /payment_methods/*/detach': 'PaymentMethodDetachParams',
  'POST /prices': 'PriceCreateParams',
  'POST /refunds': 'RefundCreateParams',
  'POST /subscriptions/*': 'SubscriptionUpdateParams',
}

/** The SDK's type of each object on the wire. */
const objectTypes: Readonly<Record<string, string>> = {
  account: 'Account',
  charge: 'Charge',
  'checkout.session': 'Checkout.Session',
  customer: 'Customer',
  dispute: 'Dispute',
  invoice: 'Invoice',
  payment_intent: 'PaymentIntent',
  payment_method: 'PaymentMethod',
  price: 'Price',
  refund: 'Refund',
  subscription: 'Subscription',
  webhook_endpoint: 'WebhookEndpoint',
}

/** The sent part of an object, whether its references are ids or objects. */
const preamble = `import type Stripe from 'stripe'
type Sent<Value> = Value extends readonly (infer Item)[] ? readonly Sent<Item>[]
  : Value extends object ? { [Field in keyof Value]?: Sent<Value[Field]> } : Value
type SentEvent<Type> = Sent<Extract<Stripe.Event, { type: Type }>>
`

const callOf = ({ method, path }: RecordedCall) => `${method} ${path.replaceAll(/\/\w+_\w{10,}/g, '/*')}`

/** The nested values of a form; texts that look like numbers or booleans become those. */
function valuesOf(form: URLSearchParams): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  for (const [name, text] of form) {
    const path = name.replaceAll(']', '').split('[')
    const last = path.pop() ?? ''
    let group = values
    for (const part of path) group = (group[part] ??= {}) as Record<string, unknown>
    group[last] = /^(\d+|true|false)$/.test(text) ? JSON.parse(text) : text
  }
  return listsOf(values) as Record<string, unknown>
}

/** Groups named 0, 1, 2 are lists. */
function listsOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, part]) => [name, listsOf(part)] as const)
  const isList = entries.length > 0 && entries.every(([name], at) => name === String(at))
  return isList ? entries.map(([, part]) => part) : Object.fromEntries(entries)
}

/** A recorded answer as an expression that the compiler checks against the SDK's type. */
function typedAnswer({ answer, status }: RecordedCall): string[] {
  if (status >= 400) return [typed(answer.error, 'Sent<Stripe.StripeRawError>')]
  if (answer.object !== 'list') return [typedObject(answer)]
  const { data, ...list } = answer as { data?: { object: string }[] }
  return [typed({ ...list, data: [] }, 'Sent<Stripe.ApiList<object>>'), ...(data ?? []).map(typedObject)]
}

function typedObject(object: { object?: string; type?: string }): string {
  if (object.object === 'event') return typed(object, `SentEvent<'${object.type}'>`)
  const name = objectTypes[object.object ?? '']
  if (name === undefined) throw new Error(`no type is listed for ${object.object}`)
  return typed(object, `Sent<Stripe.${name}>`)
}

const typed = (value: unknown, type: string) => `export const X: ${type} = ${JSON.stringify(value)}`

/** Compiles the lines against the pinned SDK; returns the compiler's errors. */
async function complaintsOf(lines: readonly string[]): Promise<string[]> {
  mkdirSync(join(root, '.cache'), { recursive: true })
  const directory = mkdtempSync(join(root, '.cache/card-wire-'))
  try {
    const numbered = lines.map((line, at) => line.replace('const X:', `const x${at}:`))
    writeFileSync(join(directory, 'recorded.ts'), [preamble, ...numbered].join('\n'))
    const compiler = join(root, 'node_modules/typescript/bin/tsc')
    const options = ['--noEmit', '--strict', '--skipLibCheck', '--ignoreConfig', '--target', 'esnext']
    const modules = ['--module', 'nodenext', '--types', 'node', '--pretty', 'false']
    const run = promisify(execFile)(process.execPath, [
      compiler,
      ...options,
      ...modules,
      join(directory, 'recorded.ts'),
    ])
    return await run.then(
      () => [],
      ({ stdout }: { stdout: string }) => stdout.split('\n').filter((line) => line.includes('error TS')),
    )
  } finally {
    rmSync(directory, { recursive: true })
  }
}

/** Every call of the port, at least once. */
async function callAll(cards: Cards, since: number, sandboxUrl: string): Promise<void> {
  const provider = sandboxSide(sandboxUrl)
  const readAll = async (rows: AsyncIterable<unknown>) => {
    for await (const _ of rows);
  }
  await cards.account()
  const customerId = await cards.createCustomer({ clientId: randomUUID() })
  await cards.updateCustomerEmail(customerId, 'wire@example.com')
  const visit = {
    clientId: randomUUID(),
    customerId,
    successUrl: 'http://localhost:3000/subscription',
    cancelUrl: 'http://localhost:3000/subscription',
    expiresAt: Date.now() + 65 * 60_000,
  }
  const open = (offersSavedCards: boolean) =>
    cards.createSession({
      ...visit,
      attemptId: randomUUID(),
      orderId: randomUUID(),
      kind: 'order',
      offersSavedCards,
      lines: [{ text: 'Essay writing, 2 pages', cents: 4_800, about: 'Order No. 1234567' }],
    })
  await cards.expireSession((await open(true)).id)
  const page = await open(false)
  await provider.pages.pay(page.url ?? '', newCard(), 'complete')
  const { paymentIntentId = '' } = await cards.session(page.id)
  const refund = { refundId: randomUUID(), paymentIntentId: paymentIntentId ?? '', cents: 1_000, keyExpired: false }
  const { id: refundId } = await cards.refund(refund)
  await cards.refund({ ...refund, keyExpired: true })
  await cards.refundOf(refundId)
  await cards.refundOf('re_nobodyHasThisOne').catch(() => undefined)
  const disputed = await open(false)
  await provider.pages.pay(disputed.url ?? '', newCard(), 'complete')
  const { paymentIntentId: disputedPayment } = await cards.session(disputed.id)
  const dispute = await provider.openDispute(disputedPayment ?? '')
  await provider.closeDispute(dispute, 'lost')
  await cards.disputeOf(dispute)
  await cards.movement({ kind: 'payment', id: disputedPayment ?? '' })
  await cards.movement({ kind: 'refund', id: refundId })

  const plans = [
    { tag: `wire_${randomUUID()}`, name: 'Basic', monthlyCents: 999 },
    { tag: `wire_${randomUUID()}`, name: 'Elite', monthlyCents: 2_999 },
  ] as const
  const unused = await cards.createPlanSession({ ...visit, checkoutId: randomUUID(), plan: plans[0], trialDays: 7 })
  await cards.expirePlanSession(unused.id)
  const begun = await cards.createPlanSession({
    ...visit,
    checkoutId: randomUUID(),
    plan: plans[0],
    trialDays: undefined,
  })
  await provider.pages.pay(begun.url ?? '', newCard(), 'complete')
  const { subscriptionId } = await cards.planSession(begun.id)
  const subscription = await cards.subscriptionOf(subscriptionId ?? '')
  const payBy = async (card: string) => {
    const saved = await cards.createSetupSession({
      ...visit,
      checkoutId: randomUUID(),
      subscriptionId: subscription.id,
    })
    await provider.pages.pay(saved.url ?? '', card, 'complete')
    const { savedCardId } = await cards.planSession(saved.id)
    return cards.useCard({ subscriptionId: subscription.id, customerId, cardId: savedCardId ?? '' })
  }
  const change = { subscriptionId: subscription.id, plan: plans[1], at: Math.floor(Date.now() / 1000) }
  await cards.previewPlan(change)
  await cards.changePlan({ ...change, prorated: true })
  await cards.endWithMonth(subscription.id, true)
  await cards.endWithMonth(subscription.id, false)
  let invoiceId = ''
  for await (const { id } of cards.paidInvoices(since)) invoiceId = id
  await cards.invoiceOf(invoiceId)
  // The next month's bill stays open until a card pays it.
  await payBy(testCards.chargesFail)
  await provider.age(subscription.id, 32)
  expect(await payBy(newCard())).toBe(true)
  await cards.endNow(subscription.id)
  await untilSandboxIdle(sandboxUrl)
  await readAll(cards.subscriptions(since))
  await readAll(cards.disputesSince(since))
  await readAll(cards.eventsSince(since))
  await readAll(cards.movementsSince(since))
  await cards.forgetCustomer(customerId)
}

test('[GO-03] every request of ours and every answer of the sandbox fits the types of the pinned SDK', async () => {
  const { settings } = await testProduct()
  const since = Date.now() - 1_000
  // The shared product would retry the events of these orders and plans, which it does not have.
  const sandbox = await startSandbox(await freePort())
  const sandboxUrl = sandbox.listening.http
  await setSandbox(sandboxUrl, 'webhooks', { drop: true })
  const { url, calls, end } = await recordCalls(sandboxUrl)
  const called = new Set<string>()
  const cards = new Proxy(stripeCards({ ...settings.stripe, apiBase: url }), {
    get(target, name: keyof Cards) {
      called.add(name)
      return target[name]
    },
  })
  try {
    await callAll(cards, since, sandboxUrl)
  } finally {
    end()
    await sandbox.end()
  }
  // PAY-05's tests cover the signature and the form of an event.
  expect(Object.keys(cards).filter((name) => !called.has(name))).toEqual(['readEvent'])

  const requests = calls.map((call) => {
    const type = paramTypes[callOf(call)]
    if (type === undefined) throw new Error(`no type is listed for ${callOf(call)}`)
    return typed(valuesOf(call.values), `Stripe.${type}`)
  })
  expect(Object.keys(paramTypes)).toEqual([...new Set(calls.map(callOf))].toSorted())
  const lines = [...new Set([...requests, ...calls.flatMap(typedAnswer)])]
  expect(await complaintsOf(lines)).toEqual([])

  // The compiler reports an unknown name and an unknown value, on both sides.
  const wrong = [
    typed({ payment_intent: 'pi_1', cents: 100 }, 'Stripe.RefundCreateParams'),
    typed({ object: 'refund', amount: '100' }, 'Sent<Stripe.Refund>'),
    typed({ object: 'charge', payment_intent: { object: 'payment_intent', paid: true } }, 'Sent<Stripe.Charge>'),
    typed({ type: 'charge.refunded', data: { object: { returned: true } } }, "SentEvent<'charge.refunded'>"),
  ]
  expect(await complaintsOf(wrong)).toHaveLength(wrong.length)
})
