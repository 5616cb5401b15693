import { operationsPageSize } from '@nerdify/contract/operations.ts'
import type { OperationsConversationPage } from '@nerdify/contract/conversations.ts'
import { clientSearch } from '@nerdify/domain/clients/client-search.ts'
import { textStart } from '@nerdify/domain/input/text-start.ts'
import type { AppContext } from '../app-context.ts'
import { findClientIdByEmail, findClientIdByPhone } from '../accounts/find-client.ts'
import type { Queries } from '../database/tables.ts'
import { canonicalPhone } from '../keys/phone-number.ts'
import { findOrderByNumber } from '../orders/list/find-any-order.ts'
import { ordersById } from '../orders/list/own-order.ts'
import { instantText } from '../orders/list/present-order.ts'
import { sliceOfRows } from '../http/answers/slice.ts'
import { staffFacts } from './conversations.ts'
import { type Cursor, listConversations } from './conversations.store.ts'

/** Characters of the last message in a list. */
const lastShown = 200

interface StaffList {
  /** Only unanswered ones. */
  waits?: boolean
  /** Only unanswered ones whose order this person took. */
  takenBy?: string | undefined
  clientId?: string
  q?: string | undefined
  cursor?: string | undefined
}

/**
 * Conversations for staff: of one client, or by the keys of `q`, which is an order's number, a phone or an e-mail, however
 * they are written.
 */
export async function listForStaff(
  { queries, settings }: Pick<AppContext, 'queries' | 'settings'>,
  { takenBy, waits = takenBy !== undefined, clientId, q, cursor }: StaffList,
): Promise<OperationsConversationPage> {
  const ofClient = clientId === undefined ? {} : { clientId }
  const keys = q === undefined ? ofClient : await keysOf(queries, q.trim())
  if (keys === undefined) return { results: [], next: null }
  const found = await listConversations(queries, {
    waits,
    takenBy,
    ...keys,
    cursor: readCursor(cursor),
    most: operationsPageSize + 1,
  })
  const { shown, next } = sliceOfRows(
    found,
    operationsPageSize,
    ({ id, waits_since, last_at }) => `${(waits ? waits_since : last_at) ?? 0}.${id}`,
  )
  const orders = await ordersById(
    queries,
    shown.map(({ id }) => id),
  )
  const results = shown.map((conversation) => ({
    ...staffFacts(
      {
        clientId: conversation.client_id,
        client: conversation,
        order: orders.get(conversation.id),
        waitsSince: conversation.waits_since,
      },
      settings.companyZone,
    ),
    last_at: instantText(conversation.last_at),
    last: textStart(conversation.last ?? '', lastShown),
  }))
  return { results, next }
}

async function keysOf(queries: Queries, q: string): Promise<{ clientId: string; id?: string } | undefined> {
  const { order: number } = clientSearch(q)
  if (number !== undefined) {
    const order = await findOrderByNumber(queries, number)
    return order && { clientId: order.client_id, id: order.id }
  }
  const phone = canonicalPhone(q)
  const clientId = q.includes('@')
    ? await findClientIdByEmail(queries, q)
    : phone && (await findClientIdByPhone(queries, phone))
  return clientId === undefined ? undefined : { clientId }
}

function readCursor(cursor: string | undefined): Cursor | undefined {
  const [at, id] = cursor?.split('.') ?? []
  return at === undefined || id === undefined ? undefined : { at: Number(at), id }
}
