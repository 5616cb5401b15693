import { announcementWay } from '@nerdify/domain/messages/announcement-way.ts'
import { knownEmail } from '@nerdify/domain/sign-in/email.ts'
import { readClient } from '../clients/find-client.ts'
import type { Queries } from '../database/tables.ts'
import type { AnnouncementName } from './announcements.ts'
import { enqueue } from './enqueue.ts'

/** Where a client wants to hear of their orders. */
export type AnnouncementAddress = { channel: 'sms' | 'email'; to: string }

/** What is told of an order, and to its client alone. */
export interface OrderToAnnounce {
  order: { id: string; client_id: string; number: string; title: string | null }
  name: AnnouncementName
  /** What makes this the same announcement when it comes again: an event's key, or the order's for one that comes once. */
  key: string
  /** What else its words need. */
  variables?: Record<string, string>
  /** From when on it is of no use to anybody, epoch milliseconds. */
  expiresAt?: number | undefined
  now: number
}

/**
 * Where a client wants to hear of their orders (MSG-06): by text or mail, as they chose, or by the way that there is;
 * nothing for one who wants to hear nothing or cannot be reached.
 */
export async function announcementAddress(
  queries: Queries,
  clientId: string,
): Promise<AnnouncementAddress | undefined> {
  const { phone, email, announce_by: wanted } = await readClient(queries, clientId)
  const mail = knownEmail(email)
  const way = announcementWay(wanted, { phone: phone !== null, email: mail !== null })
  const to = { sms: phone, email: mail, none: null }[way]
  return way === 'none' || to === null ? undefined : { channel: way, to }
}

/**
 * Tells a client of their order (MSG-06), in the transaction of what happened. Whether they want no more of it is looked
 * at when it leaves (LAW-07).
 */
export async function announceOrder(queries: Queries, announcement: OrderToAnnounce): Promise<void> {
  const address = await announcementAddress(queries, announcement.order.client_id)
  if (address !== undefined) await announceOrderTo(queries, address, announcement)
}

/** The same, to an address that {@link announcementAddress} answered. */
export async function announceOrderTo(
  queries: Queries,
  address: AnnouncementAddress,
  { order, name, key, variables = {}, expiresAt, now }: OrderToAnnounce,
): Promise<void> {
  await enqueue(queries, now, {
    ...address,
    template: name,
    variables: { number: order.number, title: order.title ?? '', ...variables },
    dedupeKey: `${name}:${key}`,
    ...(expiresAt === undefined ? {} : { expiresAt }),
  })
}
