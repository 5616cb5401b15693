import { apiPaths } from '@nerdify/contract/api-paths.ts'
import type { App } from '../http/app-type.ts'
import { sendRefusal } from '../http/answers/error-response.ts'
import { maxBodyBytes } from '../http/requests/json-body.ts'
import { Refusal } from '../http/refusal.ts'
import { CardEventOfOtherMode, CardEventRefused } from '../ports.ts'
import type { AppContext } from '../app-context.ts'
import { receiveCardEvent } from './card-events.ts'
import { noteUse, refusedCardEvents } from '../limits/rate-limit.ts'
import { mailStaff } from '../outbox/enqueue.ts'

/** The card provider's events (PAY-03). */
export function cardEventRoutes(app: App, product: AppContext): void {
  // The signature covers the raw bytes, so this route does not parse its body.
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
          await receiveCardEvent(
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

/**
 * Counts a refused event, across all processes, and mails staff once an hour if there are many (abuse 7), or at the
 * first one of the other mode: then our keys are wrong (abuse 8).
 */
async function watchRefusedEvents(product: AppContext, refused: CardEventRefused): Promise<void> {
  const { queries, settings, clock } = product
  const now = clock.now()
  const count = await noteUse(queries, refusedCardEvents, { subject: 'all', now, scale: settings.limitScale })
  const isOtherMode = refused instanceof CardEventOfOtherMode
  if (!isOtherMode && count < refusedCardEvents.most * settings.limitScale) return
  const hour = Math.floor(now / refusedCardEvents.windowMs)
  await mailStaff(queries, now, settings, {
    template: 'card-events-refused',
    variables: { count: String(count), reason: refused.message },
    dedupeKey: `card-events-refused:${isOtherMode ? 'mode' : 'many'}:${hour}`,
  })
  product.wake.outbox()
}
