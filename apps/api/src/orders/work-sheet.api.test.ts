import type { ErrorBody } from '@nerdify/contract/error-body.ts'
import type { OperationsOrderWithHistory } from '@nerdify/contract/operations.ts'
import { fullDates } from '@nerdify/domain/dates/full-dates.ts'
import { afterEach, expect, test } from 'vitest'
import { uuidv7 } from '../database/uuid.ts'
import { change } from '../testing/coupon-calls.ts'
import {
  bookCardPayment,
  operate,
  personWithPaidOrder,
  postEvents,
  registeredNerd,
} from '../testing/operations-calls.ts'
import { testProduct } from '../testing/running-product.ts'
import { mailsTo } from '../testing/subscribing.ts'
import { eventually, signedInPerson } from '../testing/test-client.ts'
import { pdf, uploaded } from '../testing/uploaded.ts'

afterEach(async () => (await testProduct()).clock.reset())

const hourMs = 3_600_000

/** A Nerd with a mailbox of their own. */
async function nerdWithMail() {
  const { clock } = await testProduct()
  const name = `Ada ${uuidv7(clock.now())}`
  const email = `${uuidv7(clock.now())}@example.com`
  const id = await registeredNerd(name)
  expect((await operate('PATCH', `/nerds/${id}`, { email })).status).toBe(200)
  return { id, email }
}

/** A paid order with a file, which is due in 16 hours. */
async function paidOrder() {
  const { clock } = await testProduct()
  const person = await signedInPerson()
  const file = await uploaded(person, 'Vreza Zquo.pdf')
  const order = await person.order({
    deadline: new Date(clock.now() + 16 * hourMs).toISOString(),
    files: [{ location: file.location }],
  })
  const words = `Call me: ${person.phone}. It costs $${order.price?.toFixed(2)}.`
  expect((await change(person, order, { details: words })).status).toBe(200)
  await bookCardPayment(person, order, Math.round((order.price ?? 0) * 100))
  return { person, order }
}

const post = (order: { id: string }, body: object) =>
  operate<OperationsOrderWithHistory>('POST', `/orders/${order.id}/events`, body)

/** Waits for this many mails to an address, and returns their subjects, newest first. */
async function subjectsOf(email: string, count: number): Promise<string[]> {
  await eventually(async () => (await mailsTo(email)).length >= count)
  return (await mailsTo(email)).map(({ subject }) => subject)
}

test('[OPS-14][TALK-03] mails the Nerd a work sheet on each of the four occasions, and one about its end', async () => {
  const { clock, settings } = await testProduct()
  const [first, second] = [await nerdWithMail(), await nerdWithMail()]
  const { person, order } = await paidOrder()
  const { number } = order
  const found = await post(order, { event: 'nerd_found', nerd: first.id, fee: 30 })
  expect(found.body.nerd).toMatchObject({ has_email: true, work_sheet_at: expect.any(String) })
  expect(await subjectsOf(first.email, 1)).toEqual([`Order ${number}: your new task`])
  const [sheet] = await mailsTo(first.email)
  const due = found.body.waits.find(({ kind }) => kind === 'work')?.due ?? ''
  expect(sheet?.text).toContain(`Your deadline: ${fullDates(settings.companyZone).instant(Date.parse(due))}\n`)
  expect(sheet?.text).toContain('Call me: [number hidden]. It costs [price hidden].')
  for (const secret of [person.phone, 'Vreza', '$']) {
    expect(sheet?.text.replaceAll(/https?:\S+/g, '')).not.toContain(secret)
  }

  const deadline = new Date(Date.parse(order.deadline ?? '') + 8 * hourMs).toISOString()
  await post(order, { event: 'offer_deadline', deadline })
  await change(person, order, { action: 'accept_deadline' })
  expect(await subjectsOf(first.email, 2)).toHaveLength(2)
  const later = new Date(Date.parse(deadline) + 8 * hourMs).toISOString()
  await post(order, { event: 'extend_deadline', deadline: later, note: 'By phone.' })
  const moved = [`Order ${number}: a new deadline`, `Order ${number}: a new deadline`, `Order ${number}: your new task`]
  expect(await subjectsOf(first.email, 3)).toEqual(moved)

  const reassigned = await postEvents(order, 'reassign')
  expect(reassigned.nerd).toBeNull()
  await post(order, { event: 'nerd_found', nerd: second.id })
  expect(await subjectsOf(second.email, 1)).toEqual([`Order ${number}: your new task`])
  expect(await subjectsOf(first.email, 4)).toEqual([`Order ${number} is no longer yours`, ...moved])

  await postEvents(order, 'quality_check', 'send')
  await change(person, order, { action: 'request_revision', note: `Shorter! ${person.phone}` })
  const revised = new Date(clock.now() + 20 * hourMs).toISOString()
  await post(order, { event: 'accept_revision', deadline: revised })
  expect(await subjectsOf(second.email, 2)).toEqual([`Order ${number}: a revision`, `Order ${number}: your new task`])
  const [revision] = await mailsTo(second.email)
  expect(revision?.text).toContain('Shorter! [number hidden]')
  expect(revision?.text).toContain(fullDates(settings.companyZone).instant(Date.parse(revised)))
  await postEvents(order, 'complete_revision', 'accept')
  expect(await subjectsOf(first.email, 4)).toHaveLength(4)
  expect(await subjectsOf(second.email, 2)).toHaveLength(2)
})

