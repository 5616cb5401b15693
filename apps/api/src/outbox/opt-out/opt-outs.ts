import type { Queries } from '../../database/tables.ts'
import { type ChannelAddress, deleteOptOut, insertOptOut, isOptedOut } from './opt-outs.store.ts'

/** A mail address is the same one however it is capitalised. */
const asKept = ({ channel, address }: ChannelAddress): ChannelAddress => ({
  channel,
  address: channel === 'email' ? address.toLowerCase() : address,
})

/** Whether an address wants no messages about orders and none of marketing (LAW-07). */
export function hasOptedOut(queries: Queries, address: ChannelAddress): Promise<boolean> {
  return isOptedOut(queries, asKept(address))
}

/** Ends such messages to an address at once; `said` is how it was asked for. */
export function noteOptOut(queries: Queries, end: ChannelAddress & { said: string; now: number }): Promise<void> {
  return insertOptOut(queries, { ...end, ...asKept(end) })
}

/** Takes them up again, because the address's owner asked for it. */
export function endOptOut(queries: Queries, address: ChannelAddress): Promise<void> {
  return deleteOptOut(queries, asKept(address))
}
