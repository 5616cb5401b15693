import { IdAddress, TokenAddress } from '@nerdify/contract/addresses.ts'
import { apiPaths } from '@nerdify/contract/api-paths.ts'
import { MarketingConsent, MarketingConsentChange, OkAnswer } from '@nerdify/contract/messages.ts'
import { marketingConsentText } from '@nerdify/domain/messages/marketing-consent.ts'
import { readClient, refuseErased } from '../accounts/find-client.ts'
import type { App } from '../http/app-type.ts'
import { clientCall, openCall, storedWithWrite } from '../http/call.ts'
import { clientOf } from '../http/caller.ts'
import { routesWithForms } from '../http/requests/form-body.ts'
import { writeOnce } from '../idempotency/idempotency.ts'
import type { AppContext } from '../app-context.ts'
import { marketingConsentOf, noteMarketingConsent } from './opt-out/opt-outs.ts'
import { noteSmsReport, signedFields } from './sms-reports.ts'
import { unsubscribe } from './opt-out/unsubscribe.ts'

/** The SMS provider's reports, the unsubscribe call, and marketing consent (LAW-07). */
export function messageRoutes(app: App, product: AppContext): void {
  routesWithForms(app, (scope) => {
    scope.post(
      apiPaths.smsReports(':id'),
      {
        config: { who: 'anyone' },
        schema: { summary: 'The outcome of a text', params: IdAddress, hide: true },
      },
      async (request, reply) => {
        const {
          MessageSid: providerId = '',
          MessageStatus: status = '',
          ErrorCode: errorCode,
        } = signedFields(product, request)
        await noteSmsReport(product, request.params.id, { providerId, status, errorCode })
        return reply.code(204).send()
      },
    )

    scope.get(
      apiPaths.marketingConsent(),
      clientCall('Whether the client agreed to marketing', { 200: MarketingConsent }),
      async (request) => marketingConsentOf(product.queries, clientOf(request).clientId),
    )

    scope.put(
      apiPaths.marketingConsent(),
      clientCall(
        'Agree to marketing, or take it back',
        { body: MarketingConsentChange, 200: MarketingConsent },
        storedWithWrite,
      ),
      async (request) => {
        const { clientId } = clientOf(request)
        const { granted } = request.body
        return writeOnce(product, request, async (queries) => {
          await refuseErased(queries, clientId)
          const { phone, email } = await readClient(queries, clientId)
          await noteMarketingConsent(queries, {
            clientId,
            phone,
            email,
            ip: request.ip,
            granted,
            wording: granted ? marketingConsentText : 'taken back by the client',
            now: product.clock.now(),
          })
          return marketingConsentOf(queries, clientId)
        })
      },
    )

    scope.post(
      apiPaths.unsubscribe(':token'),
      openCall('End the mails to the recipient of the mail with this link', { params: TokenAddress, 200: OkAnswer }),
      async (request) => {
        await unsubscribe(product, request.params.token)
        return { ok: true }
      },
    )
  })
}