test('[OPS-14][FILE-04] links of a work sheet expire a day after the deadline and contain no name', async () => {
  const { clock } = await testProduct()
  const nerd = await nerdWithMail()
  const { order } = await paidOrder()
  const found = await post(order, { event: 'nerd_found', nerd: nerd.id })
  await subjectsOf(nerd.email, 1)
  const [sheet] = await mailsTo(nerd.email)
  const [link = ''] = /^http\S+\/f\/\S+$/m.exec(sheet?.text ?? '') ?? []
  const answer = await fetch(link)
  expect(await answer.text()).toBe(pdf)
  expect(answer.headers.get('content-disposition')).toContain('filename="task.pdf"')
  const due = Date.parse(found.body.waits.find(({ kind }) => kind === 'work')?.due ?? '')
  const minuteMs = 60_000
  clock.advance(due + 24 * hourMs - minuteMs - clock.now())
  expect((await fetch(link)).status).toBe(200)
  clock.advance(minuteMs)
  expect((await fetch(link)).status).toBe(404)
})

test('[OPS-14][OPS-12] links of a work sheet expire when another Nerd gets the order', async () => {
  const nerd = await nerdWithMail()
  const { order } = await paidOrder()
  await post(order, { event: 'nerd_found', nerd: nerd.id })
  await subjectsOf(nerd.email, 1)
  const [sheet] = await mailsTo(nerd.email)
  const [link = ''] = /^http\S+\/f\/\S+$/m.exec(sheet?.text ?? '') ?? []
  expect((await fetch(link)).status).toBe(200)
  await postEvents(order, 'reassign')
  expect((await fetch(link)).status).toBe(404)
  await post(order, { event: 'nerd_found', nerd: (await nerdWithMail()).id })
  expect((await fetch(link)).status).toBe(404)
})

test('[OPS-14] a merge mails the sheets of open orders to the remaining entry, with its own links', async () => {
  const [former, left] = [await nerdWithMail(), await nerdWithMail()]
  const { order } = await paidOrder()
  await post(order, { event: 'nerd_found', nerd: former.id })
  const linkOf = async (email: string) => {
    await subjectsOf(email, 1)
    const [sheet] = await mailsTo(email)
    return /^http\S+\/f\/\S+$/m.exec(sheet?.text ?? '')?.[0] ?? ''
  }
  const formerLink = await linkOf(former.email)
  expect((await operate('POST', `/nerds/${former.id}/merge`, { into: left.id })).status).toBe(200)
  expect((await fetch(await linkOf(left.email))).status).toBe(200)
  expect((await fetch(formerLink)).status).toBe(404)
})

test('[OPS-14] a merge mails the sheets of an entry that had no e-mail', async () => {
  const [former, left] = [await registeredNerd('Ada'), await nerdWithMail()]
  const { order } = await paidOrder()
  await post(order, { event: 'nerd_found', nerd: former })
  expect((await operate('POST', `/nerds/${former}/merge`, { into: left.id })).status).toBe(200)
  const { body } = await operate<OperationsOrderWithHistory>('GET', `/orders/${order.id}`)
  expect(body.nerd).toMatchObject({ id: left.id, work_sheet_at: expect.any(String) })
})

