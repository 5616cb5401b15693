import { announcementWay } from '@nerdify/domain/messages/announcement-way.ts'
import { type NameableOrder, orderName } from '@nerdify/domain/orders/order-name.ts'
import { readClient } from '../../accounts/find-client.ts'
import type { Queries } from '../../database/tables.ts'
import { enqueue } from '../enqueue.ts'
import { type OrderMailAddress, orderMailAddress } from '../order-mail-address.ts'
import type { AnnouncementName } from './announcements.ts'
import type { VariablesOf } from './messages.ts'

/** The client's address for order news. */
export type AnnouncementAddress = { channel: 'sms'; to: string } | ({ channel: 'email' } & OrderMailAddress)

/** The variables of an announcement apart from the order's own. */
type OtherVariables<Name extends AnnouncementName> = Omit<VariablesOf<Name>, 'number' | 'title'>

/** The announcements without further variables. */
export type PlainAnnouncement = {
  [Name in AnnouncementName]: object extends OtherVariables<Name> ? Name : never
}[AnnouncementName]

/** An announcement of an order to its client. */
export type OrderToAnnounce<Name extends AnnouncementName> = {
  order: NameableOrder & { id: string; client_id: string; number: string; paid_cents: number }
  name: Name
  /** Identifies the announcement for deduplication: an event's key, or the order's for a one-time announcement. */
  key: string
  /** When it becomes useless, epoch milliseconds. */
  expiresAt?: number | undefined
  now: number
} & (object extends OtherVariables<Name> ? { variables?: OtherVariables<Name> } : { variables: OtherVariables<Name> })

/**
 * The client's address for order news (MSG-06): by text or mail, as chosen, or by the only way; undefined for a client
 * who opted out or cannot be reached. An unconfirmed address counts once the order is paid, in full or in part
 * (SAFE-02).
 */
export async function announcementAddress(
  queries: Queries,
  { order, now }: { order: { client_id: string; paid_cents: number }; now: number },
): Promise<AnnouncementAddress | undefined> {
  const clientId = order.client_id
  const { phone, announce_by: wanted } = await readClient(queries, clientId)
  const address = await orderMailAddress(queries, { clientId, now })
  const mail = address?.unconfirmed !== undefined && order.paid_cents === 0 ? undefined : address
  const way = announcementWay(wanted, { phone: phone !== null, email: mail !== undefined })
  if (way === 'email') return mail && { channel: 'email', ...mail }
  return way === 'sms' && phone !== null ? { channel: 'sms', to: phone } : undefined
}

/**
 * Announces an event of an order to its client (MSG-06), in the transaction of the event. The outbox checks opt-outs at
 * sending (LAW-07).
 */
export async function announceOrder<Name extends AnnouncementName>(
  queries: Queries,
  announcement: OrderToAnnounce<Name>,
): Promise<void> {
  const address = await announcementAddress(queries, announcement)
  if (address !== undefined) await announceOrderTo(queries, address, announcement)
}

/** Announces an order to an address from {@link announcementAddress}. */
export async function announceOrderTo<Name extends AnnouncementName>(
  queries: Queries,
  address: AnnouncementAddress,
  { order, name, key, variables, expiresAt, now }: OrderToAnnounce<Name>,
): Promise<void> {
  const confirming = address.channel === 'email' ? address.unconfirmed : undefined
  await enqueue(queries, now, {
    channel: address.channel,
    to: address.to,
    template: name,
    variables: {
      number: order.number,
      title: orderName(order) ?? '',
      orderId: order.id,
      ...variables,
      ...confirming,
    } as VariablesOf<Name>,
    dedupeKey: `${name}:${key}`,
    ...(expiresAt === undefined ? {} : { expiresAt }),
  })
}
