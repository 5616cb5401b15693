import type { Database } from '../apps/api/src/database/connect.ts'

/** Orders of each other client. */
const ordersPerClient = 20
const ordersPerStatement = 50_000
/** 4,320 orders a day: many times the rate of a company with 5,000 open orders. */
const secondsApart = 20
/** Orders in progress by default: about one per person of the company. */
const usualOpen = 100

/**
 * Inserts orders of other clients, each with its number and its payment token, many rows per statement.
 * - Keys begin with a time, as in production, so the indexes grow alike.
 * - Of ten orders three are unpaid and seven completed; of the newest, one in ten is in progress instead, `open` in
 * all.
 * - Each client has a phone, an e-mail and a nickname; one title in a thousand has the same word.
 * - Unpaid orders count as reminded, or the reminder round would read all of them each minute.
 */
export async function fillOrders(
  database: Database,
  { orders, open = usualOpen, now }: { orders: number; open?: number | undefined; now: number },
): Promise<void> {
  const inWork = `n % 10 = 3 and n >= ${orders - open * 10}`
  for (let first = 0; first < orders; first += ordersPerStatement) {
    const last = Math.min(first + ordersPerStatement, orders) - 1
    await database.script(`
      create temporary table made as
      select n,
        overlay(md5('client' || n / ${ordersPerClient}) placing '7' from 13)::uuid as client_id,
        (lpad(to_hex(${now - orders * secondsApart * 1000}::bigint + n::bigint * ${secondsApart * 1000}), 12, '0') || '7' || substr(md5('order' || n), 14))::uuid as id,
        to_timestamp((${now - orders * secondsApart * 1000}::bigint + n::bigint * ${secondsApart * 1000}) / 1000.0) as at
      from generate_series(${first}, ${last}) as n;
      insert into client (id, created_at, phone, email, nickname)
        select client_id, at, '+1415' || lpad((n / ${ordersPerClient})::text, 7, '0'),
          'mail' || n / ${ordersPerClient} || '@example.com', 'Name ' || n / ${ordersPerClient}
        from made where n % ${ordersPerClient} = 0;
      insert into client_phone (phone, client_id) select '+1415' || lpad((n / ${ordersPerClient})::text, 7, '0'), client_id
        from made where n % ${ordersPerClient} = 0;
      insert into client_email (email, client_id) select 'mail' || n / ${ordersPerClient} || '@example.com', client_id
        from made where n % ${ordersPerClient} = 0;
      insert into order_event (client_id, order_id, id, at, author, event)
        select client_id, id, id, at, 'payments', 'paid' from made where ${inWork};
      insert into order_number (number, client_id, order_id) select (90000000 + n)::text, client_id, id from made;
      insert into order_payment_token (token, client_id, order_id) select md5('token' || n), client_id, id from made;
      insert into client_order (client_id, id, number, payment_token, created_at, updated_at, version, field_versions,
        price_name, title, subject, details, size_count, size_measure, deadline, quote_cents, price_cents, quoted_at,
        paid_cents, system_status, client_status, recalled_at)
      select client_id, id, (90000000 + n)::text, md5('token' || n), at, at, 1, '{}', 'Essay (writing)', 'Task ' || n || ' on word' || n % 1000, 'History',
        repeat('What the fall of Rome has to do with lead in the water. ', 5), 2, 'Pages', at + interval '10 days',
        2750, 2750, at, case when n % 10 < 3 then 0 else 2750 end,
        case when n % 10 < 3 then 'Unpaid' when not (${inWork}) then 'Completed' end,
        case when ${inWork} then 'In progress' when n % 10 >= 3 then 'Completed' end, case when n % 10 < 3 then at end
      from made;
      drop table made;
    `)
  }
  // A company's server has autovacuumed long ago; here it would run during the measurement.
  await database.script('vacuum analyze')
}
