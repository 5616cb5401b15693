import { noteUse, refusedCardEvents } from '../limits/rate-limit.ts'
import { mailStaff } from '../outbox/enqueue.ts'
import { CardEventOfOtherMode, type CardEventRefused } from '../ports.ts'
import type { Product } from '../product.ts'

/**
 * Counts an event that was refused, for all processes, and tells our people once an hour when there are many (abuse 7), or at
 * the first one of the other mode: then our own keys are wrong (abuse 8).
 */
export async function watchRefusedEvents(product: Product, refused: CardEventRefused): Promise<void> {
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
