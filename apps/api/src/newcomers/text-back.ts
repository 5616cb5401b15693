import type { TextBack } from '@nerdify/contract/newcomers.ts'
import { webPaths } from '@nerdify/contract/web-paths.ts'
import { orderIs } from '@nerdify/domain/orders/order-is.ts'
import { reaches } from '@nerdify/domain/sign-in/session-reach.ts'
import { findClientIdByPhone } from '../accounts/find-client.ts'
import { transaction } from '../database/transaction.ts'
import { uuidv7 } from '../database/uuid.ts'
import type { OpenSession } from '../http/caller.ts'
import { notFound, unacceptable } from '../http/refusal.ts'
import {
  limitUse,
  openShare,
  textBacksFromOneIp,
  textBacksToOneCountry,
  textBacksToOnePhone,
  textBacksToOnePrefix,
} from '../limits/rate-limit.ts'
import { findAnyOrder } from '../orders/list/find-any-order.ts'
import { factsOf } from '../orders/list/order-facts-of.ts'
import { countOrders } from '../orders/list/list-orders.ts'
import { announceOrder } from '../outbox/templates/announce-order.ts'
import { enqueue } from '../outbox/enqueue.ts'
import { hasOptedOut } from '../outbox/opt-out/opt-outs.ts'
import type { AppContext } from '../app-context.ts'
import { makeShortKey } from '../keys/sign-in-keys.ts'
import { hasOpenWords, notifyOfNumber } from './contact-requests.ts'
import { withClientOfPhone } from './find-or-make-client.ts'
import { insertContactRequest } from './newcomers.store.ts'
import { textedPhone } from './texted-phone.ts'

/** The last digits of a number, which vary within a carrier's block: the rest is its prefix (abuse 26). */
const blockDigits = 4
/** How long the announcement of an order stays news, in milliseconds. */
const newsLifeMs = 10 * 60_000

/**
 * Texts back to a number (MSG-03, MSG-04): our words, with a link that signs in; the visitor's words are only stored.
 * 422 for a number that we do not text, 429 beyond the limits (abuse 26).
 */
export async function textBack(
  product: AppContext,
  form: TextBack,
  { ip, session }: { ip: string; session: OpenSession | undefined },
): Promise<void> {
  const { phone, country } = textedPhone(form.to, { field: 'to', country: { field: 'from_num', name: form.from_num } })
  const { queries, clock, settings } = product
  const now = clock.now()
  const scale = settings.limitScale
  await transaction(queries, async (within) => {
    const owner = await findClientIdByPhone(within, phone)
    const isTrusted =
      owner !== undefined && (session?.clientId === owner || (await countOrders(within, owner)).paidOrders > 0)
    const share = isTrusted ? 1 : openShare
    await limitUse(within, textBacksFromOneIp, { subject: ip, now, scale })
    await limitUse(within, textBacksToOnePhone, { subject: phone, now, scale })
    await limitUse(within, textBacksToOnePrefix, { subject: phone.slice(0, -blockDigits), now, scale, share })
    await limitUse(within, textBacksToOneCountry, { subject: country, now, scale, share })
  })
  // Counts like any other request, so that a sender can test only few numbers.
  if (await hasOptedOut(queries, { channel: 'sms', address: phone })) {
    const text = `This number asked us for no more texts. Text START to ${settings.sms.from[country]} to hear from us again.`
    throw unacceptable(text, 'to', 'opted_out')
  }

  const { landing, landing_query, facebook_page_id, facebook_messenger_id } = form
  const visitor = { phone, country, landing, landing_query }
  await withClientOfPhone(product, visitor, async (within, clientId) => {
    const id = uuidv7(now)
    const signedIn = session?.clientId === clientId
    const comesWithWords = await hasOpenWords(product, within, { clientId, signedIn })
    await insertContactRequest(within, {
      client_id: clientId,
      id,
      at: new Date(now),
      phone,
      from_number: form.from_num,
      body: form.body,
      landing,
      landing_query,
      facebook_page_id,
      facebook_messenger_id,
      signed_in: signedIn,
      // A signed-in client's words wait in their conversation.
      answered_at: comesWithWords && signedIn ? new Date(now) : null,
    })
    if (!comesWithWords) await notifyOfNumber(product, within, { id, clientId, signedIn, phone })
    const { orders } = await countOrders(within, clientId)
    const keyId = await makeShortKey(within, { secret: settings.secret, clientId, now })
    await enqueue(within, now, {
      channel: 'sms',
      to: phone,
      template: 'text-back',
      variables: { keyId, ...(orders === 0 ? { next: webPaths.newOrder() } : {}) },
      dedupeKey: `text-back:${id}`,
    })
  })
  product.wake.outbox()
}

/**
 * Announces a newcomer's first order to them (MSG-03), once, with a text that fits its state; later orders are ignored.
 * 404 unless the order belongs to the calling session.
 */
export async function announceNewOrder(product: AppContext, form: TextBack, session: OpenSession): Promise<void> {
  const { crm_id: clientId, number = '' } = form
  await transaction(product.queries, async (queries) => {
    if (clientId !== session.clientId || number === '') throw notFound()
    const order = await findAnyOrder(queries, number)
    const now = product.clock.now()
    const isReached = reaches(session, { need: 'its order', orderId: order.id, now })
    if (order.client_id !== clientId || !isReached) throw notFound()
    const facts = factsOf(order)
    const { orders } = await countOrders(queries, clientId)
    if (orders > 1 || orderIs.hidden(facts)) return
    await announceOrder(queries, {
      order,
      name: 'order-received',
      variables: orderIs.paid(facts) ? { paid: 'yes' } : {},
      key: clientId,
      // By then it may be paid, or the news outdated.
      expiresAt: now + newsLifeMs,
      now,
    })
  })
  product.wake.outbox()
}
