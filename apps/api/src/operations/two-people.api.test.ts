import type { ErrorBody } from '@nerdify/contract/error-body.ts'
import type { RegisteredNerd } from '@nerdify/contract/nerds.ts'
import type { OperationsOrderWithHistory } from '@nerdify/contract/operations.ts'
import { monthAt } from '@nerdify/domain/nerds/owed-to-nerds.ts'
import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { expectBooksToAgree } from '../testing/cards/books.ts'
import {
  addNerdFile,
  bookCardPayment,
  bookCardTip,
  nerdWithDelivery,
  operate,
  postEvents,
} from '../testing/operations-calls.ts'
import { proofSize } from '../testing/proof-size.ts'
import { testProduct } from '../testing/running-product.ts'
import { signedInStaff } from '../testing/staff-calls.ts'
import { type Reply, signedInPerson } from '../testing/test-client.ts'

const runs = proofSize({ embedded: { test: 10, prove: 200 } })

afterEach(async () => (await testProduct()).clock.reset())

type Read = OperationsOrderWithHistory & ErrorBody
interface Step {
  path: string
  body: (order: Read) => object
  method?: string
}
const event = (name: string, more: object = {}): Step => ({ path: '/events', body: () => ({ event: name, ...more }) })

/** The possible steps of two people on a late order with finished work, by the log's name of the action. */
const steps = {
  deliver: event('send'),
  reassign: event('reassign', { note: 'The Nerd is ill.' }),
  'refund all': { path: '/refunds', body: () => ({ reason: 'x', outside: true }) },
  'refund a part': { path: '/refunds', body: () => ({ amount: 5, reason: 'x', outside: true }) },
  'extend the deadline': event('extend_deadline', { note: 'By phone', deadline: '2099-01-01T00:00:00.000Z' }),
  'agree a price': { path: '/agreement', body: ({ version }) => ({ price: 40, reason: 'Less work', version }) },
  'agree another price': { path: '/agreement', body: ({ version }) => ({ price: 60, reason: 'More work', version }) },
  tag: { path: '', method: 'PATCH', body: () => ({ tags_add: ['vip'] }) },
  'another tag': { path: '', method: 'PATCH', body: () => ({ tags_add: ['old'] }) },
  take: { path: '/take', body: () => ({}) },
} satisfies Record<string, Step>
type StepName = keyof typeof steps
const names = Object.keys(steps) as StepName[]

test(`[OPS-12][FLOW-18] of ${runs} random races of two people on one order none loses or doubles anything`, async () => {
  const { product, clock } = await testProduct()
  const outcomes = { both: 0, one: 0 }
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...names), fc.constantFrom(...names), async (one, other) => {
      clock.reset()
      const person = await signedInPerson()
      const made = await person.order()
      await bookCardPayment(person, made, 4_800)
      await postEvents(made, 'nerd_found')
      await addNerdFile(made)
      clock.advance(Date.parse(String(made.deadline)) + 13 * 3_600_000 - clock.now())
      const people = [await signedInStaff('lead'), await signedInStaff('lead')] as const
      const path = `/orders/${made.id}`
      const { body: shown } = await operate<Read>('GET', path)

      const does = (name: StepName, by: (typeof people)[number]) => {
        const { path: end, method = 'POST', body }: Step = steps[name]
        return by.operate<Read>(method, `${path}${end}`, body(shown))
      }
      const answers = await Promise.all([does(one, people[0]), does(other, people[1])])
      const isDone = ({ status }: Reply<unknown>) => status === 200 || status === 201
      const done = answers.filter(isDone).length
      outcomes[done === 2 ? 'both' : 'one'] += 1
      // One person always succeeds, and the other reads the reason.
      expect({ one, other, done }).not.toMatchObject({ done: 0 })
      for (const { status, body } of answers.filter((answer) => !isDone(answer))) {
        expect([409, 422]).toContain(status)
        expect(body.text).toMatch(/ .*\.$/)
        // Over a newer version: who changed what.
        if (body.error_type === 'transition_not_allowed') expect(body.text).toContain(` The last step was “`)
        if (body.error_type === 'order_changed')
          expect(body.text).toMatch(/^Lead .* changed the (size|price) of this order /)
      }

      const { body: order } = await operate<Read>('GET', path)
      const ofKind = (kind: string) => order.events.filter((entry) => entry.event === kind)
      const log = await product.queries
        .selectFrom('operations_log')
        .select('author')
        .where('subject', '=', `order ${made.id}`)
        .where(
          'author',
          'in',
          people.map(({ name }) => name),
        )
        .execute()
      // The log has exactly the successful steps, each with its author.
      expect(log.map(({ author }) => author).toSorted()).toEqual(
        people
          .filter((_, index) => isDone(answers[index] as Reply<unknown>))
          .map(({ name }) => name)
          .toSorted(),
      )
      const did = (...wanted: StepName[]) =>
        [one, other].filter((name, index) => wanted.includes(name) && isDone(answers[index] as Reply<unknown>)).length
      expect(did('deliver')).toBe(ofKind('send').length)
      expect(ofKind('send').length).toBeLessThanOrEqual(1)
      expect(did('refund all')).toBeLessThanOrEqual(1)
      expect(did('agree a price', 'agree another price')).toBeLessThanOrEqual(1)
      expect(order.refunded).toBeLessThanOrEqual(order.client_paid)
      for (const [name, tag] of [
        ['tag', 'vip'],
        ['another tag', 'old'],
      ] as const)
        if (did(name) > 0) expect(order.tags).toContain(tag)
      const credits = await product.queries
        .selectFrom('ledger_entry')
        .select('id')
        .where('order_id', '=', made.id)
        .where('kind', '=', 'late_credit')
        .execute()
      expect(credits.length).toBeLessThanOrEqual(1)
      if (did('deliver') > 0 && did('extend the deadline', 'refund all') === 0) expect(credits).toHaveLength(1)
    }),
    { numRuns: runs, endOnFailure: true },
  )
  await expectBooksToAgree()
  const outcome = `${outcomes.both} times both took effect, ${outcomes.one} times one was told why not`
  console.log(`PROOF ${JSON.stringify({ name: 'two people on one order', requirement: 'OPS-12', runs, outcome })}`)
})

