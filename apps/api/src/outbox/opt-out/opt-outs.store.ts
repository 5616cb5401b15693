import { deleteRows, findRow, insertIfNew } from '../../database/rows.ts'
import type { Queries } from '../../database/tables.ts'

/** An address of one channel, in the one way in which it is written. */
export interface ChannelAddress {
  channel: 'sms' | 'email'
  address: string
}

/** A mail address is the same one however it is capitalised. */
const asKept = ({ channel, address }: ChannelAddress): ChannelAddress => ({
  channel,
  address: channel === 'email' ? address.toLowerCase() : address,
})

/** Whether an address wants no more messages. */
export async function isOptedOut(queries: Queries, address: ChannelAddress): Promise<boolean> {
  return (await findRow(queries, 'opt_out', { ...asKept(address) })) !== undefined
}

/** Keeps the wish for no more messages; the first one stands. */
export async function insertOptOut(
  queries: Queries,
  { said, now, ...address }: ChannelAddress & { said: string; now: number },
): Promise<void> {
  await insertIfNew(queries, 'opt_out', { ...asKept(address), said, at: new Date(now) })
}

/** Forgets the wish. */
export async function deleteOptOut(queries: Queries, address: ChannelAddress): Promise<void> {
  await deleteRows(queries, 'opt_out', { ...asKept(address) })
}
