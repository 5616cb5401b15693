import { wishIn } from '@nerdify/domain/messages/reply-words.ts'
import type { Queries } from '../../database/tables.ts'
import { transaction } from '../../database/transaction.ts'
import type { Product } from '../../product.ts'
import { enqueue } from '../enqueue.ts'
import { findClientIdByPhone } from '../../accounts/find-client.ts'
import { withdrawMarketingConsent } from './marketing-consent.ts'
import { endOptOut, noteOptOut } from './opt-outs.ts'

/**
 * Takes what somebody texted to us (LAW-07): STOP and its synonyms end the texts at once, START takes them up again, and
 * each is confirmed, as HELP is answered. A text that comes twice is one; any other text is passed on to staff (WAIT-03).
 */
export async function takeIncomingText(
  product: Product,
  text: { id: string; from: string; body: string },
): Promise<void> {
  const wish = wishIn(text.body)
  const now = product.clock.now()
  if (wish === undefined) return passOn(product, text, now)
  await transaction(product.queries, async (queries) => {
    const phone = { channel: 'sms', address: text.from } as const
    const answer = (template: Answer) => answerText(queries, now, { ...text, template })
    switch (wish) {
      case 'stop': {
        const said = text.body.slice(0, 100)
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

/** What a text to us is answered with. */
type Answer = 'texts-ended' | 'texts-resumed' | 'texts-help'

/** Tells staff of a text that they are to answer, once; without words there is nothing to tell. */
async function passOn(
  { queries, settings, wake }: Product,
  { id, from, body }: { id: string; from: string; body: string },
  now: number,
): Promise<void> {
  if (body.trim() === '') return
  const client = await findClientIdByPhone(queries, from)
  await enqueue(queries, now, {
    channel: 'email',
    to: settings.supportEmail,
    template: 'text-received',
    variables: { phone: from, text: body, ...(client === undefined ? {} : { client }) },
    dedupeKey: `text-received:${id}`,
  })
  wake.outbox()
}

const answerText = (
  queries: Queries,
  now: number,
  { id, from, template }: { id: string; from: string; template: Answer },
) => enqueue(queries, now, { channel: 'sms', to: from, template, variables: {}, dedupeKey: `reply:${id}` })
