/**
 * Clients at work while processes are replaced or crash (`deploy/rehearsal.sh`): every acknowledged change must
 * survive.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { deadlineFromHours } from '../packages/domain/src/pricing/deadlines.ts'
import { Refusal } from './bootstrap.mjs'
import { eventually, NotSent, type SendToSite, sendToSite, SiteClient } from './rehearsal-site.ts'

const clients = 4
/** The longest outage after a crash, in milliseconds. */
const backWithinMs = 60_000
const changesOfOrder = 25

/** Retries requests that a crash left unanswered, as browsers do, and counts them. */
class PatientSender {
  calls = 0
  repeats = 0
  reconnects = 0
  longestMs = 0
  readonly #repeatsAllowed: boolean

  constructor(repeatsAllowed: boolean) {
    this.#repeatsAllowed = repeatsAllowed
  }

  readonly send: SendToSite = async (address, call) => {
    this.calls += 1
    for (const begun = Date.now(); ; await pause(100)) {
      const fault = await sendToSite(address, call).then(
        (answer) => (answer.status < 500 ? answer : new Error(`${answer.status}: ${answer.body}`)),
        (error: Error) => error,
      )
      const tookMs = Date.now() - begun
      this.longestMs = Math.max(this.longestMs, tookMs)
      if (!(fault instanceof Error)) return fault
      const isSent = !(fault instanceof NotSent)
      if ((isSent && !this.#repeatsAllowed) || tookMs > backWithinMs) {
        throw new Refusal(`${call.method} ${address} is lost after ${tookMs} ms: ${fault.message}`)
      }
      if (isSent) this.repeats += 1
      else this.reconnects += 1
    }
  }
}

/** The state of an order that the site acknowledged. */
interface Acknowledged {
  id: string
  details: string
  isPaid: boolean
}

/** Creates, changes and pays one order; records in `kept` what the site acknowledged. */
async function workOnOrder(client: SiteClient, kept: Acknowledged[]): Promise<void> {
  const created = await client.api.createOrder(
    {
      type: 'Quiz',
      subject: 'History',
      size: '60 Minutes',
      details: 'Change 0',
      deadline: new Date(deadlineFromHours(Date.now(), 24)).toISOString(),
    },
    randomUUID(),
  )
  const order: Acknowledged = { id: created.id, details: 'Change 0', isPaid: false }
  kept.push(order)
  for (let change = 1; change <= changesOfOrder; change += 1) {
    const details = `Change ${change}`
    await client.api.changeOrder(order.id, { details }, randomUUID())
    order.details = details
    await pause(20)
  }
  const { location = '' } = await client.send(created.payment_link, { method: 'GET' })
  const card = new URLSearchParams({ card_number: '4242424242424242', expiry: '12 / 34', cvc: '123' })
  const paid = await fetch(location, { method: 'POST', body: card, redirect: 'manual' })
  if (paid.status !== 303) throw new Refusal(`The card page ${location} answers ${paid.status}.`)
  order.isPaid = true
}

/**
 * Works until SIGTERM, then checks everything acknowledged; returns a summary.
 *
 * @throws {Refusal} if a change or payment is lost, or without `throughCrashes` a single request
 */
export async function loadUntilAsked(throughCrashes: boolean): Promise<string> {
  let isAsked = false
  process.once('SIGTERM', () => (isAsked = true))
  const sender = new PatientSender(throughCrashes)
  const acknowledged = await Promise.all(
    Array.from({ length: clients }, async (_client, at) => {
      const client = await SiteClient.signIn(`+1415555${throughCrashes ? '017' : '016'}${at}`, sender.send)
      await client.api.changeMe({ email: `client${at}@example.com`, adult_confirmed: true })
      const orders: Acknowledged[] = []
      while (!isAsked) await workOnOrder(client, orders)
      for (const { id, details, isPaid } of orders) {
        const found = (await client.api.order(id)).details
        if (found !== details) throw new Refusal(`Order ${id} has "${found}", not "${details}".`)
        if (isPaid)
          await eventually(`The payment of ${id}`, async () => (await client.api.order(id)).isPaid || undefined)
      }
      return orders
    }),
  )
  const orders = acknowledged.flat()
  const paid = orders.filter(({ isPaid }) => isPaid).length
  return `-- ${sender.calls} requests, ${sender.repeats} sent again, ${sender.reconnects} connections opened again, the longest took ${sender.longestMs} ms; ${orders.length} orders, their changes and ${paid} payments are kept.`
}
