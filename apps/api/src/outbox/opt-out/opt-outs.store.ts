import type { Queries } from '../../database/tables.ts'

/** An address of one channel, in the one way in which it is written. */
export interface ChannelAddress {
  channel: 'sms' | 'email'
  address: string
}

/** Whether an address wants no more messages. */
export async function isOptedOut(queries: Queries, { channel, address }: ChannelAddress): Promise<boolean> {
  const row = await queries
    .selectFrom('opt_out')
    .select('address')
    .where('channel', '=', channel)
    .where('address', '=', address)
    .executeTakeFirst()
  return row !== undefined
}

/** Keeps the wish for no more messages; the first one stands. */
export async function insertOptOut(
  queries: Queries,
  { channel, address, said, now }: ChannelAddress & { said: string; now: number },
): Promise<void> {
  await queries
    .insertInto('opt_out')
    .values({ channel, address, said, at: new Date(now) })
    .onConflict((conflict) => conflict.columns(['channel', 'address']).doNothing())
    .execute()
}

/** Forgets the wish. */
export async function deleteOptOut(queries: Queries, { channel, address }: ChannelAddress): Promise<void> {
  await queries.deleteFrom('opt_out').where('channel', '=', channel).where('address', '=', address).execute()
}
