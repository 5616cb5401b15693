import type { Queries } from '../database/tables.ts'
import type { DatedAddress } from './opt-out/dated-address.ts'
import { messagesOfAddresses } from './kept-messages.store.ts'

/** Messages that are read at a time. */
const atATime = 100

/**
 * What was sent to addresses while they were a client's, oldest first and some at a time, as they may see it: a code or a
 * link is not shown again.
 */
export async function* messagesToAddresses(queries: Queries, addresses: readonly DatedAddress[]) {
  let after: string | undefined
  do {
    const messages =
      addresses.length === 0 ? [] : await messagesOfAddresses(queries, addresses, { after, most: atATime })
    if (messages.length > 0) yield messages.map(shown)
    after = messages.length < atATime ? undefined : messages.at(-1)?.id
  } while (after !== undefined)
}

const shown = (message: Awaited<ReturnType<typeof messagesOfAddresses>>[number]) => ({
  channel: message.channel,
  to: message.to_address,
  message: message.template,
  status: message.status,
  created_at: new Date(message.created_at).toISOString(),
  finished_at: message.finished_at === null ? null : new Date(message.finished_at).toISOString(),
})

/**
 * Forgets the recipients and words of a client's messages, and the words of messages to staff that name the client;
 * messages that have not left do not leave any more (LAW-06).
 */
export {
  forgetMessagesTo,
  forgetMessagesAbout,
} from './kept-messages.store.ts'
