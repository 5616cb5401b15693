import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { OperationsOrderWithHistory } from '@nerdify/contract/operations.ts'
import { monthAt } from '@nerdify/domain/nerds/owed-to-nerds.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { transaction } from '../database/transaction.ts'
import { enqueue } from '../outbox/enqueue.ts'
import { paymentOf } from '../testing/cards/card-provider.ts'
import { newCoupon } from '../testing/coupon-calls.ts'
import {
  bookCardTip,
  nerdWithDelivery,
  operate,
  personWithPaidOrder,
  postEvents,
  registeredNerd,
} from '../testing/operations-calls.ts'
import { ops } from '../testing/ops-tool.ts'
import { testProduct } from '../testing/running-product.ts'
import { personWithEmail, subscribe } from '../testing/subscribing.ts'
import { steer } from '../testing/sandbox-controls.ts'
import { eventually, newPhone } from '../testing/test-client.ts'

const root = join(import.meta.dirname, '../../../..')
const folder = mkdtempSync(join(tmpdir(), 'nerdify-jobs-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** The jobs of the runbook: what somebody says, and the commands. */
const chapter =
  readFileSync(join(root, 'docs/operations.md'), 'utf8').split('## A clerk’s day')[1]?.split('\n## ')[0] ?? ''
const jobs = [...chapter.matchAll(/^\| ([^|]+[.?]) \| (`.*`) \|$/gm)].map(([, says = '', commands = '']) => ({
  says,
  commands: commands.slice(1, -1).split('`, `'),
}))

function fileOf(name: string, content: string): string {
  writeFileSync(join(folder, name), content)
  return join(folder, name)
}

type Paid = Awaited<ReturnType<typeof personWithPaidOrder>>
/** What a job needs besides a paid order, and the words of its commands that stand for it. */
const needs: Record<string, (paid: Paid) => Promise<Record<string, string>>> = {
  'Ada takes it.': async () => {
    const name = `Ada ${newPhone()}`
    await registeredNerd(name)
    return { 'Ada L': name }
  },
  'Here is the finished work.': async ({ order }) => {
    await postEvents(order, 'nerd_found')
    return { FILE: fileOf('essay.txt', 'The essay.') }
  },
  'The Nerd is ill.': async ({ order }) => {
    await postEvents(order, 'nerd_found')
    return {}
  },
  'Please change the second page.': async ({ order }) => {
    await postEvents(order, 'nerd_found', 'send', 'request_revision')
    return {}
  },
  'I want my money back.': async ({ order }) => {
    await postEvents(order, 'request_refund')
    return {}
  },
  'The bank asks about this payment.': async ({ order }) => {
    await steer('disputes', { payment_intent: await paymentOf(order) })
    await eventually(async () => {
      const { body } = await operate<OperationsOrderWithHistory>('GET', `/orders/${order.id}`)
      return body.tags.includes('payment_disputed')
    })
    return {}
  },
  'I got no text.': async ({ person }) => {
    const { product, clock } = await testProduct()
    const sent = { channel: 'sms', to: person.phone, template: 'texts-help', variables: {} } as const
    const dedupeKey = `job:${person.clientId}`
    await transaction(product.queries, (queries) => enqueue(queries, clock.now(), { ...sent, dedupeKey }))
    const rows = product.queries.updateTable('outbox').where('dedupe_key', '=', dedupeKey)
    return { ID: (await rows.set({ status: 'dead' }).returning('id').executeTakeFirstOrThrow()).id }
  },
  'What do we charge, and from now on?': async () => ({
    FILE: fileOf('pricing.json', JSON.stringify((await operate('GET', '/pricing')).body)),
  }),
  'I no longer want my plan.': async () => {
    const person = await personWithEmail()
    await subscribe(person, 'nerdify_basic')
    return { ID: person.clientId }
  },
  'Who uses this coupon? It ends now.': async () => ({
    CODE: await newCoupon({ gift: { kind: 'percent', percent: 10 } }),
  }),
  'Do the books agree with the bank?': async () => ({ DAY: '2018-05-07' }),
  'What do we owe the Nerds?': async () => {
    const { clock, settings } = await testProduct()
    const { nerd, order } = await nerdWithDelivery()
    await bookCardTip(order, 500)
    return { ID: nerd, MONTH: monthAt(clock.now(), settings.companyZone) }
  },
  'These clients come from the old shop.': async () => ({
    FILE: fileOf('clients.csv', `phone,balance\n${newPhone()},5\n`),
  }),
}

describe('[OPS-17] the jobs of the runbook', () => {
  test('are at least 24, of at most two commands each', () => {
    expect(jobs.length).toBeGreaterThanOrEqual(24)
    expect(jobs.filter(({ commands }) => commands.length > 2)).toEqual([])
    expect(Object.keys(needs).filter((says) => !jobs.some((job) => job.says === says))).toEqual([])
  })

  test.each(jobs)('$says', { timeout: 60_000 }, async ({ says, commands }) => {
    const paid = await personWithPaidOrder()
    const { person, order } = paid
    const words = {
      '48213': order.number,
      '415 555 0100': person.phone,
      '415 555 0103': newPhone(),
      ID: person.clientId,
      ...(await needs[says]?.(paid)),
    }
    const filled = (word: string) =>
      Object.entries(words).reduce((text, [name, value]) => (text === name ? value : text), word)
    for (const command of commands) {
      const typed = [...command.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => filled(quoted ?? plain ?? ''))
      const printed = await ops(typed, folder)
      expect(printed).not.toBe('')
      if (typed[0] === 'clients') expect(printed).toContain(person.clientId)
      if (typed[0] === 'order') expect(printed).toContain(order.number)
    }
  })
})
