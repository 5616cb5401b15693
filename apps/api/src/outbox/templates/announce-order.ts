import { announcementWay } from '@nerdify/domain/messages/announcement-way.ts'
import { type NameableOrder, orderName } from '@nerdify/domain/orders/order-name.ts'
import { readClient } from '../../accounts/find-client.ts'
import type { Queries } from '../../database/tables.ts'
import { enqueue } from '../enqueue.ts'
import { type OrderMailAddress, orderMailAddress } from '../order-mail-address.ts'
import type { AnnouncementName } from './announcements.ts'
import type { VariablesOf } from './messages.ts'

/** Where a client wants to hear of their orders. */
export type AnnouncementAddress = { channel: 'sms'; to: string } | ({ channel: 'email' } & OrderMailAddress)

/** What the words of an announcement need beside the order itself. */
type OtherVariables<Name extends AnnouncementName> = Omit<VariablesOf<Name>, 'number' | 'title'>

/** The announcements that need nothing beside their order. */
export type PlainAnnouncement = {
  [Name in AnnouncementName]: object extends OtherVariables<Name> ? Name : never
}[AnnouncementName]

/** An announcement of an order to its client. */
export type OrderToAnnounce<Name extends AnnouncementName> = {
  order: NameableOrder & { id: string; client_id: string; number: string; paid_cents: number }
  name: Name
  /** What makes this the same announcement when it comes again: an event's key, or the order's for one that comes once. */
  key: string
  /** From when on it is of no use to anybody, epoch milliseconds. */
  expiresAt?: number | undefined
  now: number
} & (object extends OtherVariables<Name> ? { variables?: OtherVariables<Name> } : { variables: OtherVariables<Name> })

/**
 * Where a client wants to hear of their orders (MSG-06): by text or mail, as they chose, or by the way that there is;
 * nothing for one who wants to hear nothing or cannot be reached. An address that is not confirmed counts once the order is
 * paid, in full or in part (SAFE-02).
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
 * Announces an event of an order to its client (MSG-06), in the transaction of the event. The outbox checks opt-outs when
 * the message leaves (LAW-07).
 */
export async function announceOrder<Name extends AnnouncementName>(
  queries: Queries,
  announcement: OrderToAnnounce<Name>,
): Promise<void> {
  const address = await announcementAddress(queries, announcement)
  if (address !== undefined) await announceOrderTo(queries, address, announcement)
}

/** Announces an order to the address that {@link announcementAddress} found. */
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
