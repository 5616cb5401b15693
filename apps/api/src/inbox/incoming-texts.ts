import { isBlank } from '@nerdify/domain/input/visible-text.ts'
import { textStart } from '@nerdify/domain/input/text-start.ts'
import { readReply } from '@nerdify/domain/messages/reply-words.ts'
import { wordsOfText } from '@nerdify/domain/messages/texted-files.ts'
import { lockClientOfPhone } from '../accounts/find-client.ts'
import { postWords } from '../conversations/conversations.ts'
import type { Queries } from '../database/tables.ts'
import { transaction } from '../database/transaction.ts'
import { uuidv7 } from '../database/uuid.ts'
import { countsWithin, type RateLimit } from '../limits/rate-limit.ts'
import { senderOrder } from '../orders/order-of-sender.ts'
import { enqueue, isEnqueued, mailStaff } from '../outbox/enqueue.ts'
import { endOptOut, hasOptedOut, noteOptOut, withdrawMarketingConsent } from '../outbox/opt-out/opt-outs.ts'
import type { AppContext } from '../app-context.ts'
import type { Settings } from '../settings.ts'
import { insertText } from './inbox.store.ts'

/** Answers to one phone's keywords: somebody with free texts, or another robot, must not have us pay without end. */
const answersToOnePhone: RateLimit = { name: 'answers-to', most: 10, windowMs: 24 * 3_600_000 }

/**
 * Handles an incoming text in one transaction (LAW-07): STOP and its synonyms end the texts at once, START resumes ended
 * ones, both are confirmed, and HELP is answered, at most ten times a day and phone. A repeated delivery is a no-op; a
 * text with more words, or with a picture, is passed on to staff (WAIT-03).
 */
export async function takeIncomingText(
  product: AppContext,
  { hasFiles = false, ...text }: { id: string; from: string; body: string; hasFiles?: boolean },
): Promise<void> {
  const now = product.clock.now()
  await transaction(product.queries, async (queries) => {
    const phone = { channel: 'sms', address: text.from } as const
    const dedupeKey = `reply:${text.id}`
    const { wish, saysMore } = readReply(text.body, { hasOptedOut: await hasOptedOut(queries, phone) })
    // Read after the opt-out: a repeated START finds no opt-out any more, but it finds the first delivery's answer.
    if (await isEnqueued(queries, dedupeKey)) return
    const answer = async (template: Answer) => {
      const use = { subject: text.from, now, scale: product.settings.limitScale }
      if (!(await countsWithin(queries, answersToOnePhone, use))) return
      await enqueue(queries, now, { channel: 'sms', to: text.from, template, variables: {}, dedupeKey })
    }
    if (saysMore || hasFiles) {
      const body = wordsOfText(text.body, { hasFiles })
      await passOn(queries, product.settings, { ...text, body }, now)
    }
    switch (wish) {
      case 'stop': {
        const said = textStart(text.body, 100)
        await noteOptOut(queries, { ...phone, said, now })
        await withdrawMarketingConsent(queries, { ...phone, said, now })
        return answer('texts-ended')
      }
      case 'start':
        await endOptOut(queries, phone)
        return answer('texts-resumed')
      case 'help':
        return answer('texts-help')
    }
  })
  product.wake.outbox()
}

/** Our answers to texts. */
type Answer = 'texts-ended' | 'texts-resumed' | 'texts-help'

/**
 * Passes a text on to staff, once: a client's as a message of a conversation (TALK-05), an unknown number's as its own
 * row, and so a blocked client's, who can read no conversation (TALK-07). A text without words is ignored.
 */
async function passOn(
  queries: Queries,
  settings: Settings,
  { id: providerId, from, body }: { id: string; from: string; body: string },
  now: number,
): Promise<void> {
  if (isBlank(body)) return
  const found = await lockClientOfPhone(queries, from, 'share')
  const dedupeKey = `text-received:${providerId}`
  if (found?.blocked_at === null)
    return postWords(queries, settings, { clientId: found.id, body, byText: true, dedupeKey, now })
  const id = uuidv7(now)
  const client = found && {
    client: found.id,
    ...(await senderOrder(queries, found.id, settings.companyZone)),
  }
  const isNew = await mailStaff(queries, now, settings, {
    template: 'text-received',
    variables: { ...client, phone: from, proved: 'yes', text: body, contact: id },
    dedupeKey,
  })
  if (isNew) await insertText(queries, { id, client_id: null, at: new Date(now), phone: from, body })
}
