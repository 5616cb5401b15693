import { contactPairMs } from '@nerdify/domain/conversations/message-rules.ts'
import { isBlank } from '@nerdify/domain/input/visible-text.ts'
import { hash } from 'node:crypto'
import { knownEmail } from '@nerdify/domain/sign-in/email.ts'
import { clientById } from '../accounts/find-client.ts'
import { hasOpenWait, postWords } from '../conversations/conversations.ts'
import type { Queries } from '../database/tables.ts'
import { uuidv7 } from '../database/uuid.ts'
import { senderOrder } from '../orders/order-of-sender.ts'
import { mailStaff } from '../outbox/enqueue.ts'
import type { AppContext } from '../app-context.ts'
import type { Visitor } from './find-or-make-client.ts'
import { hasContactRequestSince, insertContactRequest } from './newcomers.store.ts'

/** Moves what was left with a number. */
export { giveContactRequests } from './newcomers.store.ts'

const dayMs = 86_400_000

/**
 * Stores the words that somebody left with a phone number, and mails them to support (MSG-01), once a day for the same
 * words. A signed-in client's words become a message of a conversation at each call. A number without words
 * is not passed on: newcomers at `/start` leave only that.
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
  if (signedIn && !isBlank(message)) {
    const dedupeKey = `contact-request:${clientId}:${id}`
    return postWords(queries, product.settings, { clientId, body: message, byText: false, dedupeKey, now })
  }
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
  await notifySupport(product, queries, { id, clientId, signedIn, phone, message, email, phoneRef: phone_ref })
}

/**
 * Whether somebody left words that wait for an answer, so that their number is no separate request.
 */
export const hasOpenWords = (
  { clock }: AppContext,
  queries: Queries,
  { clientId, signedIn }: { clientId: string; signedIn: boolean },
): Promise<boolean> =>
  signedIn
    ? hasOpenWait(queries, clientId)
    : hasContactRequestSince(queries, { clientId, signedIn, since: clock.now() - contactPairMs })

/** Notifies support of a number without words that asks for a text (MSG-01, WAIT-03), once a day. */
export const notifyOfNumber = (
  product: AppContext,
  queries: Queries,
  sender: { id: string; clientId: string; signedIn: boolean; phone: string },
): Promise<void> => notifySupport(product, queries, { ...sender, message: '', email: '', phoneRef: '' })

/** The dedupe key of the mail about a sender's words, once a day for the same words. */
const dailyKey = ({
  clientId,
  signedIn,
  words,
  now,
}: {
  clientId: string
  signedIn: boolean
  words: string
  now: number
}): string =>
  `contact-request:${clientId}:${signedIn ? 'proved' : 'typed'}:${hash('sha256', words, 'base64url')}:${Math.floor(now / dayMs)}`

async function notifySupport(
  { settings, clock }: AppContext,
  queries: Queries,
  request: {
    id: string
    clientId: string
    signedIn: boolean
    phone: string
    message: string
    email: string
    phoneRef: string
  },
): Promise<void> {
  const { id, clientId, signedIn, phone, message, email, phoneRef } = request
  const now = clock.now()
  const words = JSON.stringify([message, email, phoneRef])
  const account = signedIn ? await proofOf(queries, { clientId, zone: settings.companyZone }) : {}
  await mailStaff(queries, now, settings, {
    template: 'contact-request',
    variables: {
      ...account,
      phone,
      message,
      email,
      phoneRef,
      contact: id,
    },
    dedupeKey: dailyKey({ clientId, signedIn, words, now }),
  })
}

/** The facts that a session proves about a sender: the client, their newest order, and the address for replies. */
async function proofOf(queries: Queries, { clientId, zone }: { clientId: string; zone: string }) {
  const email = knownEmail((await clientById(queries, clientId))?.email ?? null)
  return {
    client: clientId,
    proved: 'yes',
    replyTo: email ?? undefined,
    ...(await senderOrder(queries, clientId, zone)),
  }
}
