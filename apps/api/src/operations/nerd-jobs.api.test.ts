import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monthAt } from '@nerdify/domain/nerds/owed-to-nerds.ts'
import { afterAll, afterEach, expect, test } from 'vitest'
import { uuidv7 } from '../database/uuid.ts'
import { operate, personWithPaidOrder, postEvents } from '../testing/operations-calls.ts'
import { ops } from '../testing/ops-tool.ts'
import { testProduct } from '../testing/running-product.ts'
import { pdf } from '../testing/uploaded.ts'

const folder = mkdtempSync(join(tmpdir(), 'nerdify-jobs-'))
const work = join(folder, 'essay.pdf')
afterAll(() => rmSync(folder, { recursive: true }))
afterEach(async () => (await testProduct()).clock.reset())

/** The id at the end of the only result line, for the next command. */
const idIn = (printed: string): string => / · (\S+)$/m.exec(printed)?.[1] ?? ''

test('[OPS-14][OPS-17] each job of a day with Nerds takes at most two commands from a caller’s words', async () => {
  const { clock, settings } = await testProduct()
  writeFileSync(work, pdf)
  const { order } = await personWithPaidOrder()
  const [ada, ben] = [`Ada ${uuidv7(clock.now())}`, `Ben ${uuidv7(clock.now())}`]
  const later = (hours: number) => new Date(Date.parse(order.deadline ?? '') + hours * 3_600_000).toISOString()
  const month = monthAt(clock.now(), settings.companyZone)
  const { number } = order
  const isOrder = new RegExp(`^order ${number}: `)
  const jobs: readonly [job: string, shows: RegExp, first: readonly string[], second?: readonly string[]][] = [
    ['a new Nerd', /0 open/, ['nerd', 'add', '--name', ada, '--rating', '4.9', '--subject', 'History']],
    ['another one', /0 open/, ['nerd', 'add', '--name', ben, '--rating', '4.5', '--email', 'ben@example.com']],
    ['who knows a subject', new RegExp(ada), ['nerds', '--q', 'history', '--active', 'true']],
    ['give the order away', /Nerd found/, ['order', number, 'nerd_found', '--nerd', ada, '--fee', '40']],
    ['did the Nerd get it', /fee \$40\.00.*\n {2}no work sheet: no e-mail/, ['order', number]],
    [
      'a Nerd’s address',
      /ada@example\.com/,
      ['nerds', '--q', ada],
      ['nerd', 'ID', 'set', '--email', 'ada@example.com'],
    ],
    ['a Nerd’s orders', new RegExp(number), ['nerds', '--q', ada], ['orders', '--nerd', 'ID']],
    ['what Nerds are late with', /\d in all$/, ['queue', '--turn', 'nerd', '--late']],
    [
      'replace the Nerd',
      /Nerd found/,
      ['order', number, 'reassign', '--note', 'Ada is ill'],
      ['order', number, 'nerd_found', '--nerd', ben, '--fee', '45'],
    ],
    ['the sheet of the new one', /Ben .*\n {2}work sheet mailed/, ['order', number]],
    ['no more orders for a Nerd', /inactive/, ['nerds', '--q', ada], ['nerd', 'ID', 'set', '--active', 'no']],
    ['ask for time', isOrder, ['order', number, 'offer_deadline', '--deadline', later(5)]],
    ['move the deadline', isOrder, ['order', number, 'extend_deadline', '--deadline', later(9), '--note', 'By phone']],
    ['another fee', isOrder, ['order', number, 'set', '--fee', '50']],
    ['deliver the work', /Sent/, ['order', number, 'send', '--file', work]],
    [
      'pay the Nerd out',
      /\$50\.00 for/,
      ['nerds', '--q', ben],
      ['nerd', 'ID', 'paid-out', '--month', month, '--amount', '50', '--reference', 'T-1'],
    ],
    ['what is owed', new RegExp(`${ben}: \\$0\\.00 owed; \\$50\\.00 of fees`), ['owed', '--month', month]],
  ]
  for (const [job, shows, first, second] of jobs) {
    let printed = await ops(first, folder)
    if (second !== undefined)
      printed = await ops(
        second.map((word) => (word === 'ID' ? idIn(printed) : word)),
        folder,
      )
    expect({ job, printed }).toEqual({ job, printed: expect.stringMatching(shows) })
  }
  await postEvents(order, 'request_revision')
  const revision = await ops(['order', number, 'accept_revision', '--deadline', later(40)], folder)
  expect(revision).toContain('On revision')
  expect((await operate<{ nerd: object }>('GET', `/orders/${order.id}`)).body.nerd).toMatchObject({
    name: ben,
    fee: 50,
  })
})
