import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Order, PaymentCheckAnswer } from '@nerdify/contract/orders.ts'
import { deadlineFromHours } from '@nerdify/domain/pricing/deadlines.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { connectEmbedded } from './database/connect.ts'
import { payOnCardPage } from './testing/card-page.ts'
import { freePort, type StartedProcess, startProcess, startSandbox } from './testing/sandbox-process.ts'
import { eventually } from './testing/test-client.ts'

const kills = process.env.PROVE === undefined ? 5 : 50
const people = 4
const seeded = ['+14155550101', '+14155550102', '+14155550105', '+14155550104']

/** What was acknowledged to one person, and what may have happened besides: the last try whose answer was lost. */
interface Acknowledged {
  token: string
  orders: Map<string, { title: string | null; tried: string | null; paid: boolean }>
  /** Orders whose card page said that it took the payment. */
  charged: Set<string>
}

test(`[OPS-04][PAY-03] (abuse 35) after ${kills} kills under order changes and payments every acknowledged write is there and no order is paid without a payment`, {
  timeout: kills * 30_000 + 120_000,
}, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'nerdify-kills-'))
  const port = await freePort()
  const filesPort = await freePort()
  const sandbox = await startSandbox(port)
  const url = `http://127.0.0.1:${port}`
  const start = () =>
    startProcess('apps/api/src/main.ts', {
      PORT: String(port),
      FILES_PORT: String(filesPort),
      PUBLIC_URL: url,
      DATA_DIR: dataDir,
      STRIPE_API_BASE: sandbox.listening.http,
      SMS_API_BASE: sandbox.listening.http,
      SMTP_PORT: String(sandbox.listening.smtp),
      LIMIT_SCALE: '1000',
      LOG_LEVEL: 'error',
      TEST_DATABASE_URL: '',
    })
  const call = async <Body>(method: string, path: string, token?: string, body?: unknown) => {
    const response = await fetch(url + path, {
      method,
      redirect: 'manual',
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (response.status >= 500) throw new Error(`${response.status} ${text}`)
    return {
      status: response.status,
      location: response.headers.get('location'),
      body: (text === '' || response.status === 303 ? undefined : JSON.parse(text)) as Body,
    }
  }

  const signIn = async (phone: string): Promise<Acknowledged> => {
    await call('POST', '/api/v3/factor_auth', undefined, { type: 'request_code', factor: 'phone', value: phone })
    const code = await eventually(async () => {
      const texts = (await (
        await fetch(`${sandbox.listening.http}/mailbox/messages.json?to=${encodeURIComponent(phone)}`)
      ).json()) as { text: string }[]
      return /#(\d{5})$/.exec(texts[0]?.text ?? '')?.[1]
    })
    const answer = await call<{ jwt: string }>('POST', '/api/v3/factor_auth', undefined, {
      type: 'check_code',
      factor: 'phone',
      value: phone,
      code,
    })
    return { token: answer.body.jwt, orders: new Map(), charged: new Set() }
  }

  /** Orders, retitles, pays and checks without pause until the product is gone. */
  const keepBusy = async (person: Acknowledged, name: string): Promise<void> => {
    try {
      for (let count = 0; ; count += 1) {
        const created = await call<Order>('POST', '/api/v3/orders', person.token, {
          type: 'Quiz',
          subject: 'History',
          size: '60 Minutes',
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
        if (page.location?.startsWith(sandbox.listening.http)) {
          const done = await payOnCardPage(page.location)
          if (done.location !== null) person.charged.add(id)
        }
        const checked = await call<PaymentCheckAnswer>('POST', `/api/v3/orders/${id}/payment_check`, person.token)
        known.paid = checked.body.status === 'paid'
      }
    } catch {
      // The product was killed: whatever was under way was not acknowledged.
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

  let product: StartedProcess<unknown> = await start()
  const acknowledged: Acknowledged[] = []
  for (let index = 0; index < people; index += 1) acknowledged.push(await signIn(seeded[index] as string))
  for (let kill = 0; kill < kills; kill += 1) {
    const busy = acknowledged.map((person, index) => keepBusy(person, `person ${index} kill ${kill}`))
    await new Promise((resolve) => setTimeout(resolve, 300 + Math.random() * 1500))
    await product.end('SIGKILL')
    await Promise.all(busy)
    product = await start()
    for (const person of acknowledged) await verify(person)
  }

  // Every charge finds its order, by the event that the provider repeats.
  for (const person of acknowledged) {
    for (const id of person.charged) {
      await eventually(async () => (await call<Order>('GET', `/api/v3/orders/${id}`, person.token)).body.isPaid)
    }
  }
  expect(await product.end('SIGTERM')).toBe(0)

  const database = await connectEmbedded(dataDir)
  const { rows: unbalanced } = await sql`
    select entry_id from ledger_line group by client_id, entry_id having sum(cents) <> 0`.execute(database.queries)
  expect(unbalanced).toEqual([])
  const { rows: mismatched } = await sql`
    select o.id, o.paid_cents, coalesce(sum(l.cents), 0) as booked
    from client_order o
    left join ledger_line l on l.client_id = o.client_id and l.account = 'order:' || o.id
    group by o.id, o.paid_cents having o.paid_cents <> coalesce(sum(l.cents), 0)`.execute(database.queries)
  expect(mismatched).toEqual([])
  const { rows: paidForNothing } = await sql`
    select id from client_order where client_status is not null and paid_cents = 0`.execute(database.queries)
  expect(paidForNothing).toEqual([])
  await database.close()
  await sandbox.end()
  rmSync(dataDir, { recursive: true, force: true })

  const orders = acknowledged.reduce((sum, person) => sum + person.orders.size, 0)
  const charges = acknowledged.reduce((sum, person) => sum + person.charged.size, 0)
  expect(orders).toBeGreaterThan(kills)
  console.log(
    `PROOF ${JSON.stringify({ name: 'kills under order changes and payments, embedded database', requirement: 'OPS-04', runs: kills, outcome: `${orders} acknowledged orders and ${charges} charges, none lost` })}`,
  )
})
