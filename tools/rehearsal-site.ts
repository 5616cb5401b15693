/** The rehearsal client's access: texts of the sandbox, mails of the maildir, calls of the site. */
import { readdirSync, readFileSync } from 'node:fs'
import { request } from 'node:https'
import { join } from 'node:path'
import { text as textOf } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { apiPaths } from '../packages/contract/src/api-paths.ts'
import { createApiClient, type Call, type Send } from '../packages/contract/src/api-client.ts'
import { Refusal } from './bootstrap.mjs'

const { MAILDIR: maildir = '', PUBLIC_URL: site = '', SANDBOX_URL: sandbox = '' } = process.env
/** Longest wait for background work, in milliseconds: the watch mails within two minutes (GO-07). */
const patienceMs = 120_000

/** Polls `look` until it finds something. */
export async function eventually<Found>(what: string, look: () => Promise<Found | undefined>): Promise<Found> {
  for (const end = Date.now() + patienceMs; Date.now() < end; await pause(100)) {
    const found = await look()
    if (found !== undefined) return found
  }
  throw new Refusal(`${what} does not come.`)
}

/** The newest code texted to a phone since an instant, with its text: order news arrive as texts too. */
export const newestCode = (phone: string, since: number): Promise<{ code: string; text: string }> =>
  eventually(`A text with a code to ${phone}`, async () => {
    const answer = await fetch(`${sandbox}/mailbox/messages.json?${new URLSearchParams({ to: phone })}`)
    const texts = (await answer.json()) as { text: string; received_at: string }[]
    for (const { text, received_at } of texts) {
      const code = /#(\d{5})$/.exec(text)?.[1]
      if (code !== undefined && Date.parse(received_at) >= since) return { code, text }
    }
    return undefined
  })

/** The plain text of a mail: its first part, as nodemailer writes it. */
function plainText(mail: string): string {
  const boundary = /boundary="([^"]+)"/.exec(mail)?.[1] ?? ''
  const [head = '', ...paragraphs] = (mail.split(`\n--${boundary}`)[1] ?? '').split('\n\n')
  const body = paragraphs.join('\n\n')
  if (/base64/i.test(head)) return Buffer.from(body, 'base64').toString()
  if (!/quoted-printable/i.test(head)) return body
  const bytes = body
    .replaceAll('=\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_sign, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}

/** The source of the newest mail to an address since an instant, with these words, from the maildir. */
const newestSource = (address: string, { since = 0, words = '' } = {}): Promise<string> =>
  eventually(`A mail to ${address}`, async () => {
    // A file name begins with the second of the delivery.
    const names = readdirSync(join(maildir, 'new')).toSorted().toReversed()
    for (const name of names) {
      if (Number.parseInt(name, 10) * 1000 < since - 1000) return undefined
      const mail = readFileSync(join(maildir, 'new', name), 'latin1')
      if (mail.includes(`\nX-Original-To: ${address}\n`) && plainText(mail).includes(words)) return mail
    }
    return undefined
  })

/** The plain text of {@link newestSource}'s mail. */
export const newestMail = async (...which: Parameters<typeof newestSource>): Promise<string> =>
  plainText(await newestSource(...which))

/** Unsubscribes an address like a mail program: by the one-click header of the newest mail that has one (LAW-07). */
export async function unsubscribe(address: string): Promise<string> {
  const mail = await newestSource(address, { words: '/unsubscribe/' })
  const [head = ''] = mail.replaceAll(/\n[ \t]+/g, ' ').split('\n\n')
  const link = /^List-Unsubscribe: <([^>]+)>$/m.exec(head)?.[1]
  const body = /^List-Unsubscribe-Post: (List-Unsubscribe=One-Click)$/m.exec(head)?.[1]
  if (link === undefined || body === undefined) throw new Refusal(`The mail offers no click:\n${head}`)
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const answer = await fetch(link, { method: 'POST', headers, body })
  if (!answer.ok) throw new Refusal(`${link} answers ${answer.status}.`)
  return `One click of a mail program ends such mails to ${address}.`
}

/** An answer of the site. */
export interface SiteAnswer {
  status: number
  location: string | undefined
  body: string
}

/** The connection closed before the request was sent, as when a proxy reloads: browsers open another one. */
export class NotSent extends Error {}

/** Sends a request to the site on a new connection; rejects without an answer. */
export function sendToSite(
  address: string,
  { method, headers = {}, body }: { method: string; headers?: Record<string, string>; body?: string },
): Promise<SiteAnswer> {
  return new Promise((resolve, reject) => {
    const sent = request(address, { method, headers, agent: false, timeout: patienceMs }, (answer) => {
      textOf(answer).then(
        (text) => resolve({ status: answer.statusCode ?? 0, location: answer.headers.location, body: text }),
        reject,
      )
    })
    sent.once('timeout', () => sent.destroy(new Error('no answer')))
    let isConnected = false
    sent.once('socket', (socket) => socket.once('secureConnect', () => (isConnected = true)))
    sent.once('error', (error) => reject(isConnected ? error : new NotSent(error.message)))
    sent.end(body)
  })
}

/** Sends a request like {@link sendToSite}, possibly with retries. */
export type SendToSite = typeof sendToSite

/** A signed-in client of the site. */
export class SiteClient {
  #token: string | undefined
  readonly send: SendToSite
  readonly api: ReturnType<typeof createApiClient>

  private constructor(send: SendToSite) {
    this.send = send
    this.api = createApiClient((async (call) => this.#answerOf(call)) as Send)
  }

  /** Signs in by a texted code; an unknown phone becomes a newcomer. */
  static async signIn(phone: string, send: SendToSite = sendToSite): Promise<SiteClient> {
    const client = new SiteClient(send)
    const since = Date.now()
    await client.api.requestCode({ factor: 'phone', value: phone, begin: true })
    const { code } = await newestCode(phone, since)
    client.#token = (await client.api.checkCode({ factor: 'phone', value: phone, code })).jwt
    return client
  }

  /** Opens the live stream of the client's orders; `change` resolves at the next one. */
  async follow(): Promise<{ change: Promise<void> }> {
    const answer = await fetch(site + apiPaths.orderStream(), {
      headers: { authorization: `Bearer ${this.#token}` },
      signal: AbortSignal.timeout(patienceMs),
    })
    if (!answer.ok || answer.body === null) throw new Refusal(`The live stream answers ${answer.status}.`)
    const { body } = answer
    const firstChange = async () => {
      for await (const part of body) if (Buffer.from(part).includes('event: changed')) return
      throw new Refusal('The live stream ends.')
    }
    return { change: firstChange() }
  }

  async #answerOf({ method, path, body, idempotencyKey }: Call): Promise<unknown> {
    const { status, body: text } = await this.send(site + path, {
      method,
      headers: {
        ...(this.#token !== undefined && { authorization: `Bearer ${this.#token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    if (status >= 300) throw new Refusal(`${method} ${path} answers ${status}: ${text}`)
    return JSON.parse(text)
  }
}
