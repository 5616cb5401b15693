import { IdAddress, TokenAddress } from '@nerdify/contract/addresses.ts'
import { apiPaths } from '@nerdify/contract/api-paths.ts'
import { MarketingConsent, MarketingConsentChange, OkAnswer } from '@nerdify/contract/messages.ts'
import { marketingConsentText } from '@nerdify/domain/messages/marketing-consent.ts'
import type { FastifyRequest } from 'fastify'
import { readClient } from '../accounts/find-client.ts'
import type { App } from '../http/app-type.ts'
import { clientCall, openCall, keptWithWrite } from '../http/call.ts'
import { clientOf } from '../http/caller.ts'
import { formFields, readFormBodies } from '../http/requests/form-body.ts'
import { writeOnce } from '../idempotency/idempotency.ts'
import { Refusal } from '../http/refusal.ts'
import type { Product } from '../product.ts'
import { takeIncomingText } from './opt-out/incoming-texts.ts'
import { marketingConsentOf, noteMarketingConsent } from './opt-out/marketing-consent.ts'
import { noteSmsReport } from './sms-reports.ts'
import { unsubscribe } from './opt-out/unsubscribe.ts'

/** The calls of the SMS provider, the one that ends mails, and those about marketing (LAW-07). */
export function messageRoutes(app: App, product: Product): void {
  app.register(async (child) => {
    const scope = child as App
    readFormBodies(scope)

    /** The fields of a call that the provider signed; anybody else's is refused and leaves no trace. */
    const signedFields = (request: FastifyRequest): Record<string, string> => {
      const fields = formFields(request)
      const signature = request.headers['x-twilio-signature']
      const url = product.settings.publicUrl + request.url
      if (product.sms.isSigned(url, fields, typeof signature === 'string' ? signature : undefined)) return fields
      throw new Refusal(400, 'The signature is not the provider’s.', { type: 'signature_wrong' })
    }

    scope.post(
      apiPaths.smsReplies(),
      { config: { who: 'anyone' }, schema: { summary: 'A text that somebody sent us', hide: true } },
      async (request, reply) => {
        const { MessageSid: id = '', From: from = '', Body: body = '' } = signedFields(request)
        await takeIncomingText(product, { id, from, body })
        // The provider reads an answer as what to do; there is nothing.
        return reply.type('text/xml; charset=utf-8').send('<?xml version="1.0" encoding="UTF-8"?><Response/>')
      },
    )

    scope.post(
      apiPaths.smsReports(':id'),
      {
        config: { who: 'anyone' },
        schema: { summary: 'What became of a text', params: IdAddress, hide: true },
      },
      async (request, reply) => {
        const { MessageSid: providerId = '', MessageStatus: status = '', ErrorCode: errorCode } = signedFields(request)
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
        keptWithWrite,
      ),
      async (request) => {
        const { clientId } = clientOf(request)
        const { granted } = request.body
        return writeOnce(product, request, async (queries) => {
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
      openCall('End the mails to whoever got the one that holds this link', { params: TokenAddress, 200: OkAnswer }),
      async (request) => {
        await unsubscribe(product, request.params.token)
        return { ok: true }
      },
    )
  })
}
