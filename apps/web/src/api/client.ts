import { createApiClient, createNewcomerClient } from '@nerdify/contract/api-client.ts'
import { takeEarlyRequest } from '../visit/begin-visit.ts'
import { identity } from '../visit/identity.ts'
import { session } from '../visit/session.ts'
import { createSend, dropAfterSignOut } from '@nerdify/browser/send.ts'
import { createServerClock } from '@nerdify/browser/server-clock.ts'

const clock = createServerClock(Date.now)

/** Epoch milliseconds (UTC) by the server's clock, whatever the device's clock says (FLOW-31). */
export const serverNow = clock.now

const sendToAnybody = createSend({
  fetch: (input, init) => fetch(input, init),
  earlyRequest: takeEarlyRequest,
  token: session.token,
  person: session.clientId,
  onRefusal: session.reportRefusal,
  confirm: identity.confirm,
  learn: clock.learn,
})

/** Sends the calls of lazily loaded code, which are not in {@link api}. */
export const send = /* @__PURE__ */ dropAfterSignOut(sendToAnybody, session.clientId)

/** The calls of the product's API, with the session's token; they throw a plain `CallError` (API-01). */
export const api = /* @__PURE__ */ createApiClient(send)

/** The calls of {@link api} that `/start` makes; its build drops all others. */
export const newcomerApi = /* @__PURE__ */ createNewcomerClient(sendToAnybody)
