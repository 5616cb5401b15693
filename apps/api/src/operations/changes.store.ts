import { statement } from '../database/statement.ts'

/** A row that changed; `subject` is named as in the log: "order {id}". */
export interface ChangeForStaff {
  id: string
  subject: string
}

/** All clients' changes after a key (UUID), at most `most` rows of each table: history, messages and the log. */
export const changesAfter = statement<ChangeForStaff, [after: string, most: number]>(`
  (select id, 'order ' || order_id as subject from order_event where id > $1::uuid order by id limit $2)
  union all
  (select id, 'conversation ' || conversation_id from message where id > $1::uuid order by id limit $2)
  union all
  (select id, 'message ' || id from contact_request where id > $1::uuid order by id limit $2)
  union all
  (select id, 'message ' || id from text_received where id > $1::uuid order by id limit $2)
  union all
  (select id, subject from operations_log where id > $1::uuid order by id limit $2)`)
