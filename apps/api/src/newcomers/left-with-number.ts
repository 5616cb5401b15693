import { createHash } from 'node:crypto'
import type { Queries } from '../database/tables.ts'
import { uuidv7 } from '../database/uuid.ts'
import { enqueue } from '../outbox/enqueue.ts'
import type { Product } from '../product.ts'
import type { Visitor } from './find-or-make-client.ts'
import { insertContactRequest } from './newcomers.store.ts'

const dayMs = 86_400_000

/**
 * Keeps what somebody left with their number, of a phone that is new or a client's already, and passes it on to support
 * (MSG-01), once a day for the same words. The number alone is nothing to pass on.
 */
export async function noteContactRequest(
  { settings, clock }: Product,
  queries: Queries,
  { clientId, visitor }: { clientId: string; visitor: Visitor },
): Promise<void> {
  const { message = '', email = '', phoneRef = '' } = visitor
  if ([message, email, phoneRef].every((text) => text.trim() === '')) return
  const now = clock.now()
  await insertContactRequest(queries, {
    clientId,
    id: uuidv7(now),
    now,
    phone: visitor.phone,
    fromNumber: null,
    body: message,
    email,
    phoneRef,
    landing: visitor.landing ?? null,
    landingQuery: visitor.landingQuery ?? null,
    facebookPageId: null,
    facebookMessengerId: null,
  })
  const words = createHash('sha256')
    .update(JSON.stringify([message, email, phoneRef]))
    .digest('base64url')
  await enqueue(queries, now, {
    channel: 'email',
    to: settings.supportEmail,
    template: 'left-with-number',
    variables: { client: clientId, phone: visitor.phone, message, email, phoneRef },
    dedupeKey: `left-with-number:${clientId}:${words}:${Math.floor(now / dayMs)}`,
  })
}
