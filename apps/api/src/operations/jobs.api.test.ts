import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { messagePaths } from '@nerdify/contract/message-paths.ts'
import type { UploadForm } from '@nerdify/contract/files.ts'
import type { OperationsOrderWithHistory } from '@nerdify/contract/operations.ts'
import { monthAt } from '@nerdify/domain/nerds/owed-to-nerds.ts'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { transaction } from '../database/transaction.ts'
import { uploadPageOf } from '../files/upload-page.ts'
import { enqueue } from '../outbox/enqueue.ts'
import { paymentOf } from '../testing/cards/card-provider.ts'
import { applyCode, newCoupon, payOrder } from '../testing/coupon-calls.ts'
import {
  addNerdFile,
  bookCardTip,
  dayThatDiffers,
  nerdWithDelivery,
  operate,
  personWithPaidOrder,
  postEvents,
  registeredNerd,
} from '../testing/operations-calls.ts'
import { ops } from '../testing/ops-tool.ts'
import { testProduct } from '../testing/running-product.ts'
import { steer } from '../testing/sandbox-controls.ts'
import { signedInStaff } from '../testing/staff-calls.ts'
import { personWithEmail, subscribe } from '../testing/subscribing.ts'
import { eventually, newPhone, send, signedInPerson, type TestPerson } from '../testing/test-client.ts'
import { pdf, post } from '../testing/uploaded.ts'

const root = join(import.meta.dirname, '../../../..')
const folder = mkdtempSync(join(tmpdir(), 'nerdify-jobs-'))
afterAll(() => rmSync(folder, { recursive: true }))
afterEach(async () => (await testProduct()).clock.reset())

/** The jobs of the runbook: the caller's words, and the commands. */
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

/** Values for the words of commands; `ID` comes from the first command's output. */
type Words = Record<string, string>

/** A job: its setup, the line of the first answer that ends with the `ID`, and the expected text of each answer. */
interface Job {
  before?: (caller: { person: TestPerson; order: { id: string; number: string } }) => Promise<Words>
  /** The line with the id; the client's command by default. */
  idOf?: (words: Words) => string
  /** The output of each command in sequence; NUMBER and the other `words` are replaced. */
  hears: readonly (string | RegExp)[]
}

const nerdFound = async ({ order }: { order: { id: string } }) => {
  await postEvents(order, 'nerd_found')
  return {}
}
const foundCaller = '1 order, the last: 48213 |npm run ops -- client ID'