test('[OPS-14] a merge mails no sheet of a delivered order, not even while it waits for its quality review', async () => {
  const { product } = await testProduct()
  const [former, left] = [await nerdWithMail(), await nerdWithMail()]
  const [{ person, order: rated }, { order: open }] = [await paidOrder(), await paidOrder()]
  for (const order of [rated, open]) await post(order, { event: 'nerd_found', nerd: former.id })
  await postEvents(rated, 'send')
  expect((await change(person, rated, { action: 'client_feedback', mark: 2 })).status).toBe(200)
  expect((await operate('POST', `/nerds/${former.id}/merge`, { into: left.id })).status).toBe(200)
  const mails = product.queries.selectFrom('outbox').select('variables').where('to_address', '=', left.email)
  expect(await mails.execute()).toMatchObject([{ variables: { number: open.number } }])
})

test('[OPS-14] a Nerd without an e-mail gets no work sheet, which the order shows', async () => {
  const { order } = await paidOrder()
  const nerd = await registeredNerd('Ada')
  const found = await post(order, { event: 'nerd_found', nerd })
  expect(found.body.nerd).toMatchObject({ id: nerd, has_email: false, work_sheet_at: null })
  await operate('PATCH', `/nerds/${nerd}`, { email: 'late@example.com' })
  const read = await operate<OperationsOrderWithHistory>('GET', `/orders/${order.id}`)
  expect(read.body.nerd).toMatchObject({ has_email: true, work_sheet_at: null })
})

test('[OPS-14] staff mail the current work sheet again', async () => {
  const { person, order } = await paidOrder()
  const again = () => operate<OperationsOrderWithHistory & ErrorBody>('POST', `/orders/${order.id}/work_sheets`)
  expect(await again()).toMatchObject({ status: 409, body: { error_type: 'no_nerd' } })
  const nerd = await registeredNerd('Ada')
  await post(order, { event: 'nerd_found', nerd })
  expect(await again()).toMatchObject({ status: 409, body: { error_type: 'nerd_without_email' } })
  const email = `${nerd}@example.com`
  await operate('PATCH', `/nerds/${nerd}`, { email })
  const { location } = await uploaded(person, 'more.pdf')
  expect((await change(person, order, { files: [{ location }] })).status).toBe(200)
  expect(await again()).toMatchObject({ status: 200, body: { nerd: { work_sheet_at: expect.any(String) } } })
  expect(await subjectsOf(email, 1)).toEqual([`Order ${order.number}: your task as it is now`])
  const [sheet] = await mailsTo(email)
  expect(sheet?.text).toContain('File 2, PDF')
})

test('[OPS-14] a granted refund of work or a revision is mailed to its Nerd', async () => {
  for (const steps of [[], ['send', 'request_revision', 'accept_revision']]) {
    const nerd = await nerdWithMail()
    const { order } = await personWithPaidOrder()
    await post(order, { event: 'nerd_found', nerd: nerd.id })
    await postEvents(order, ...steps, 'request_refund')
    const sheets = steps.length === 0 ? 1 : 2
    expect(await subjectsOf(nerd.email, sheets)).toHaveLength(sheets)
    await postEvents(order, 'accept_refund')
    expect(await subjectsOf(nerd.email, sheets + 1)).toContain(`Order ${order.number} is no longer yours`)
  }
})

test('[OPS-14] refuses to mail the work sheet of a delivered or refunded order again', async () => {
  const nerd = await nerdWithMail()
  const { order } = await personWithPaidOrder()
  await post(order, { event: 'nerd_found', nerd: nerd.id })
  await subjectsOf(nerd.email, 1)
  for (const events of [['send'], ['request_refund', 'accept_refund']]) {
    await postEvents(order, ...events)
    expect(await operate('POST', `/orders/${order.id}/work_sheets`)).toMatchObject({
      status: 409,
      body: { error_type: 'nothing_to_do', text: 'The Nerd has nothing to do for this order now.' },
    })
  }
  expect(await mailsTo(nerd.email)).toHaveLength(1)
})
