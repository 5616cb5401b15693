import type { TextBack } from '@nerdify/contract/newcomers.ts'
import { webPaths } from '@nerdify/contract/web-paths.ts'
import { transaction } from '../database/transaction.ts'
import { isUuid, uuidv7 } from '../database/uuid.ts'
import { notFound, unacceptable } from '../http/refusal.ts'
import {
  limitUse,
  textBacksFromOneIp,
  textBacksToOneCountry,
  textBacksToOnePhone,
  textBacksToOnePrefix,
} from '../limits/rate-limit.ts'
import { findAnyOrder } from '../orders/list/find-any-order.ts'
import { countOrders } from '../orders/list/list-orders.ts'
import { announceOrder } from '../outbox/templates/announce-order.ts'
import { enqueue } from '../outbox/enqueue.ts'
import { hasOptedOut } from '../outbox/opt-out/opt-outs.ts'
import type { Product } from '../product.ts'
import { makeShortKey } from '../keys/short-keys.ts'
import { withClientOfPhone } from './find-or-make-client.ts'
import { insertContactRequest } from './newcomers.store.ts'
import { textedPhone } from './texted-phone.ts'

/** Digits of a number that change within the block that one carrier has: the rest is its prefix (abuse 26). */
const blockDigits = 4

/**
 * Texts somebody back who left a number (MSG-03, MSG-04): our words, with a link that signs them in; theirs are only
 * kept. 422 for a number that we do not text, 429 beyond the limits (abuse 26).
 */
export async function textBack(product: Product, form: TextBack, { ip }: { ip: string }): Promise<void> {
  const { phone, country } = textedPhone(form.to, { field: 'to', country: { field: 'from_num', name: form.from_num } })
  const { queries, clock, settings } = product
  const now = clock.now()
  if (await hasOptedOut(queries, { channel: 'sms', address: phone })) {
    const text = `This number asked us for no more texts. Text START to ${settings.sms.from[country]} to hear from us again.`
    throw unacceptable(text, 'to', 'opted_out')
  }
  const scale = settings.limitScale
  await transaction(queries, async (within) => {
    await limitUse(within, textBacksFromOneIp, { of: ip, now, scale })
    await limitUse(within, textBacksToOnePhone, { of: phone, now, scale })
    await limitUse(within, textBacksToOnePrefix, { of: phone.slice(0, -blockDigits), now, scale })
    await limitUse(within, textBacksToOneCountry, { of: country, now, scale })
  })

  const visitor = { phone, country, landing: form.landing, landingQuery: form.landing_query }
  await withClientOfPhone(product, visitor, async (within, clientId) => {
    const id = uuidv7(now)
    await insertContactRequest(within, {
      clientId,
      id,
      now,
      phone,
      fromNumber: form.from_num ?? null,
      body: form.body ?? null,
      landing: form.landing ?? null,
      landingQuery: form.landing_query ?? null,
      facebookPageId: form.facebook_page_id ?? null,
      facebookMessengerId: form.facebook_messenger_id ?? null,
    })
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

/** Tells a client that we have their new order (MSG-03), once; 404 unless the order is that client's. */
export async function announceNewOrder(product: Product, form: TextBack): Promise<void> {
  const { crm_id: clientId = '', number = '' } = form
  await transaction(product.queries, async (queries) => {
    if (!isUuid(clientId) || number === '') throw notFound()
    const order = await findAnyOrder(queries, number)
    if (order.client_id !== clientId) throw notFound()
    const now = product.clock.now()
    await announceOrder(queries, { order, name: 'order-received', key: order.id, now })
  })
  product.wake.outbox()
}
