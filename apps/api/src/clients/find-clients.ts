import type { FoundClientPage } from '@nerdify/contract/finding.ts'
import { operationsPageSize } from '@nerdify/contract/operations.ts'
import {
  clientSearch,
  clientSearchFault,
  type ClientSearch,
  type ClientSearchKey,
  clientSearchKeys,
} from '@nerdify/domain/clients/client-search.ts'
import { canonicalEmail, knownEmail } from '@nerdify/domain/sign-in/email.ts'
import { type FoundClient, clientForSearch, clientsByText } from '../accounts/client-search.store.ts'
import type { Queries } from '../database/tables.ts'
import { isUuid } from '../database/uuid.ts'
import { sliceOfRows, unknownCursor } from '../http/answers/slice.ts'
import { unacceptable } from '../http/refusal.ts'
import { instantText } from '../orders/list/present-order.ts'
import { findOrderByNumber } from '../orders/list/find-any-order.ts'
import { ordersInBrief } from '../orders/order-of-sender.ts'
import { taskOf } from '../orders/order-for-staff.ts'

/** A found client with the matching key. */
interface Found {
  client: FoundClient
  by: ClientSearchKey
}

/** Finds clients by any text (OPS-10); 422 in words for a query that is empty, too short or too long. */
export async function findClients(
  queries: Queries,
  { typed, cursor }: { typed: string; cursor: string | undefined },
): Promise<FoundClientPage> {
  const fault = clientSearchFault(typed)
  if (fault !== undefined) throw unacceptable(fault, 'q')
  const rows = await search(queries, clientSearch(typed), readCursor(cursor))
  const { shown, next } = sliceOfRows(rows, operationsPageSize, ({ by, client }) => `${by}.${client.id}`)
  const ordersOf = await ordersInBrief(
    queries,
    shown.map(({ client }) => client.id),
  )
  return { results: shown.map((found) => present(found, ordersOf(found.client.id))), next }
}

function present({ client, by }: Found, { count, newest }: ReturnType<Awaited<ReturnType<typeof ordersInBrief>>>) {
  const { id, nickname, phone, email, pending_email: pending } = client
  return {
    id,
    found_by: by,
    nickname,
    phone,
    email: by === 'pending_email' ? pending : (knownEmail(email) ?? pending),
    since: instantText(client.created_at),
    blocked: client.blocked_at !== null,
    orders: count,
    last_order:
      newest === undefined
        ? null
        : { number: newest.number, status: newest.client_status ?? newest.system_status, task: taskOf(newest) },
  }
}

/** The clients after the cursor, one more than a page; each by the first matching key. */
async function search(
  queries: Queries,
  texts: ClientSearch,
  cursor: { by: ClientSearchKey; after: string } | undefined,
): Promise<Found[]> {
  const ofOrder = texts.order === undefined ? undefined : (await findOrderByNumber(queries, texts.order))?.client_id
  const most = operationsPageSize + 1
  const found: Found[] = []
  for (const by of clientSearchKeys.slice(cursor === undefined ? 0 : clientSearchKeys.indexOf(cursor.by))) {
    let after = by === cursor?.by ? cursor.after : undefined
    for (let isEnd = false; !isEnd && found.length < most; ) {
      const clients = await clientsBy(queries, by, { typed: texts[by], ofOrder, after, most })
      for (const client of clients) {
        const isKnown = found.some((each) => each.client.id === client.id)
        if (!isKnown && !isFoundBefore(by, client, { texts, ofOrder })) found.push({ client, by })
      }
      after = clients.at(-1)?.id
      isEnd = clients.length < most
    }
  }
  return found
}

async function clientsBy(
  queries: Queries,
  by: ClientSearchKey,
  { typed, ofOrder, after, most }: Record<'typed' | 'ofOrder' | 'after', string | undefined> & { most: number },
): Promise<FoundClient[]> {
  if (typed === undefined) return []
  if (by !== 'order') return clientsByText(queries, by, { typed, after, most })
  const client = ofOrder === undefined || after !== undefined ? undefined : await clientForSearch(queries, ofOrder)
  return client === undefined ? [] : [client]
}

/** Whether an earlier key found the client, on this page or a previous one. */
function isFoundBefore(
  by: ClientSearchKey,
  { id, phone, email, pending_email: pending }: FoundClient,
  { texts, ofOrder }: { texts: ClientSearch; ofOrder: string | undefined },
): boolean {
  const finds: Partial<Record<ClientSearchKey, boolean>> = {
    order: id === ofOrder,
    phone: texts.phone !== undefined && phone?.endsWith(texts.phone) === true,
    email: beginsWith(email, texts.email),
    pending_email: beginsWith(pending, texts.pending_email),
  }
  return clientSearchKeys.slice(0, clientSearchKeys.indexOf(by)).some((key) => finds[key] === true)
}

const beginsWith = (email: string | null, start: string | undefined): boolean =>
  start !== undefined && email !== null && canonicalEmail(email).startsWith(start)

function readCursor(cursor: string | undefined): { by: ClientSearchKey; after: string } | undefined {
  if (cursor === undefined) return undefined
  const [by, after = ''] = cursor.split('.')
  const key = clientSearchKeys.find((each) => each === by)
  if (key === undefined || !isUuid(after)) throw unknownCursor()
  return { by: key, after }
}
