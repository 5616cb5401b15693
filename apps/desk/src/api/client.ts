import { createSend } from '@nerdify/browser/send.ts'
import { createServerClock } from '@nerdify/browser/server-clock.ts'
import { createOpsClient } from '@nerdify/contract/ops-client.ts'

const clock = createServerClock(Date.now)

/** Epoch milliseconds (UTC) by the server's clock, whatever the device's clock says (FLOW-31). */
export const serverNow = clock.now

/** The calls of operations; they throw a plain `CallError` (API-01). The browser sends the session's cookie (DESK-09). */
export const api = createOpsClient(
  createSend({
    fetch: (input, init) => fetch(input, init),
    token: () => undefined,
    refused: () => undefined,
    learn: clock.learn,
  }),
)
