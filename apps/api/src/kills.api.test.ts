import type { Order, PaymentCheckAnswer } from '@nerdify/contract/orders.ts'
import { deadlineFromHours } from '@nerdify/domain/pricing/deadlines.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { expectBooksOf } from './testing/cards/books.ts'
import { testCards } from './testing/cards/card-page.ts'
import { withProductProcess } from './testing/product-process.ts'
import { sandboxPages } from './testing/sandbox-provider.ts'
import { eventually, sendTo, signInByCode } from './testing/test-client.ts'
import { proofSize } from './testing/proof-size.ts'

const kills = proofSize({ embedded: { test: 1, prove: 50 } })
const seeded = ['+14155550101', '+14155550102', '+14155550105', '+14155550104']

/** A person's acknowledged writes, and the last call, whose answer was lost. */
interface Acknowledged {
  token: string
  orders: Map<string, { title: string | null; tried: string | null; paid: boolean }>
  /** Orders whose card page confirmed the payment. */
  charged: Set<string>
}

const ordersOf = (people: readonly Acknowledged[]) => people.reduce((sum, { orders }) => sum + orders.size, 0)

test(`[OPS-04][PAY-03] (abuse 35) ${kills} kills under changes and payments lose no acknowledged write and pay no order by themselves`, () =>
  withProductProcess(async (product) => {
    const pages = sandboxPages(product.sandboxUrl)
    /** Sends a call; throws if it was cut off, or the product failed. */
    const call = async <Body>(method: string, path: string, token?: string, body?: unknown) => {
      const answer = await sendTo<Body>(product, method, path, { body, token })
      if (answer.status >= 500) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`)
      return answer
    }

    /** Orders, renames, pays and checks without pause until the product is dead. */
    const keepBusy = async (person: Acknowledged, name: string): Promise<void> => {
      try {
        for (let count = 0; ; count += 1) {
          const created = await call<Order>('POST', '/api/v3/orders', person.token, {
            type: 'Quiz',
            subject: 'History',
            size: '60 Minutes',
            details: 'Ten questions on the French Revolution',
            deadline: new Date(deadlineFromHours(Date.now(), 24)).toISOString(),
          })
          const { id } = created.body
          const known = { title: null, tried: null, paid: false } as {
            title: string | null
            tried: string | null
            paid: boolean
          }
          person.orders.set(id, known)
          for (let change = 0; change < 3; change += 1) {
            known.tried = `${name} ${count} ${change}`
            await call<Order>('PATCH', `/api/v3/orders/${id}`, person.token, { title: known.tried })
            known.title = known.tried
          }
          const link = new URL(created.body.payment_link)
          const page = await call('GET', link.pathname)
          const location = page.headers.get('location')
          if (location?.startsWith(product.sandboxUrl)) {
            const done = await pages.pay(location, testCards.good, 'complete')
            if (done.location !== null) person.charged.add(id)
          }
          const checked = await call<PaymentCheckAnswer>('POST', `/api/v3/orders/${id}/payment_check`, person.token)
          known.paid = checked.body.status === 'paid'
        }
      } catch {
        // The product was killed: calls in flight were not acknowledged.
      }
    }

    const verify = async (person: Acknowledged): Promise<void> => {
      for (const [id, known] of person.orders) {
        const { status, body } = await call<Order>('GET', `/api/v3/orders/${id}`, person.token)
        expect(status).toBe(200)
        expect([known.title, known.tried]).toContain(body.title)
        known.title = body.title
        if (known.paid) expect(body.isPaid).toBe(true)
      }
    }

    const acknowledged: Acknowledged[] = []
    for (const phone of seeded) {
      acknowledged.push({ token: await signInByCode(product, phone), orders: new Map(), charged: new Set() })
    }
    for (let kill = 0; kill < kills; kill += 1) {
      const before = ordersOf(acknowledged)
      const busy = acknowledged.map((person, index) => keepBusy(person, `person ${index} kill ${kill}`))
      await eventually(async () => ordersOf(acknowledged) > before)
      await new Promise((resolve) => setTimeout(resolve, 300 + Math.random() * 1500))
      await product.kill()
      await Promise.all(busy)
      await product.startAgain()
      for (const person of acknowledged) await verify(person)
    }

    // A new sign-in still gets its code: the outbox continues.
    const newcomer = await signInByCode(product, '+14155550103')
    expect((await call('GET', '/api/v3/users/client/me', newcomer)).status).toBe(200)

    // Every charge reaches its order, by the provider's repeated event.
    for (const person of acknowledged) {
      for (const id of person.charged) {
        await eventually(async () => (await call<Order>('GET', `/api/v3/orders/${id}`, person.token)).body.isPaid)
      }
    }
    await product.readData(async (queries) => {
      await expectBooksOf(queries)
      const { rows: paidForNothing } = await sql`
      select id from client_order where client_status is not null and paid_cents = 0`.execute(queries)
      expect(paidForNothing).toEqual([])
    })

    const orders = ordersOf(acknowledged)
    const charges = acknowledged.reduce((sum, person) => sum + person.charged.size, 0)
    expect(orders).toBeGreaterThan(kills)
    console.log(
      `PROOF ${JSON.stringify({ name: 'kills under order changes and payments, embedded database', requirement: 'OPS-04', runs: kills, outcome: `${orders} acknowledged orders and ${charges} charges, none lost` })}`,
    )
  }))
