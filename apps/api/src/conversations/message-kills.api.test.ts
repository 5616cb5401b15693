import { setTimeout as pause } from 'node:timers/promises'
import type { OperationsConversation } from '@nerdify/contract/conversations.ts'
import { messagePaths } from '@nerdify/contract/message-paths.ts'
import type { Order } from '@nerdify/contract/orders.ts'
import { announceAfterMs } from '@nerdify/domain/conversations/message-rules.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { withProductProcess } from '../testing/product-process.ts'
import { proofSize } from '../testing/proof-size.ts'
import { eventually, sendTo, signInByCode, textsTo } from '../testing/test-client.ts'

const kills = proofSize({ embedded: { test: 1, prove: 200 } })
const phones = ['+14155550101', '+14155550102', '+14155550105', '+14155550104']
const support = 'support@nerdify.test'

/** A message or an answer, with its call; a retry repeats the call with its key. */
interface Sent {
  text: string
  path: string
  token: string
  key: string
  acknowledged: boolean
}

/** The conversation of an order that one client and staff write into until the kill. */
interface Busy {
  phone: string
  token: string
  order: Order
  messages: Sent[]
  answers: Sent[]
}

/** A zone in which it is noon, so that messages are announced (TALK-04). */
function zoneAtNoon(): string {
  const ahead = 12 - new Date().getUTCHours()
  return `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`
}

test(`[TALK-02][TALK-04] over ${kills} kills each acknowledged message exists once, announced at most once`, () =>
  withProductProcess(async (product) => {
    const call = async <Body>(method: string, path: string, sent: Parameters<typeof sendTo>[3]) => {
      const answer = await sendTo<Body>(product, method, path, sent)
      if (answer.status >= 300) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`)
      return answer.body
    }
    const threadPath = ({ order }: Busy) => `/api/ops/conversations/${order.id}`
    const post = async (sent: Sent) => {
      const { path, token, text, key } = sent
      await call('POST', path, { token, body: { text }, headers: { 'idempotency-key': key } })
      sent.acknowledged = true
    }
    const compose = (path: string, token: string): Sent => ({
      text: `Message ${crypto.randomUUID()}`,
      path,
      token,
      key: crypto.randomUUID(),
      acknowledged: false,
    })

    /** Two messages and an answer, repeatedly until the product is dead. */
    const keepWriting = async (busy: Busy): Promise<void> => {
      try {
        for (let count = 1; ; count += 1) {
          const isAnswer = count % 3 === 0
          const sent = isAnswer
            ? compose(`${threadPath(busy)}/answers`, product.operationsToken)
            : compose(messagePaths.orderMessages(busy.order.id), busy.token)
          ;(isAnswer ? busy.answers : busy.messages).push(sent)
          await post(sent)
        }
      } catch {
        // The kill interrupted the last call: it was not acknowledged.
      }
    }

    /** The count of each text in the conversation. */
    const countTexts = async (busy: Busy): Promise<Map<string, number>> => {
      const counts = new Map<string, number>()
      for (let query: string | null = ''; query !== null; ) {
        const page: OperationsConversation = await call('GET', threadPath(busy) + query, {
          token: product.operationsToken,
        })
        for (const { text } of page.messages) counts.set(text, (counts.get(text) ?? 0) + 1)
        query = page.next === null ? null : `?before=${page.next}`
      }
      return counts
    }

    /** Each acknowledged text exists once; the others at most once, and once after a retry. */
    const verify = async (busy: Busy): Promise<void> => {
      const all = [...busy.messages, ...busy.answers]
      const before = await countTexts(busy)
      for (const { text, acknowledged } of all) {
        const count = before.get(text) ?? 0
        expect(acknowledged ? [1] : [0, 1]).toContain(count)
      }
      for (const sent of all.filter(({ acknowledged }) => !acknowledged)) await post(sent)
      const after = await countTexts(busy)
      expect(all.map(({ text }) => after.get(text))).toEqual(all.map(() => 1))
    }

    /** Makes the answers of this round due for announcement once the client sees them: advances by two minutes. */
    const letTimePass = () =>
      product.whileDead(async (queries) => {
        const passed = sql`${sql.lit(`${announceAfterMs} milliseconds`)}::interval`
        await sql`update message set at = at - ${passed}
            where author <> 'client' and at > now() - interval '1 minute'`.execute(queries)
        await sql`update conversation set announce_at = announce_at - ${passed}
            where announce_at > now() + interval '30 seconds'`.execute(queries)
      })

    const tokens = new Map<string, string>()
    for (const phone of phones) {
      tokens.set(phone, await signInByCode(product, phone, { timeZone: zoneAtNoon() }))
    }
    const all: Busy[] = []
    for (let kill = 0; kill < kills; kill += 1) {
      const round: Busy[] = []
      for (const [phone, token] of tokens) {
        const order = await call<Order>('POST', '/api/v3/orders', { token, body: { type: 'Quiz' } })
        round.push({ phone, token, order, messages: [], answers: [] })
      }
      const writers = round.map(keepWriting)
      await eventually(async () => round.every(({ answers }) => answers.some(({ acknowledged }) => acknowledged)))
      await pause(Math.random() * 500)
      await product.kill()
      await Promise.all(writers)
      // The announcements of this round's answers are sent during the next one.
      await letTimePass()
      await product.startAgain()
      for (const busy of round) await verify(busy)
      all.push(...round)
    }

    let messages = 0
    for (const { phone, order, ...sent } of all) {
      const announcements = () => textsTo(product, phone, `about order ${order.number}.`)
      await eventually(async () => (await announcements()).length > 0)
      for (const { text } of sent.messages) {
        const mails = await eventually(async () => {
          const found = await textsTo(product, support, text)
          return found.length > 0 && found
        })
        expect(mails).toHaveLength(1)
      }
      messages += sent.messages.length + sent.answers.length
    }
    // The outbox is empty, so no message was duplicated.
    await product.readData(async (queries) => {
      const { rows } = await sql`select status, count(*)::int as count from outbox
          where template in ('client-message', 'unread-messages') group by status`.execute(queries)
      expect(rows).toMatchObject([{ status: 'sent' }])
    })
    for (const { phone, order } of all) {
      expect(await textsTo(product, phone, `new message about order ${order.number}.`)).toHaveLength(1)
    }
    console.log(
      `PROOF ${JSON.stringify({ name: 'kills while messages are sent', requirement: 'TALK-02', runs: kills, outcome: `${messages} messages there once, ${all.length} announcements` })}`,
    )
  }))
