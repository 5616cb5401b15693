import type { Queries } from '../database/tables.ts'
import type { DatedAddress } from './opt-out/dated-address.ts'
import { messagesOfAddresses } from './kept-messages.store.ts'

/** Messages per read. */
const batchSize = 100

/**
 * The messages to addresses from a client's time with them, oldest first and in batches, as the client may see them:
 * without codes and links.
 */
export async function* messagesToAddresses(queries: Queries, addresses: readonly DatedAddress[]) {
  let after: string | undefined
  do {
    const messages =
      addresses.length === 0 ? [] : await messagesOfAddresses(queries, addresses, { after, most: batchSize })
    if (messages.length > 0) yield messages.map(presentMessage)
    after = messages.length < batchSize ? undefined : messages.at(-1)?.id
  } while (after !== undefined)
}

const presentMessage = (message: Awaited<ReturnType<typeof messagesOfAddresses>>[number]) => ({
  channel: message.channel,
  to: message.to_address,
  message: message.template,
  status: message.status,
  created_at: new Date(message.created_at).toISOString(),
  finished_at: message.finished_at === null ? null : new Date(message.finished_at).toISOString(),
})

/**
 * Erases the recipients and words of a client's messages, and the words of messages to staff about the client; unsent
 * messages are not sent any more (LAW-06).
 */
export {
  forgetMessagesTo,
  forgetMessagesAbout,
} from './kept-messages.store.ts'
