/**
 * The client of `deploy/rehearsal.sh`: `order` signs in by a texted code, orders and pays, and prints the order's number;
 * `download NUMBER` reads the delivered work; `mail ADDRESS` prints the newest mail to an address. Texts, mails and the card
 * page are those of the sandbox at SANDBOX_URL.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { type Call, createApiClient, type Send } from '../packages/contract/src/api-client.ts'
import { deadlineFromHours } from '../packages/domain/src/pricing/deadlines.ts'
import { Refusal, runCommand } from './bootstrap.mjs'

const { PUBLIC_URL: site = '', SANDBOX_URL: sandbox = '' } = process.env
const phone = '+14155550142'
/** Longest wait for what comes in the background, in milliseconds. */
const limitMs = 60_000

let token: string | undefined
const send: Send = async <Answer>({ method, path, body, idempotencyKey }: Call) => {
  const response = await fetch(site + path, {
    method,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Refusal(`${method} ${path} answers ${response.status}: ${await response.text()}`)
  return (await response.json()) as Answer
}
const api = createApiClient(send)

/** What `look` finds, once it finds something. */
async function eventually<Found>(what: string, look: () => Promise<Found | undefined>): Promise<Found> {
  for (const end = Date.now() + limitMs; Date.now() < end; await pause(250)) {
    const found = await look()
    if (found !== undefined) return found
  }
  throw new Refusal(`${what} does not come.`)
}

/** The newest message to a phone or an address since an instant, with words that fit. */
const newestMessage = (to: string, { since = 0, fits = /./ } = {}) =>
  eventually(`a message to ${to}`, async () => {
    const answer = await fetch(`${sandbox}/mailbox/messages.json?${new URLSearchParams({ to })}`)
    const messages = (await answer.json()) as { text: string; received_at: string }[]
    return messages.find(({ received_at, text }) => Date.parse(received_at) >= since && fits.test(text))?.text
  })

async function signIn() {
  const since = Date.now()
  await api.requestCode({ factor: 'phone', value: phone, begin: true })
  const ending = /#(\d{5})$/
  // News of the order arrive as texts too.
  const text = await newestMessage(phone, { since, fits: ending })
  const code = ending.exec(text)?.[1] ?? ''
  token = (await api.checkCode({ factor: 'phone', value: phone, code })).jwt
  console.error(`A text to ${phone}: ${text}`)
}

async function order(): Promise<string> {
  await signIn()
  await api.changeMe({ email: 'client@example.com', adult_confirmed: true })
  const { id, number, payment_link } = await api.createOrder(
    {
      type: 'Quiz',
      subject: 'History',
      size: '60 Minutes',
      details: 'Ten questions on the French Revolution',
      deadline: new Date(deadlineFromHours(Date.now(), 24)).toISOString(),
    },
    randomUUID(),
  )
  const link = await fetch(payment_link, { redirect: 'manual' })
  const cardPage = link.headers.get('location') ?? ''
  const card = new URLSearchParams({ card_number: '4242424242424242', expiry: '12 / 34', cvc: '123' })
  const paid = await fetch(cardPage, { method: 'POST', body: card, redirect: 'manual' })
  if (paid.status !== 303) throw new Refusal(`The card page answers ${paid.status}.`)
  await eventually('the payment', async () => ((await api.order(id)).isPaid ? true : undefined))
  return number
}

async function download(number: string): Promise<string> {
  await signIn()
  const { results } = await api.orders(0, 'paid')
  const [file] = await api.orderFiles(results.find((each) => each.number === number)?.id ?? '')
  if (file?.location == null) throw new Refusal(`Order ${number} has no file.`)
  const answer = await fetch(file.location)
  if (!answer.ok) throw new Refusal(`${file.location} answers ${answer.status}.`)
  return `${file.name}: ${(await answer.arrayBuffer()).byteLength} bytes from ${new URL(file.location).origin}`
}

await runCommand(async () => {
  const [what, which = ''] = process.argv.slice(2)
  if (what === 'order') console.log(await order())
  else if (what === 'download') console.log(await download(which))
  else console.log(await newestMessage(which))
  return 0
})
