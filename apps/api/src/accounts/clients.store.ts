import type { AnnouncementWay } from '@nerdify/domain/messages/announcement-way.ts'
import { canonicalEmail } from '@nerdify/domain/sign-in/email.ts'
import type { ClientEvent, Queries } from '../database/tables.ts'

/** A client as it is stored; `balance_cents` in cents. */
export type StoredClient = NonNullable<Awaited<ReturnType<typeof clientById>>>

/** Reads one client by key. */
export async function clientById(queries: Queries, id: string) {
  return queries.selectFrom('client').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Whose phone number (E.164) it is. */
export async function clientIdOfPhone(queries: Queries, phone: string): Promise<string | undefined> {
  const row = await queries.selectFrom('client_phone').select('client_id').where('phone', '=', phone).executeTakeFirst()
  return row?.client_id
}

/** Whose e-mail address it is, however it is capitalised (AUTH-22). */
export async function clientIdOfEmail(queries: Queries, email: string): Promise<string | undefined> {
  const row = await queries
    .selectFrom('client_email')
    .select('client_id')
    .where('email', '=', canonicalEmail(email))
    .executeTakeFirst()
  return row?.client_id
}

/** Writes a client with their phone and e-mail; fails on a taken one through the keys of the narrow tables. */
export async function insertClient(
  queries: Queries,
  client: {
    id: string
    now: number
    adultConfirmedAt: number | null
    phone: string | null
    email: string | null
    country: string | null
    tags: readonly string[]
    experiments: { subscription_nerdy?: string; app2_scale?: string }
  },
): Promise<void> {
  const { id, phone, email } = client
  if (phone !== null) await queries.insertInto('client_phone').values({ phone, client_id: id }).execute()
  if (email !== null)
    await queries
      .insertInto('client_email')
      .values({ email: canonicalEmail(email), client_id: id })
      .execute()
  await queries
    .insertInto('client')
    .values({
      id,
      created_at: new Date(client.now),
      phone,
      email,
      nickname: null,
      country: client.country,
      tags: [...client.tags],
      experiments: JSON.stringify(client.experiments),
      adult_confirmed_at: client.adultConfirmedAt === null ? null : new Date(client.adultConfirmedAt),
    })
    .execute()
}

/** Gives a client an e-mail address in place of the one they had; fails when another account has it. */
export async function replaceEmail(queries: Queries, clientId: string, email: string): Promise<void> {
  await queries.deleteFrom('client_email').where('client_id', '=', clientId).execute()
  await queries
    .insertInto('client_email')
    .values({ email: canonicalEmail(email), client_id: clientId })
    .execute()
  await queries.updateTable('client').set({ email }).where('id', '=', clientId).execute()
}

/** Leaves a client without an address. */
export async function clearEmail(queries: Queries, clientId: string): Promise<void> {
  await queries.deleteFrom('client_email').where('client_id', '=', clientId).execute()
  await queries.updateTable('client').set({ email: null }).where('id', '=', clientId).execute()
}

/** Sets what a client chose of themself. */
export async function updateClient(
  queries: Queries,
  clientId: string,
  change: {
    nickname?: string
    preferences?: { isSubscriptionPopupShown?: boolean }
    announceBy?: AnnouncementWay
    adultConfirmedAt?: number
  },
): Promise<void> {
  const set = {
    ...(change.nickname === undefined ? {} : { nickname: change.nickname }),
    ...(change.announceBy === undefined ? {} : { announce_by: change.announceBy }),
    ...(change.adultConfirmedAt === undefined ? {} : { adult_confirmed_at: new Date(change.adultConfirmedAt) }),
    ...(change.preferences === undefined ? {} : { preferences: JSON.stringify(change.preferences) }),
  }
  if (Object.keys(set).length === 0) return
  await queries.updateTable('client').set(set).where('id', '=', clientId).execute()
}

/** Changes what a client may spend by so many cents. */
export async function addToBalance(queries: Queries, clientId: string, cents: number): Promise<void> {
  await queries
    .updateTable('client')
    .set((client) => ({ balance_cents: client('balance_cents', '+', cents) }))
    .where('id', '=', clientId)
    .execute()
}

/** The balances of some clients, in cents. */
export function balancesOf(queries: Queries, ids: readonly string[]) {
  return queries.selectFrom('client').select(['id', 'balance_cents']).where('id', 'in', ids).execute()
}

/** Since when a client is blocked, in epoch milliseconds, or null; nobody changes the row until the transaction ends. */
export async function blockedAtOf(queries: Queries, id: string): Promise<number | null> {
  const row = await queries.selectFrom('client').select('blocked_at').where('id', '=', id).forShare().executeTakeFirst()
  return row?.blocked_at ?? null
}

/** Blocks a client; since when stays as it was for one who is blocked already. */
export async function setBlocked(queries: Queries, id: string, at: number): Promise<void> {
  await queries
    .updateTable('client')
    .set({ blocked_at: new Date(at) })
    .where('id', '=', id)
    .where('blocked_at', 'is', null)
    .execute()
}

/** Lifts the block of a client. */
export async function clearBlocked(queries: Queries, id: string): Promise<void> {
  await queries.updateTable('client').set({ blocked_at: null }).where('id', '=', id).execute()
}

/** One client by key, whom nobody else changes until the transaction ends. */
export async function lockClient(queries: Queries, id: string): Promise<StoredClient | undefined> {
  return queries.selectFrom('client').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

/** Sets what operations know of a client. */
export async function setClientAttributes(
  queries: Queries,
  clientId: string,
  set: { tags: readonly string[]; country: string | null; experiments: StoredClient['experiments'] },
): Promise<void> {
  await queries
    .updateTable('client')
    .set({ tags: [...set.tags], country: set.country, experiments: JSON.stringify(set.experiments) })
    .where('id', '=', clientId)
    .execute()
}

/** Sets a client's tags alone. */
export async function setTags(queries: Queries, clientId: string, tags: readonly string[]): Promise<void> {
  await queries
    .updateTable('client')
    .set({ tags: [...tags] })
    .where('id', '=', clientId)
    .execute()
}

/** Sets when the client's wish to be deleted is carried out; null takes the wish back (LAW-06). */
export async function setErasure(queries: Queries, clientId: string, at: number | null): Promise<void> {
  await queries
    .updateTable('client')
    .set({ erase_at: at === null ? null : new Date(at) })
    .where('id', '=', clientId)
    .execute()
}

/** Notes what happened to an account. */
export async function insertClientEvent(
  queries: Queries,
  event: {
    clientId: string
    id: string
    at: number
    author: string
    event: ClientEvent
    data: Record<string, unknown>
  },
): Promise<void> {
  await queries
    .insertInto('client_event')
    .values({
      client_id: event.clientId,
      id: event.id,
      at: new Date(event.at),
      author: event.author,
      event: event.event,
      data: JSON.stringify(event.data),
    })
    .execute()
}
