import { randomInt } from 'node:crypto'
import { opsPaths } from '@nerdify/contract/ops-paths.ts'
import { expect } from '@playwright/test'

/** Sends a call of operations, with the sandbox's token, and answers its body; anything but success fails the test. */
export async function operate<Body>(method: string, path: string, body?: unknown): Promise<Body> {
  const { response, text } = await tryToOperate(method, path, body)
  expect(response.ok, `${method} ${path}: ${response.status} ${text}`).toBe(true)
  return JSON.parse(text) as Body
}

async function tryToOperate(
  method: string,
  path: string,
  body?: unknown,
): Promise<{ response: Response; text: string }> {
  const response = await fetch(`${process.env.PRODUCT_URL}${path}`, {
    method,
    headers: {
      authorization: 'Bearer sandbox-operations',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { response, text: await response.text() }
}

/** A client as a journey knows them. */
export interface NewClient {
  id: string
  phone: string
  email: string
}

/** Area codes of the United States and Canada: codes are texted to no other country. */
const areaCodes = [212, 213, 303, 312, 404, 415, 416, 503, 512, 604, 617, 702, 713, 718, 773, 818, 917, 971]

/** A number that nobody has, outside the endings with which the sandbox plays faults. */
export const unusedPhone = (): string =>
  `+1 ${areaCodes[randomInt(areaCodes.length)]} ${randomInt(300, 499)} ${randomInt(1000, 9999)}`

/** An Australian number that exists and no other journey has. */
export const unusedAustralianPhone = (): string => `+614 ${randomInt(1200, 1299)} ${randomInt(1000, 9999)}`

/**
 * Makes an account that no other journey knows, so that no two meet; `facts` are fields of operations' call. They
 * confirmed their age already, unless told otherwise (LAW-02).
 */
export async function newClient(facts: Record<string, unknown> = {}): Promise<NewClient> {
  const phone = unusedPhone()
  const email = `${phone.replace(/\D/g, '')}@example.com`
  const { id } = await operate<{ id: string }>('POST', opsPaths.clients(), {
    phone,
    email,
    adult_confirmed: true,
    ...facts,
  })
  return { id, phone, email }
}

/** What a delivery is refused without, as the file that it lacks (WAIT-06). */
const lackingFiles = { work_missing: 'file_final_draft', report_missing: 'plagiarism_report' }

/** Posts events of an order's life (STATE-17), one after the other, with the files that deliveries need. */
export async function postEvents(orderId: string, ...events: readonly string[]): Promise<void> {
  for (const event of events) {
    const tell = event.startsWith('decline') ? { tell: 'The work fits what was asked for.' } : {}
    const post = () => tryToOperate('POST', opsPaths.orderEvents(orderId), { event, ...tell })
    let answer = await post()
    for (const [lack, type] of Object.entries(lackingFiles)) {
      if (answer.response.status !== 409 || !answer.text.includes(lack)) continue
      await addOrderFile(orderId, type, `${type}.pdf`)
      answer = await post()
    }
    expect(answer.response.ok, `${event}: ${answer.response.status} ${answer.text}`).toBe(true)
  }
}

/** Adds a file to an order as operations do; `type` says who it comes from (CAB-05). */
export async function addOrderFile(orderId: string, type: string, name: string): Promise<void> {
  const form = new FormData()
  form.set('type', type)
  form.set('file', new Blob(['%PDF-1.4\n', ' '.repeat(2_000)], { type: 'application/pdf' }), name)
  const response = await fetch(`${process.env.PRODUCT_URL}${opsPaths.orderFiles(orderId)}`, {
    method: 'POST',
    headers: { authorization: 'Bearer sandbox-operations' },
    body: form,
  })
  expect(response.ok, `${name}: ${response.status}`).toBe(true)
}
