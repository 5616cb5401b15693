import { apiPaths } from '@nerdify/contract/api-paths.ts'
import { OpenSessions } from '@nerdify/contract/sign-in.ts'
import { OkAnswer } from '@nerdify/contract/messages.ts'
import { transaction } from '../database/transaction.ts'
import type { App } from '../http/app-type.ts'
import { clientCall } from '../http/call.ts'
import { clientOf } from '../http/caller.ts'
import type { AppContext } from '../app-context.ts'
import { logSecurityEvent } from '../security-log/log-security-event.ts'
import { endAccess } from '../sessions/end-access.ts'
import { openSessionsOf } from '../sessions/sessions.store.ts'

/** A client's sessions, and signing out of all of them (SAFE-04). */
export function sessionRoutes(app: App, product: AppContext): void {
  app.get(
    apiPaths.mySessions(),
    clientCall('Where the client is signed in', { 200: OpenSessions }),
    async (request) => {
      const { clientId, sessionId } = clientOf(request)
      const sessions = await openSessionsOf(product.queries, clientId, product.clock.now())
      return {
        results: sessions.map(({ id, created_at: since, browser, country }) => ({
          id,
          since: new Date(since).toISOString(),
          browser,
          country,
          current: id === sessionId,
        })),
      }
    },
  )

  app.post(
    apiPaths.signOutEverywhere(),
    clientCall('Sign out everywhere: all sessions, this one too, and all keys of links end', { 200: OkAnswer }),
    async (request) => {
      const { clientId } = clientOf(request)
      const { secret } = product.settings
      await transaction(product.queries, (queries) =>
        endAccess(queries, { clientId, secret, now: product.clock.now() }),
      )
      logSecurityEvent(product, request, 'signed_out_everywhere')
      return { ok: true }
    },
  )
}
