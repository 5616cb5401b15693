import { apiPaths } from '@nerdify/contract/api-paths.ts'
import { opsPaths } from '@nerdify/contract/ops-paths.ts'
import { webPaths } from '@nerdify/contract/web-paths.ts'
import type { Page } from '@playwright/test'
import { expect, test } from '../steps/browser.ts'
import { operate, postEvents, unusedPhone } from '../steps/operations.ts'
import { textToSupport } from '../steps/mailbox.ts'
import { dispute, payOrder, placeOrder } from '../steps/ordering.ts'
import { call, signedInClient, type SignedInClient } from '../steps/sign-in.ts'
import { queueOf, runCommand, type StaffMail, staffMail } from '../steps/staff.ts'

const minuteMs = 60_000
/** Parts of each mail: the work, and the title as typed. */
const task = ['Task: Essay (writing), 2 pages\n', '> Weigh the causes of the war']
/** A deadline in the company's time zone. */
const deadline = /\w{3}, \w{3} \d{1,2}, 20\d\d, \d{1,2}:\d\d\s[AP]M P[SD]T/

/** A paid order with its number and its card page. */
interface PaidOrder {
  id: string
  number: string
  cardPage: string
}

async function paidOrder(page: Page, client: SignedInClient): Promise<PaidOrder> {
  const order = await placeOrder(client)
  const cardPage = await payOrder(page, order)
  const { number } = await call<{ number: string }>('GET', apiPaths.order(order.id), { token: client.token })
  return { id: order.id, number, cardPage }
}

/** The first command of a mail that contains the word. */
const commandIn = ({ text }: StaffMail, word: string): string =>
  text
    .split('\n')
    .find((line) => line.includes('npm run ops') && line.includes(word))
    ?.replace(/^.*(?=npm run ops)/, '') ?? ''

const change = (client: SignedInClient, order: PaidOrder, body: object) =>
  call('PATCH', apiPaths.order(order.id), { token: client.token, body })

