import { wishIn } from '@nerdify/domain/messages/reply-words.ts'
import type { Queries } from '../database/tables.ts'
import { transaction } from '../database/transaction.ts'
import type { Product } from '../product.ts'
import { enqueue } from './enqueue.ts'
import { withdrawMarketingConsent } from './marketing-consent.ts'
import type { TemplateName } from './messages.ts'
import { endOptOut, noteOptOut } from './opt-outs.ts'

/**
 * Takes what somebody texted to us (LAW-07): STOP and its synonyms end the texts at once, START takes them up again, and
 * each is confirmed, as HELP is answered. A text that comes twice is one; any other text is nothing to us.
 */
export async function takeIncomingText(
  product: Product,
  text: { id: string; from: string; body: string },
): Promise<void> {
  const wish = wishIn(text.body)
  if (wish === undefined) return
  const now = product.clock.now()
  await transaction(product.queries, async (queries) => {
    const phone = { channel: 'sms', address: text.from } as const
    const answer = (template: TemplateName) => answerText(queries, now, { ...text, template })
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

const answerText = (
  queries: Queries,
  now: number,
  { id, from, template }: { id: string; from: string; template: TemplateName },
) => enqueue(queries, now, { channel: 'sms', to: from, template, variables: {}, dedupeKey: `reply:${id}` })
