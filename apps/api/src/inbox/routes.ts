import { apiPaths } from '@nerdify/contract/api-paths.ts'
import type { App } from '../http/app-type.ts'
import { routesWithForms } from '../http/requests/form-body.ts'
import { signedFields } from '../outbox/sms-reports.ts'
import type { AppContext } from '../app-context.ts'
import { takeIncomingText } from './incoming-texts.ts'

/** The SMS provider's webhook for incoming texts (LAW-07, WAIT-03). */
export function inboxRoutes(app: App, product: AppContext): void {
  routesWithForms(app, (scope) => {
    scope.post(
      apiPaths.smsReplies(),
      { config: { who: 'anyone' }, schema: { summary: 'A text that somebody sent us', hide: true } },
      async (request, reply) => {
        const { MessageSid: id = '', From: from = '', Body: body = '', NumMedia } = signedFields(product, request)
        await takeIncomingText(product, { id, from, body, hasFiles: Number(NumMedia) > 0 })
        // The provider reads the answer as instructions; there are none.
        return reply.type('text/xml; charset=utf-8').send('<?xml version="1.0" encoding="UTF-8"?><Response/>')
      },
    )
  })
}
