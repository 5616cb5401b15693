import { isPlaceholderEmail } from '@nerdify/domain/sign-in/email.ts'
import { readClient } from '../clients/find-client.ts'
import type { Queries } from '../database/tables.ts'
import type { AnnouncementName } from './announcements.ts'
import { enqueue } from './enqueue.ts'

/** What is told of an order, and to its client alone. */
export interface OrderToAnnounce {
  order: { id: string; client_id: string; number: string; title: string | null }
  name: AnnouncementName
  /** What makes this the same announcement when it comes again: an event's key, or the order's for one that comes once. */
  key: string
  /** What else its words need. */
  variables?: Record<string, string>
  now: number
}

/**
 * Tells a client of their order by text or mail, as they chose, or by the way that there is (MSG-06); in the transaction
 * of what happened. Whether they want no more of it is looked at when it leaves (LAW-07).
 */
export async function announceOrder(queries: Queries, announcement: OrderToAnnounce): Promise<void> {
  const { order, name, key, variables = {}, now } = announcement
  const { phone, email, announce_by: wanted } = await readClient(queries, order.client_id)
  const mail = email !== null && !isPlaceholderEmail(email) ? ({ channel: 'email', to: email } as const) : undefined
  const text = phone !== null ? ({ channel: 'sms', to: phone } as const) : undefined
  const address = wanted === 'email' ? (mail ?? text) : (text ?? mail)
  if (address === undefined) return
  await enqueue(queries, now, {
    ...address,
    template: name,
    variables: { number: order.number, title: order.title ?? '', ...variables },
    dedupeKey: `${name}:${key}`,
  })
}
