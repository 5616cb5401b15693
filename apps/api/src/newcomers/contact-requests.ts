import { isBlank } from '@nerdify/domain/input/visible-text.ts'
import { hash } from 'node:crypto'
import { knownEmail } from '@nerdify/domain/sign-in/email.ts'
import { clientById } from '../accounts/find-client.ts'
import type { Queries } from '../database/tables.ts'
import { uuidv7 } from '../database/uuid.ts'
import { answeredCommand, senderOrder } from '../orders/order-of-sender.ts'
import { mailStaff } from '../outbox/enqueue.ts'
import type { AppContext } from '../app-context.ts'
import type { Visitor } from './find-or-make-client.ts'
import { hasContactRequestSince, insertContactRequest } from './newcomers.store.ts'

const dayMs = 86_400_000

/** A number alone that comes as soon as this after words is no request of its own, in ms: the screen sends both. */
const togetherMs = 60_000

/**
 * Keeps what somebody left with their number, of a phone that is new or a client's already, and passes it on to support
 * (MSG-01), once a day for the same words. The number alone says nothing: who begins at `/start` leaves no more.
 */
export async function noteContactRequest(
  product: AppContext,
  queries: Queries,
  { clientId, signedIn, visitor }: { clientId: string; signedIn: boolean; visitor: Visitor },
): Promise<void> {
  const { phone, landing, landing_query, message = '', email = '', phone_ref = '' } = visitor
  if ([message, email].every(isBlank)) return
  const now = product.clock.now()
  const id = uuidv7(now)
  await insertContactRequest(queries, {
    client_id: clientId,
    id,
    at: new Date(now),
    phone,
    body: message,
    email,
    phone_ref,
    landing,
    landing_query,
    signed_in: signedIn,
  })
  await tellSupport(product, queries, { id, clientId, signedIn, phone, message, email, phoneRef: phone_ref })
}

/** Tells support of somebody who asked to be texted and left no words with it (MSG-01, WAIT-03), once a day. */
export async function tellOfNumber(
  product: AppContext,
  queries: Queries,
  { id, clientId, signedIn, phone }: { id: string; clientId: string; signedIn: boolean; phone: string },
): Promise<void> {
  if (await hasContactRequestSince(queries, { clientId, signedIn, since: product.clock.now() - togetherMs })) return
  await tellSupport(product, queries, { id, clientId, signedIn, phone, message: '', email: '', phoneRef: '' })
}

async function tellSupport(
  { settings, clock }: AppContext,
  queries: Queries,
  left: {
    id: string
    clientId: string
    signedIn: boolean
    phone: string
    message: string
    email: string
    phoneRef: string
  },
): Promise<void> {
  const { id, clientId, signedIn, phone, message, email, phoneRef } = left
  const now = clock.now()
  const words = hash('sha256', JSON.stringify([message, email, phoneRef]), 'base64url')
  const account = signedIn ? await proofOf(queries, { clientId, zone: settings.companyZone }) : {}
  await mailStaff(queries, now, settings, {
    template: 'contact-request',
    variables: {
      ...account,
      phone,
      message,
      email,
      phoneRef,
      next: answeredCommand(id),
    },
    dedupeKey: `contact-request:${clientId}:${signedIn ? 'proved' : 'typed'}:${words}:${Math.floor(now / dayMs)}`,
  })
}

/** What the session proves of a sender: the client, their newest order, and the confirmed address that a reply goes to. */
async function proofOf(queries: Queries, { clientId, zone }: { clientId: string; zone: string }) {
  const email = knownEmail((await clientById(queries, clientId))?.email ?? null)
  return {
    client: clientId,
    proved: 'yes',
    replyTo: email ?? undefined,
    ...(await senderOrder(queries, clientId, zone)),
  }
}