test('[OPS-12] a change over a newer version names that field’s author, not the newest one', async () => {
  const person = await signedInPerson()
  const order = await person.order()
  const path = `/orders/${order.id}`
  const [ada, bo] = [await signedInStaff('lead'), await signedInStaff('lead')]
  const shown = async () => (await operate<Read>('GET', path)).body
  const change = (by: typeof ada, body: object) => by.operate<Read>('PATCH', path, body)
  const advice = 'Read it again, then decide.'

  const before = await shown()
  expect((await person.send('PATCH', `/api/v3/orders/${order.id}`, { size: '3 Pages' })).status).toBe(200)
  await change(bo, { tags_add: ['vip'] })
  for (const dry_run of [true, false]) {
    const refused = await change(ada, { price: 90, version: before.version, dry_run })
    expect(refused).toMatchObject({ status: 409, body: { error_type: 'order_changed', error_value: 'size' } })
    expect(refused.body.text).toMatch(/^The client changed the size of this order today at .*\.$/)
    expect(refused.body.text).toContain(advice)
  }

  const between = await shown()
  expect((await change(bo, { price: 80, isPromo: true, version: between.version })).status).toBe(200)
  await change(ada, { is_complex: true })
  const { status, body } = await change(ada, { price: 90, version: between.version })
  expect([status, body.text]).toMatchObject([
    409,
    expect.stringContaining(`${bo.name.replace('lead', 'Lead')} changed `),
  ])
  expect(body.text).toContain('changed the price and the promo mark of this order today at ')
})

test('[OPS-12] a delivery after a colleague or the client names who moved the order, and when', async () => {
  const person = await signedInPerson()
  const made = await person.order()
  await bookCardPayment(person, made, 4_800)
  await addNerdFile(made)
  const people = [await signedInStaff('clerk'), await signedInStaff('lead')] as const
  const post = (by: (typeof people)[number], body: object) =>
    by.operate<Read>('POST', `/orders/${made.id}/events`, body)
  const answers = await Promise.all(people.map((by) => post(by, { event: 'send' })))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const winner = people[answers.findIndex(({ status }) => status === 200)]?.name
  const refused = answers.find(({ status }) => status === 409)?.body
  expect(refused?.text).toMatch(/^This is not possible while the order is: Sent\. .* today at .*\.$/)
  expect(refused?.text).toContain(`The last step was “Work delivered” by ${winner}, today at `)

  const refundRequest = { action: 'request_refund', note: 'Too late' }
  expect((await person.send('PATCH', `/api/v3/orders/${made.id}`, refundRequest)).status).toBe(200)
  const late = await post(people[0], { event: 'accept' })
  expect(late).toMatchObject({ status: 409, body: { error_type: 'transition_not_allowed', error_value: 'accept' } })
  expect(late.body.text).toContain('The last step was “Refund requested” by the client, today at ')
})

test('[DESK-05] a refused change of a Nerd names the register’s last author, not the payer', async () => {
  const { clock, settings } = await testProduct()
  const [ada, bo] = [await signedInStaff('lead'), await signedInStaff('lead')]
  const { nerd, order } = await nerdWithDelivery()
  await bookCardTip(order, 500)
  const path = `/nerds/${nerd}`
  const { version } = (await operate<RegisteredNerd>('GET', path)).body
  await bo.operate('PATCH', path, { subjects: ['History'] })
  const month = monthAt(clock.now(), settings.companyZone)
  expect((await ada.operate('POST', `${path}/payouts`, { month, reference: 'T-1' })).status).toBe(200)
  const refused = await ada.operate<ErrorBody>('PATCH', `${path}?version=${version}`, { subjects: ['Law'] })
  expect(refused.status).toBe(409)
  expect(refused.body.text).toMatch(new RegExp(`^${bo.name} changed this today at `))
})