test('[WAIT-01][WAIT-03] mails staff each event within 5 s, queues it, and clears it once done @prove', async ({
  page,
}) => {
  const signingIn = Date.now()
  const client = await signedInClient(page)
  // A busy machine may take as long for a mail as for a few sign-ins.
  const promisedMs = Math.max(5_000, 10 * (Date.now() - signingIn))
  const phone = client.phone.replaceAll(' ', '')

  /** Expects a mail in time and an entry in the queue, runs the mail's command, and expects the entry to be gone. */
  const handle = async (
    { subject, kind, says, word }: { subject: string; kind: string; says: readonly string[]; word: string },
    cause: () => Promise<unknown>,
  ): Promise<void> => {
    await cause()
    const happenedAt = Date.now()
    const mail = await staffMail(...says)
    expect(mail.at - happenedAt, says.join(' · ')).toBeLessThan(promisedMs)
    expect(mail.text).toMatch(deadline)
    for (const part of task) expect(mail.text).toContain(part)
    const waiting = await queueOf(subject)
    expect(waiting.map((entry) => entry.kind)).toContain(kind)
    expect(waiting.flatMap(({ next }) => next.map(({ event }) => event))).toContain(word.replaceAll('-', '_'))
    await runCommand(commandIn(mail, word))
    expect((await queueOf(subject)).map((entry) => entry.kind)).not.toContain(kind)
  }
  const orderHandled = (order: PaidOrder, kind: string, says: string, word: string, cause: () => Promise<unknown>) =>
    handle({ subject: order.number, kind, says: [order.number, says], word }, cause)

  // A newcomer has no order yet.
  const newcomer = unusedPhone()
  const stranger = await page.context().browser()?.newContext()
  const theirs = await stranger?.newPage()
  if (theirs === undefined) throw new Error('the browser opened no page')
  await theirs.goto(`${test.info().project.use.baseURL}${webPaths.contactUs()}`)
  await theirs.getByLabel('Phone number').fill(newcomer)
  await theirs.getByLabel('Message').fill('Do you do physics?')
  await theirs.getByRole('button', { name: 'Text me' }).click()
  await theirs.waitForURL(`**${webPaths.messageWasSent()}`)
  const askedAt = Date.now()
  await stranger?.close()
  const number = newcomer.replaceAll(' ', '')
  const question = await staffMail(newcomer, 'Do you do physics?')
  expect(question.at - askedAt).toBeLessThan(promisedMs)
  expect(await queueOf(number)).toMatchObject([{ kind: 'message', words: 'Do you do physics?', late: false }])
  await runCommand(commandIn(question, 'no-answer-needed'))
  expect(await queueOf(number)).toEqual([])

  // Four orders are paid, and staff get a mail for each at once.
  const orders: PaidOrder[] = []
  for (let count = 0; count < 4; count += 1) {
    const order = await paidOrder(page, client)
    orders.push(order)
    await orderHandled(order, 'nerd_search', 'It is paid.', 'nerd_found', async () => undefined)
  }
  const [revised, refunded, rated, disputed] = orders as [PaidOrder, PaidOrder, PaidOrder, PaidOrder]
  const lastPaid = await staffMail(disputed.number, 'It is paid.')
  const [work] = await queueOf(revised.number)
  expect(work).toMatchObject({ kind: 'work', turn: 'nerd' })
  await runCommand(`npm run ops -- order ${revised.number} ${work?.next[0]?.event} --file FILE`)
  expect(await queueOf(revised.number)).toEqual([])
  for (const { id } of [refunded, rated]) await postEvents(id, 'send')

  // The client sends a message.
  await page.goto(webPaths.contactUs())
  await page.getByLabel('Message').fill(`When do I hear of ${disputed.number}?`)
  await handle(
    { subject: phone, kind: 'message', says: [`hear of ${disputed.number}?`], word: 'no-answer-needed' },
    async () => {
      await page.getByRole('button', { name: 'Send' }).click()
      await expect(page.getByText('Sent. Thank you!')).toBeVisible()
    },
  )
  await handle({ subject: phone, kind: 'message', says: [client.phone, 'Any news?'], word: 'no-answer-needed' }, () =>
    textToSupport(phone, 'Any news?'),
  )

  // Within a minute of a mail, a change would be mailed only at the end of that minute.
  await expect.poll(() => Date.now() - lastPaid.at, { timeout: 2 * minuteMs }).toBeGreaterThan(minuteMs)
  await page.goto(webPaths.orders())
  const revision = 'Two sources more, please.'
  await orderHandled(revised, 'revision_request', revision, 'accept_revision', () =>
    change(client, revised, { action: 'request_revision', note: revision }),
  )
  const [onRevision] = await queueOf(revised.number)
  expect(onRevision).toMatchObject({ kind: 'revision', turn: 'nerd' })
  await runCommand(`npm run ops -- order ${revised.number} ${onRevision?.next[0]?.event} --file FILE`)
  expect(await queueOf(revised.number)).toEqual([])

  await orderHandled(refunded, 'refund_request', 'A source was made up.', 'decline_refund', () =>
    change(client, refunded, { action: 'request_refund', note: 'A source was made up.' }),
  )
  await orderHandled(rated, 'quality_review', 'The client rated it 2 of 5.', 'reviewed', () =>
    change(client, rated, { action: 'client_feedback', mark: 2, feedback: 'Half of it is missing.' }),
  )

  await orderHandled(disputed, 'dispute', 'is disputed at the bank.', 'dispute_answered', () =>
    dispute(disputed.cardPage),
  )
  // The card provider decides the dispute; the work continues.
  const disputeMail = await staffMail(disputed.number, 'is disputed at the bank.')
  expect(commandIn(disputeMail, 'send')).toContain(`order ${disputed.number} send --file FILE`)
  await runCommand(commandIn(disputeMail, 'send'))
  expect(await queueOf(disputed.number)).toEqual([])
  const late = await operate<{ total: number }>('GET', `${opsPaths.queue()}?late=true&kind=message`)
  expect(late.total).toBe(0)
})
