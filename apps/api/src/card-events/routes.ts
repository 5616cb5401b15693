import { apiPaths } from '@nerdify/contract/api-paths.ts'
import type { App } from '../http/app-type.ts'
import { sendRefusal } from '../http/answers/error-response.ts'
import { maxBodyBytes } from '../http/requests/json-body.ts'
import { Refusal } from '../http/refusal.ts'
import { CardEventRefused } from '../ports.ts'
import type { Product } from '../product.ts'
import { takeCardEvent } from './card-events.ts'
import { watchRefusedEvents } from './watch-refused-events.ts'

/** The card provider's events (PAY-03). */
export function cardEventRoutes(app: App, product: Product): void {
  // The signature is over the bytes as they came, so the body of this one route is not parsed.
  app.register(async (events) => {
    events.removeAllContentTypeParsers()
    events.addContentTypeParser('*', { parseAs: 'string', bodyLimit: maxBodyBytes }, (_request, body, done) =>
      done(null, body),
    )
    events.post(
      apiPaths.cardEvents(),
      { config: { who: 'anyone' }, schema: { hide: true } },
      async (request, reply) => {
        const signature = request.headers['stripe-signature']
        try {
          await takeCardEvent(
            product,
            String(request.body ?? ''),
            typeof signature === 'string' ? signature : undefined,
          )
          return { received: true }
        } catch (error) {
          if (!(error instanceof CardEventRefused)) throw error
          request.log.warn({ reason: error.message }, 'card event refused')
          await watchRefusedEvents(product, error)
          return sendRefusal(reply, new Refusal(400, 'This event is not accepted.', { type: 'event_refused' }))
        }
      },
    )
  })
}
