import { otherWait, type Wait, waitName } from '@nerdify/domain/orders/order-waits.ts'
import { nameForStaff, waitingConversations } from '../conversations/conversations.ts'
import { transaction } from '../database/transaction.ts'
import type { Queries } from '../database/tables.ts'
import { whenFree } from '../leases/with-lease.ts'
import { orderOf } from '../orders/list/own-order.ts'
import { byCompanyClock } from '../orders/order-for-staff.ts'
import { ordersOfSenders, senderOrderSummary } from '../orders/order-of-sender.ts'
import { type CompanyTime, companyTime } from '../orders/waiting-now.ts'
import { mailStaff } from '../outbox/enqueue.ts'
import type { AppContext } from '../app-context.ts'
import { type Unanswered, unansweredMessages } from './inbox.store.ts'

/** A sender who waits for an answer. */
export interface MessageWait extends Wait {
  message: Unanswered
}

/** Unanswered messages, most urgent first (WAIT-01); derived from the rows without an answer, and never stored. */
export async function messagesWaiting(queries: Queries, time: CompanyTime): Promise<MessageWait[]> {
  const messages = [...(await unansweredMessages(queries)), ...(await unansweredConversations(queries))]
  return messages.map((message) => ({ ...otherWait('message', { since: message.since, ...time }), message }))
}

/** Conversations that wait for an answer (TALK-01). */
async function unansweredConversations(queries: Queries): Promise<Unanswered[]> {
  const waiting = await waitingConversations(queries)
  return waiting.map(({ id, clientId, since, words, last, phone, nickname, email, number, taken_by, taken_at }) => ({
    id,
    firstId: `${id}:${since}`,
    phone,
    clientId,
    proved: true,
    since,
    words,
    conversation: {
      address: number ?? clientId,
      last,
      name: nameForStaff({ nickname, phone, email }),
      order: number === null ? null : { id, taken_by, taken_at },
    },
  }))
}

/** The order of a message: its conversation's, else the sender's most likely one. */
export async function orderOfMessage(
  queries: Queries,
  { clientId, conversation }: Unanswered,
  orderOfSender: Awaited<ReturnType<typeof ordersOfSenders>>,
) {
  if (conversation === undefined || clientId === null) return orderOfSender(clientId)
  return conversation.order === null ? undefined : orderOf(queries, clientId, conversation.order.id)
}

const longestLateMs = 30 * 24 * 3_600_000

/** Mails staff again about each message whose answer becomes late (WAIT-03); returns the number of mails. */
export async function notifyOfLateMessages(product: AppContext): Promise<number> {
  const mails = await whenFree(product, 'late-messages', async () => {
    const { queries, clock, settings } = product
    const zone = settings.companyZone
    const now = clock.now()
    let count = 0
    const late = (await messagesWaiting(queries, companyTime(settings, now))).filter((wait) => wait.late)
    const orderOfSender = await ordersOfSenders(
      queries,
      late.map(({ message }) => message.clientId),
    )
    for (const { due, message } of late) {
      product.ending.throwIfAborted()
      if (due === null || due < now - longestLateMs) continue
      const { firstId, phone, clientId, proved, words, conversation } = message
      const order = await orderOfMessage(queries, message, orderOfSender)
      const isNew = await transaction(queries, async (within) =>
        mailStaff(within, now, settings, {
          template: 'message-late',
          variables: {
            client: clientId ?? '',
            proved: proved ? 'yes' : '',
            phone: conversation?.name ?? phone ?? '',
            text: words ?? '',
            due: `The ${waitName('message')} was due ${byCompanyClock(due, zone)}.`,
            ...(conversation
              ? { conversation: conversation.address, last: conversation.last ?? undefined }
              : { contact: message.id }),
            ...senderOrderSummary(order, zone),
          },
          dedupeKey: `message-late:${firstId}`,
        }),
      ).catch(product.putOff)
      if (isNew) count += 1
    }
    return count
  })
  if (mails) product.wake.outbox()
  return mails ?? 0
}

/** Deletes a phone's messages from before the account that is now erased. */
export { forgetTextsOf } from './inbox.store.ts'
