import type { ClientSearchKey } from '@nerdify/domain/clients/client-search.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Queries } from '../database/tables.ts'

/** A client in search results. */
export interface FoundClient {
  id: string
  phone: string | null
  email: string | null
  nickname: string | null
  created_at: number
  blocked_at: number | null
  /** The new address that waits for its confirmation. */
  pending_email: string | null
}

const foundColumns = sql`client.id, client.phone, client.email, client.nickname, client.created_at, client.blocked_at, (
    select to_email from email_change
    where email_change.client_id = client.id and confirmed_at is null and ended_at is null
    order by email_change.id desc limit 1
  ) as pending_email`

/** Sorts after every text in collation "C". */
const lastCharacter = '\u{10ffff}'

/**
 * The rows to search by each key, their indexed text, and the typed text in the same form. Nicknames fold their case by
 * the database's locale.
 */
const rowsBy: Record<
  Exclude<ClientSearchKey, 'order'>,
  { from: RawBuilder<unknown>; text: RawBuilder<string>; typed(text: string): RawBuilder<string> }
> = {
  phone: {
    from: sql`client_phone as key`,
    text: sql`reverse(key.phone)`,
    typed: (text) => sql`reverse(${text}::text)`,
  },
  email: { from: sql`client_email as key`, text: sql`key.email`, typed: (text) => sql`${text}::text` },
  pending_email: {
    from: sql`(select * from email_change where confirmed_at is null and ended_at is null) as key`,
    text: sql`lower(key.to_email)`,
    typed: (text) => sql`lower(${text}::text)`,
  },
  nickname: {
    from: sql`(select id as client_id, nickname from client where nickname is not null) as key`,
    text: sql`lower(key.nickname)`,
    typed: (text) => sql`lower(${text}::text)`,
  },
}

/** The statement of {@link clientsByText}. */
export function clientsByTextStatement(
  by: keyof typeof rowsBy,
  { typed, after, most }: { typed: string; after: string | undefined; most: number },
) {
  const { from, text, typed: form } = rowsBy[by]
  const start = sql`${form(typed)} collate "C"`
  const indexed = sql`${text} collate "C"`
  const begins = sql`${indexed} >= ${start} and ${indexed} < (${form(typed)} || ${lastCharacter}) collate "C"`
  const last = sql`select ${indexed}, key.client_id from ${from} where ${begins} and key.client_id = ${after} limit 1`
  const next = after === undefined ? sql`` : sql`and (${indexed}, key.client_id) > (${last})`
  return sql<FoundClient>`
    select ${foundColumns} from (
      select key.client_id, ${text} as text from ${from}
      where ${begins} ${next}
      order by ${indexed}, key.client_id limit ${most}
    ) as found join client on client.id = found.client_id
    order by found.text collate "C", found.client_id`
}

/** Clients whose phone ends with `typed`, or whose address or nickname begins with it; by that text, after `after`. */
export async function clientsByText(
  queries: Queries,
  ...search: Parameters<typeof clientsByTextStatement>
): Promise<FoundClient[]> {
  return (await clientsByTextStatement(...search).execute(queries)).rows
}

/** One client as a search result; undefined if unknown. */
export async function clientForSearch(queries: Queries, id: string): Promise<FoundClient | undefined> {
  const { rows } = await sql<FoundClient>`select ${foundColumns} from client where id = ${id}`.execute(queries)
  return rows[0]
}
