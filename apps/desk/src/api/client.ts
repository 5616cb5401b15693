import { createSend } from '@nerdify/browser/send.ts'
import { createServerClock } from '@nerdify/browser/server-clock.ts'
import type { OrderFile } from '@nerdify/contract/files.ts'
import { createOpsClient } from '@nerdify/contract/ops-client.ts'
import { opsPaths } from '@nerdify/contract/ops-paths.ts'
import type { OrderFileType } from '@nerdify/domain/files/order-files.ts'

const clock = createServerClock(Date.now)

/** Epoch milliseconds (UTC) by the server's clock, whatever the device's clock says (FLOW-31). */
export const serverNow = clock.now

const surroundings = {
  fetch: (...call: Parameters<typeof fetch>) => fetch(...call),
  token: () => undefined,
  refused: () => undefined,
  learn: clock.learn,
}

/** The calls of operations; they throw a plain `CallError` (API-01). The browser sends the session's cookie (DESK-09). */
export const api = createOpsClient(createSend(surroundings))

/** How long the largest file may take, in ms. */
const fileTimeLimit = 15 * 60_000

/** Adds a file of the Nerd to an order (OPS-05). */
export function addOrderFile(
  orderId: string,
  { type, file }: { type: OrderFileType; file: File },
  idempotencyKey: string,
): Promise<OrderFile> {
  const body = new FormData()
  body.append('type', type)
  body.append('file', file)
  const signal = AbortSignal.timeout(fileTimeLimit)
  const send = createSend({ ...surroundings, fetch: (path, call) => fetch(path, { ...call, body, signal }) })
  return send<OrderFile>({ method: 'POST', path: opsPaths.orderFiles(orderId), idempotencyKey })
}
