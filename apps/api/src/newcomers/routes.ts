import { apiPaths } from '@nerdify/contract/api-paths.ts'
import { OkAnswer } from '@nerdify/contract/messages.ts'
import { NewClientForm, TextBack } from '@nerdify/contract/newcomers.ts'
import { reaches } from '@nerdify/domain/sign-in/session-reach.ts'
import type { FastifyRequest } from 'fastify'
import { sessionOf } from '../access/authenticate.ts'
import { transaction } from '../database/transaction.ts'
import type { App } from '../http/app-type.ts'
import { openCall } from '../http/call.ts'
import { bearerToken, type OpenSession } from '../http/caller.ts'
import { routesWithForms } from '../http/requests/form-body.ts'
import { skipStoring } from '../idempotency/idempotency.ts'
import { limitUse, newClientsFromOneIp } from '../limits/rate-limit.ts'
import type { AppContext } from '../app-context.ts'
import { openSessionOf } from '../sessions/sessions.ts'
import { withClientOfPhone } from './find-or-make-client.ts'
import { noteContactRequest } from './contact-requests.ts'
import { announceNewOrder, textBack } from './text-back.ts'
import { textedPhone } from './texted-phone.ts'

/** Values of `fake` from people, who leave it empty. */
const notFake = new Set<unknown>([undefined, '', false, 'false', '0'])

/** The calls of people without an account (MSG-01, MSG-03). They never reveal whether a phone is a client's. */
export function newcomerRoutes(app: App, product: AppContext): void {
  routesWithForms(app, (scope) => {
    scope.post(
      apiPaths.newClient(),
      openCall('Leave a phone number; makes an account if it is new (a form)', { body: NewClientForm, 200: OkAnswer }),
      async (request) => {
        const { body, ip } = request
        const phone = textedPhone(body.phone, { field: 'phone', country: { field: 'country', name: body.country } })
        const { clock, settings, queries } = product
        await transaction(queries, (within) =>
          limitUse(within, newClientsFromOneIp, { subject: ip, now: clock.now(), scale: settings.limitScale }),
        )
        const { landing, landing_query, phone_ref, email, message } = body
        const visitor = { ...phone, landing, landing_query, phone_ref, email, message }
        const session = await sendersSession(product, request)
        await withClientOfPhone(product, visitor, (within, clientId) =>
          noteContactRequest(product, within, { clientId, signedIn: session?.clientId === clientId, visitor }),
        )
        product.wake.outbox()
        return { ok: true }
      },
    )

    scope.get(
      apiPaths.messenger(),
      { config: { who: 'anyone' }, schema: { summary: 'Go to where people chat with us', hide: true } },
      async (_request, reply) => reply.header('cache-control', 'no-store').redirect(product.settings.messengerUrl),
    )

    scope.post(
      apiPaths.textBack(),
      openCall('Be texted back (a form), or have one’s first order announced (JSON, with the session)', {
        body: TextBack,
        200: OkAnswer,
      }),
      async (request, reply) => {
        const { body, ip } = request
        // A bot filled in the hidden field: it gets a confirmation without an effect.
        if (!notFake.has(body.fake)) {
          skipStoring(reply)
          return { ok: true }
        }
        if (body.crm_id === undefined)
          await textBack(product, body, { ip, session: await sendersSession(product, request) })
        else await announceNewOrder(product, body, await sessionOf(product, request))
        return { ok: true }
      },
    )
  })
}

/** The session that proves the sender; none of one order, whose link reaches no other conversation (SAFE-03). */
async function sendersSession(product: AppContext, request: FastifyRequest): Promise<OpenSession | undefined> {
  const session = await openSessionOf(product, bearerToken(request))
  return session && reaches(session, { need: 'orders', now: product.clock.now() }) ? session : undefined
}
