import { apiPaths } from '@nerdify/contract/api-paths.ts'
import { ErrorBody } from '@nerdify/contract/error-body.ts'
import { OkAnswer } from '@nerdify/contract/messages.ts'
import { NewClientForm, TextBack } from '@nerdify/contract/newcomers.ts'
import { transaction } from '../database/transaction.ts'
import type { App } from '../http/app-type.ts'
import { readFormBodies } from '../http/form-body.ts'
import { limitUse, newClientsFromOneIp } from '../limits/rate-limit.ts'
import type { Product } from '../product.ts'
import { withClientOfPhone } from './find-or-make-client.ts'
import { keepLeftWithNumber } from './left-with-number.ts'
import { announceNewOrder, textBack } from './text-back.ts'
import { textedPhone } from './texted-phone.ts'

/** Values of `fake` that mean that nobody filled it in. */
const notFake = new Set<unknown>([undefined, '', false, 'false', '0'])

/** The calls of people who have no account yet (MSG-01, MSG-03). They tell nobody whether a phone is a client's. */
export function newcomerRoutes(app: App, product: Product): void {
  app.register(async (child) => {
    const scope = child as App
    readFormBodies(scope)

    scope.post(
      apiPaths.newClient(),
      {
        config: { who: 'anyone' },
        schema: {
          summary: 'Leave a phone number; makes an account if it is new (a form)',
          body: NewClientForm,
          response: { 200: OkAnswer, '4xx': ErrorBody },
        },
      },
      async (request) => {
        const { body, ip } = request
        const phone = textedPhone(body.phone, { field: 'phone', country: { field: 'country', name: body.country } })
        const { clock, settings, queries } = product
        await transaction(queries, (within) =>
          limitUse(within, newClientsFromOneIp, { of: ip, now: clock.now(), scale: settings.limitScale }),
        )
        const visitor = {
          ...phone,
          landing: body.landing,
          landingQuery: body.landing_query,
          phoneRef: body.phone_ref,
          email: body.email,
          message: body.message,
        }
        await withClientOfPhone(product, visitor, (within, clientId) =>
          keepLeftWithNumber(product, within, { clientId, visitor }),
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
      {
        config: { who: 'anyone' },
        schema: {
          summary: 'Be texted back (a form), or have a new order announced (JSON)',
          body: TextBack,
          response: { 200: OkAnswer, '4xx': ErrorBody },
        },
      },
      async (request) => {
        const { body, ip } = request
        // A machine filled in what people do not see: it learns nothing, and nothing is done.
        if (!notFake.has(body.fake)) return { ok: true }
        if (body.crm_id === undefined) await textBack(product, body, { ip })
        else await announceNewOrder(product, body)
        return { ok: true }
      },
    )
  })
}
