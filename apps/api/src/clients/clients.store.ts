import type { Queries } from '../database/tables.ts'

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

/** Writes a client with their phone and e-mail; fails on a taken one through the keys of the narrow tables. */
export async function insertClient(
  queries: Queries,
  client: {
    id: string
    now: number
    phone: string | null
    email: string | null
    tags: readonly string[]
    experiments: { subscription_nerdy?: string; app2_scale?: string }
  },
): Promise<void> {
  const { id, phone, email } = client
  if (phone !== null) await queries.insertInto('client_phone').values({ phone, client_id: id }).execute()
  if (email !== null)
    await queries
      .insertInto('client_email')
      .values({ email: emailKey(email), client_id: id })
      .execute()
  await queries
    .insertInto('client')
    .values({
      id,
      created_at: new Date(client.now),
      phone,
      email,
      nickname: null,
      country: null,
      tags: [...client.tags],
      experiments: JSON.stringify(client.experiments),
    })
    .execute()
}

/** An address is the same one however it is capitalised (AUTH-22). */
const emailKey = (email: string) => email.toLowerCase()

/** Gives a client an e-mail address in place of the one they had; fails when another account has it. */
export async function replaceEmail(queries: Queries, clientId: string, email: string): Promise<void> {
  await queries.deleteFrom('client_email').where('client_id', '=', clientId).execute()
  await queries
    .insertInto('client_email')
    .values({ email: emailKey(email), client_id: clientId })
    .execute()
  await queries.updateTable('client').set({ email }).where('id', '=', clientId).execute()
}

/** Sets what a client chose of themself. */
export async function updateClient(
  queries: Queries,
  clientId: string,
  change: { nickname?: string; preferences?: { isSubscriptionPopupShown?: boolean } },
): Promise<void> {
  const set = {
    ...(change.nickname === undefined ? {} : { nickname: change.nickname }),
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
