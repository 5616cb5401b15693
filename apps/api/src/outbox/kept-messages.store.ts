import type { OutboxStatus, Queries } from '../database/tables.ts'

/** A page of the messages of one status, or of all, newest first, and how many there are. */
export async function keptMessages(
  queries: Queries,
  status: OutboxStatus | undefined,
  { offset, most }: { offset: number; most: number },
) {
  const kept = queries.selectFrom('outbox')
  const chosen = status === undefined ? kept : kept.where('status', '=', status)
  const messages = await chosen.selectAll().orderBy('id', 'desc').offset(offset).limit(most).execute()
  const { total } = await chosen.select((count) => count.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { messages, total }
}
