import { createSend } from '@nerdify/browser/send.ts'
import { createServerClock } from '@nerdify/browser/server-clock.ts'
import type { OrderFile, ReceivedFile } from '@nerdify/contract/files.ts'
import { createOpsClient } from '@nerdify/contract/ops-client.ts'
import { opsPaths } from '@nerdify/contract/ops-paths.ts'
import type { OrderFileType } from '@nerdify/domain/files/order-files.ts'

const clock = createServerClock(Date.now)

/** Epoch milliseconds (UTC) by the server's clock, whatever the device's clock says (FLOW-31). */
export const serverNow = clock.now

const ports = {
  fetch: (...call: Parameters<typeof fetch>) => fetch(...call),
  token: () => undefined,
  onRefusal: () => undefined,
  learn: clock.learn,
}

/** The calls of operations; they throw a plain `CallError` (API-01). The browser sends the session's cookie (DESK-09). */
export const api = createOpsClient(createSend(ports))

/** The time limit for the largest file, in ms. */
const fileTimeLimit = 15 * 60_000

/** Posts a form with a file. */
function sendForm<Answer>(path: string, fields: Record<string, string | File>, idempotencyKey: string) {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.append(name, value)
  const signal = AbortSignal.timeout(fileTimeLimit)
  const send = createSend({ ...ports, fetch: (address, call) => fetch(address, { ...call, body, signal }) })
  return send<Answer>({ method: 'POST', path, idempotencyKey })
}

/** Adds a file of the Nerd to an order (OPS-05). */
export const addOrderFile = (
  orderId: string,
  form: { type: OrderFileType; file: File },
  idempotencyKey: string,
): Promise<OrderFile> => sendForm(opsPaths.orderFiles(orderId), form, idempotencyKey)

/** Stores a file for a later answer to a client (TALK-01). */
export const addAnswerFile = (conversation: string, file: File, idempotencyKey: string): Promise<ReceivedFile> =>
  sendForm(opsPaths.conversationFiles(conversation), { file }, idempotencyKey)
