import type { Database } from '../apps/api/src/database/connect.ts'

/** Messages of each of the other clients. */
const messagesPerClient = 20
const messagesPerStatement = 100_000

/** A UUIDv7 of an instant, in epoch milliseconds; both are SQL. */
const idAt = (at: string, name: string) =>
  `(lpad(to_hex((${at})::bigint), 12, '0') || '7' || substr(md5(${name}), 14))::uuid`

/** Inserts conversations of other clients, 20 messages each; in `waiting` of them the last message is unanswered. */
export async function fillConversations(
  database: Database,
  { messages, waiting, now }: { messages: number; waiting: number; now: number },
): Promise<void> {
  const clients = messages / messagesPerClient
  const client = `overlay(md5('writer' || n / ${messagesPerClient}) placing '7' from 13)::uuid`
  const waits = `(n / ${messagesPerClient}) % ${clients / waiting} = 0`
  for (let first = 0; first < messages; first += messagesPerStatement) {
    const last = Math.min(first + messagesPerStatement, messages) - 1
    await database.script(`
      create temporary table made as
      select n, ${client} as client_id, n % ${messagesPerClient} as nth, ${waits} as waits,
        ${now - messages * 1000}::bigint + n::bigint * 1000 as ms
      from generate_series(${first}, ${last}) as n;
      insert into client (id, created_at, nickname) select client_id, to_timestamp(ms / 1000.0), 'Writer ' || n from made
        where nth = 0;
      insert into message (client_id, conversation_id, id, at, author, body, read_at)
        select client_id, client_id, ${idAt('ms', "'message' || n")}, to_timestamp(ms / 1000.0),
          case when nth % 2 = 0 or (waits and nth = ${messagesPerClient - 1}) then 'client' else 'support' end,
          'Where is my essay on the fall of Rome? ' || n, to_timestamp(ms / 1000.0) from made;
      insert into conversation (client_id, id, last_at, waits_since, client_read_id, staff_read_id)
        select client_id, client_id, to_timestamp(ms / 1000.0), case when waits then to_timestamp(ms / 1000.0) end,
          ${idAt('ms', "'message' || n")}, ${idAt('ms', "'message' || n")} from made where nth = ${messagesPerClient - 1};
      drop table made;
    `)
  }
}

/** Inserts messages that both sides have read into an order's conversation. */
export async function fillThread(
  database: Database,
  { clientId, orderId, messages, now }: { clientId: string; orderId: string; messages: number; now: number },
): Promise<void> {
  const ms = `${now - messages * 1000}::bigint + n::bigint * 1000`
  await database.script(`
    insert into message (client_id, conversation_id, id, at, author, body, read_at)
      select '${clientId}', '${orderId}', ${idAt(ms, "'thread' || n")}, to_timestamp((${ms}) / 1000.0),
        case when n % 2 = 0 then 'client' else 'support' end, 'Where is my essay on the fall of Rome? ' || n,
        to_timestamp((${ms}) / 1000.0) from generate_series(1, ${messages}) as n;
    insert into conversation (client_id, id, last_at, client_read_id, staff_read_id)
      select client_id, conversation_id, max(at), max(id::text)::uuid, max(id::text)::uuid from message
        where client_id = '${clientId}' and conversation_id = '${orderId}' group by 1, 2;
  `)
}
