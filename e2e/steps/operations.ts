import { randomInt } from 'node:crypto'
import { createOpsClient } from '@nerdify/contract/ops-client.ts'
import { opsPaths } from '@nerdify/contract/ops-paths.ts'
import { expect } from '@playwright/test'

/** Sends an operations call with the sandbox's token and returns its body; a refusal fails the test. */
export async function operate<Body>(method: string, path: string, body?: unknown, key?: string): Promise<Body> {
  const { response, text } = await tryToOperate(method, path, body, key)
  expect(response.ok, `${method} ${path}: ${response.status} ${text}`).toBe(true)
  return JSON.parse(text) as Body
}

/** The calls of operations with their types. */
export const ops = createOpsClient(({ method, path, body, idempotencyKey }) =>
  operate(method, path, body, idempotencyKey),
)

async function tryToOperate(
  method: string,
  path: string,
  body?: unknown,
  idempotencyKey?: string,
): Promise<{ response: Response; text: string }> {
  const response = await fetch(`${process.env.PRODUCT_URL}${path}`, {
    method,
    headers: {
      authorization: 'Bearer sandbox-operations',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { response, text: await response.text() }
}

/** A client, as far as a journey needs. */
export interface NewClient {
  id: string
  phone: string
  email: string
}

/** Area codes of the United States and Canada. */
const areaCodes = [212, 213, 303, 312, 404, 415, 416, 503, 512, 604, 617, 702, 713, 718, 773, 818, 917, 971]

/** A random number without an ending for which the sandbox plays faults. */
export const unusedPhone = (): string =>
  `+1 ${areaCodes[randomInt(areaCodes.length)]} ${randomInt(300, 499)} ${randomInt(1000, 9999)}`

/** A random valid Australian number. */
export const unusedAustralianPhone = (): string => `+614 ${randomInt(1200, 1299)} ${randomInt(1000, 9999)}`

/**
 * Creates an account for one journey. `facts` are further fields of the call; by default, the client has confirmed
 * their age (LAW-02).
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

/** The type of file to add after each refusal of a delivery (WAIT-06). */
const missingFiles = { work_missing: 'file_final_draft', report_missing: 'plagiarism_report' }

/** Posts events of an order in sequence (STATE-17) and adds the files that deliveries need. */
export async function postEvents(orderId: string, ...events: readonly string[]): Promise<void> {
  for (const event of events) {
    const tell = event.startsWith('decline') ? { tell: 'The work fits what was asked for.' } : {}
    const post = () => tryToOperate('POST', opsPaths.orderEvents(orderId), { event, ...tell })
    let answer = await post()
    for (const [errorType, type] of Object.entries(missingFiles)) {
      if (answer.response.status !== 409 || !answer.text.includes(errorType)) continue
      await addOrderFile(orderId, type, `${type}.pdf`)
      answer = await post()
    }
    expect(answer.response.ok, `${event}: ${answer.response.status} ${answer.text}`).toBe(true)
  }
}

/** Adds a file to an order as operations do; `type` implies its author (CAB-05). */
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