const expected: Record<string, Job> = {
  'What is there to do?': {
    hears: [/^(LATE, was due|due) .+ · .+\n.+\n {2}npm run ops -- order \d+ .+[^]+\d in all$/m],
  },
  'What is late?': {
    async before() {
      ;(await testProduct()).clock.advance(30 * 3_600_000)
      return {}
    },
    hears: [/(?<![^])LATE, was due .+ · (?![^]*\n(?:due|no time promised) )/],
  },
  'An order was paid.': {
    hears: [
      /Nerd to be found \(staff\)[^]+nerd_search \d/,
      'order 48213: In progress|paid $48.00|Nerd to be found (staff)|npm run ops -- order 48213 nerd_found --nerd NAME',
    ],
  },
  'Ada takes it.': {
    async before() {
      const name = `Ada ${newPhone()}`
      await registeredNerd(name)
      return { 'Ada L': name }
    },
    hears: ['order 48213: Nerd found|work (nerd)|npm run ops -- order 48213 send --file FILE'],
  },
  'Here is the finished work.': {
    async before({ order }) {
      await postEvents(order, 'nerd_found')
      return { FILE: fileOf('essay.txt', 'The essay.') }
    },
    hears: ['file_final_draft essay.txt|order 48213: Sent'],
  },
  'That file is of another order.': {
    before: async ({ order }) => ({ ID: (await addNerdFile(order))._id }),
    hears: ['file_final_draft essay.pdf| · ID', 'no files|npm run ops -- order 48213'],
  },
  'Where is my essay?': {
    async before({ person, order }) {
      await person.send('POST', messagePaths.orderMessages(order.id), { text: 'When is it ready?' })
      return {}
    },
    hears: [
      '> When is it ready?|conversation 48213 with|waits since|npm run ops -- answer 48213 "TEXT"',
      /> When is it ready\?\n.* machine\n {2}> It comes tonight\.\n(?![^]*waits since)/,
    ],
  },
  'I call from 415 555 0100.': {
    hears: [
      foundCaller,
      'client ID · no nickname · 415 555 0100|BALANCE|PLANS|order 48213: In progress|Essay (writing), 2 Pages; deadline|1 in all',
    ],
  },
  'Which orders do I have with you?': {
    hears: [foundCaller, 'order 48213: In progress|Essay (writing), 2 Pages; deadline|client ID; |1 in all'],
  },
  'The Nerd is ill.': { before: nerdFound, hears: ['order 48213: In progress|Nerd to be found (staff)'] },
  'Can it be a day later?': {
    before: nerdFound,
    hears: ['order 48213: |the client is asked for a deadline of Mon, Jan 5, 2099'],
  },
  'Please change the second page.': {
    async before({ order }) {
      await postEvents(order, 'nerd_found', 'send', 'request_revision')
      return {}
    },
    hears: [
      'order 48213: Revision Accepted, On revision|revision (nerd)|npm run ops -- order 48213 complete_revision --file FILE',
    ],
  },
  'I want my money back.': {
    async before({ order }) {
      await postEvents(order, 'request_refund')
      return {}
    },
    hears: [
      'Refund Requested|refund to be decided (staff)|npm run ops -- order 48213 decline_refund --tell REASON',
      /^order 48213: (?!.*Refund Requested)(?![^]*refund to be decided)/,
    ],
  },
  'One page was missing.': { hears: ['refund {"amount":5,"reason":"A page was missing"}|order 48213: '] },
  'The bank asks about this payment.': {
    async before({ order }) {
      await steer('disputes', { payment_intent: await paymentOf(order) })
      await eventually(async () => {
        const { body } = await operate<OperationsOrderWithHistory>('GET', `/orders/${order.id}`)
        return body.tags.includes('payment_disputed')
      })
      return {}
    },
    hears: [
      'tags payment_disputed|dispute|npm run ops -- order 48213 dispute_answered',
      /^order 48213: (?![^]*dispute_answered)/,
    ],
  },
  'I sent you my files.': {
    async before({ person }) {
      const page = `/api/webhooks/files/${await uploadPageOf((await testProduct()).product.queries, person.clientId)}`
      const fileFacts = { filename: 'draft.pdf', size: pdf.length }
      const { body: form } = await send<UploadForm>('POST', `${page}/form`, { body: fileFacts })
      await post(form, pdf)
      const files = [{ filename: 'draft.pdf', url: form.location }]
      await send('POST', `${page}/receive`, { body: { files, description: 'My notes' } })
      return {}
    },
    hears: [foundCaller, /draft\.pdf, \d+ bytes: http\S+\n {2}> My notes\n/],
  },
  'You let me wait.': { hears: [foundCaller, 'client ID · |balance $5.00|npm run ops -- client ID balance'] },
  'I no longer want my plan.': {
    async before() {
      const person = await personWithEmail()
      await subscribe(person, 'nerdify_basic')
      return { '415 555 0100': person.phone }
    },
    hears: ['npm run ops -- client ID', 'Premium (nerdify_basic), |· ends '],
  },
  'I got no text.': {
    async before({ person }) {
      const { product, clock } = await testProduct()
      const sent = { channel: 'sms', to: person.phone, template: 'texts-help', variables: {} } as const
      const dedupeKey = `job:${person.clientId}`
      await transaction(product.queries, (queries) => enqueue(queries, clock.now(), { ...sent, dedupeKey }))
      const rows = product.queries.updateTable('outbox').where('dedupe_key', '=', dedupeKey)
      await rows.set({ status: 'dead' }).execute()
      return {}
    },
    idOf: ({ '415 555 0100': phone }) => `dead texts-help to ${phone} · `,
    hears: [' dead texts-help to 415 555 0100 · ID', ' queued texts-help to 415 555 0100 · ID'],
  },
  'Somebody else uses my account.': { hears: [foundCaller, 'client ID · |415 555 0100'] },
  'This one only makes trouble.': {
    hears: [foundCaller, 'client ID · |BLOCKED since|npm run ops -- client ID unblock'],
  },
  'My number is another one.': { hears: [foundCaller, 'client ID · |415 555 0103'] },
  'It is one page more than I paid for.': { hears: ['order 48213: In progress|$60.00, $48.00 paid'] },
  'What do we charge, and from now on?': {
    before: async () => ({ FILE: fileOf('pricing.json', JSON.stringify((await operate('GET', '/pricing')).body)) }),
    hears: [/^\{[^]+"Quiz": \{[^]+\}$/, /^Quiz: up to \d+ h \$\d/m],
  },
  'Who uses this coupon? It ends now.': {
    async before() {
      const CODE = await newCoupon({ gift: { kind: 'percent', percent: 10 } })
      const person = await signedInPerson()
      const order = await person.order()
      await applyCode(person, order, CODE)
      await payOrder(person, order)
      return { CODE, '48213': order.number }
    },
    hears: ['order 48213: $4.80 off; client ', 'CODE: 10% off; 1 used; ended '],
  },
  'How much money came in?': { hears: [/^\d{4}-\d\d-\d\d · card net \$\S+ .*Orders by card \$\d/m] },
  'Do the books agree with the bank?': {
    before: async () => ({ DAY: await dayThatDiffers() }),
    hears: ['DAY · card net $0.00|No open difference from the card provider'],
  },
  'Who did that?': { before: nerdFound, hears: [/machine: post event, order 48213, event nerd_found/] },
  'What do we owe the Nerds?': {
    async before() {
      const { clock, settings } = await testProduct()
      const { nerd, order } = await nerdWithDelivery()
      await bookCardTip(order, 500)
      const name = `Owed ${newPhone()}`
      await operate('PATCH', `/nerds/${nerd}`, { name })
      return { NAME: name, MONTH: monthAt(clock.now(), settings.companyZone), '130.50': '5.00' }
    },
    idOf: ({ NAME }) => `${NAME}: $5.00 owed; $0.00 of fees, $5.00 of tips, $0.00 paid out · `,
    hears: [
      'MONTH NAME: $5.00 owed; $0.00 of fees, $5.00 of tips',
      'MONTH NAME: $0.00 owed|paid NAME $5.00 for MONTH: Transfer 17',
    ],
  },
  'The figures for the accountant, please.': { hears: [/^Day,.*Tips.*\r?\n2026-11-01,[^]+2026-11-30,/] },
  'Who may do what?': {
    async before() {
      const { name, email } = await signedInStaff('lead')
      return { NAME: name, EMAIL: email }
    },
    hears: ['NAME · lead · EMAIL'],
  },
  'These clients come from the old shop.': {
    before: async () => ({ FILE: fileOf('clients.csv', `phone,balance\n${newPhone()},5\n`) }),
    hears: ['lines 2 to 2: 1 created, 0 known, 0 refused|npm run ops -- import FILE', 'lines 2 to 2: 1 created'],
  },
}

const escaped = (text: string) => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&')

describe('[OPS-17] the jobs of the runbook', () => {
  test('are at least 24, of at most two commands each', () => {
    expect(jobs.length).toBeGreaterThanOrEqual(24)
    expect(jobs.filter(({ commands }) => commands.length > 2)).toEqual([])
    expect(Object.keys(expected).toSorted()).toEqual(jobs.map(({ says }) => says).toSorted())
  })

  test.each(jobs)('$says', async ({ says, commands }) => {
    const { before, idOf = () => 'npm run ops -- client ', hears } = expected[says] ?? { hears: [] }
    const caller = await personWithPaidOrder()
    const words: Words = {
      '48213': caller.order.number,
      '415 555 0100': caller.person.phone,
      '415 555 0103': newPhone(),
      ...(await before?.(caller)),
    }
    expect(hears).toHaveLength(commands.length)
    const filled = (text: string) =>
      Object.entries(words).reduce((all, [name, value]) => all.replaceAll(name, value), text)
    for (const [index, command] of commands.entries()) {
      const typed = [...command.matchAll(/"([^"]*)"|(\S+)/g)].map(
        ([, quoted, plain = '']) => words[quoted ?? plain] ?? quoted ?? plain,
      )
      const printed = await ops(typed, folder)
      const id = new RegExp(`${escaped(idOf(words))}(\\S+)$`, 'm').exec(printed)?.[1]
      if (index === 0 && id !== undefined) words['ID'] = id
      const heard = hears[index] ?? ''
      for (const part of typeof heard === 'string'
        ? heard.split('|').map((text) => escaped(filled(text)))
        : [filled(heard.source)])
        expect({ command, printed }).toEqual({ command, printed: expect.stringMatching(new RegExp(part, 'm')) })
    }
  })
})
