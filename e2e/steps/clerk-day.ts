import type { Locator, Page } from '@playwright/test'
import { expect } from './browser.ts'

/** A clerk at the keyboard: no pointer, and each key counts. */
class Keyboard {
  readonly page: Page
  count = 0

  constructor(page: Page) {
    this.page = page
  }

  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key)
    this.count += keys.length
  }

  async type(text: string): Promise<void> {
    await this.page.keyboard.type(text)
    this.count += text.length
  }

  /** The browser's own key for the page before. */
  async goBack(): Promise<void> {
    await this.page.goBack()
    this.count += 1
  }

  /** Presses a key that leads to something, again if the page was not ready for it. */
  async leadTo(wanted: Locator, key: string): Promise<void> {
    await expect(async () => {
      await this.press(key)
      await expect(wanted).toBeFocused({ timeout: 500 })
    }).toPass()
  }

  /** Presses Tab until something has the focus; it may be there already. */
  async tabTo(wanted: Locator): Promise<void> {
    await expect(wanted.first()).toBeVisible()
    for (let stop = 0; stop < 60; stop += 1) {
      if (await wanted.first().evaluate((element) => element === document.activeElement)) return
      await this.press('Tab')
    }
    throw new Error(`Tab does not lead to ${wanted}`)
  }
}

/** What the clerk does on an order's page. */
type Work = (keys: Keyboard, page: Page) => Promise<void>

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const isDone = (page: Page, step: string) => expect(page.getByText(`Done: ${step}`)).toBeVisible()

/** Goes to the next step, once the order shows. */
async function goToStep(keys: Keyboard, page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: /^Next: / })).toBeVisible()
  await keys.leadTo(page.locator('main :focus'), 'n')
}

/** A step that is not the next one: it stands in the list below. */
async function chooseStep(keys: Keyboard, page: Page, step: string): Promise<void> {
  await goToStep(keys, page)
  await keys.tabTo(button(page, step))
  await keys.press('Enter')
  await expect(page.getByRole('heading', { name: step, exact: true })).toBeFocused()
}

const assign: Work = async (keys, page) => {
  await goToStep(keys, page)
  await keys.tabTo(page.getByRole('radiogroup', { name: 'Nerd' }).getByRole('radio').and(page.locator(':enabled')))
  await keys.press('Space', 'Enter')
  await isDone(page, 'Assign a Nerd')
}

const replace: Work = async (keys, page) => {
  await chooseStep(keys, page, 'Find another Nerd')
  await keys.tabTo(page.getByLabel('Note for staff'))
  await keys.type('She is ill')
  await keys.tabTo(button(page, 'Find another Nerd'))
  await keys.press('Enter')
  await isDone(page, 'Find another Nerd')
}

const extend: Work = async (keys, page) => {
  await chooseStep(keys, page, 'Extend the deadline')
  const field = page.getByLabel('New deadline')
  await keys.tabTo(field)
  const later = new Date(Date.now() + 5 * 24 * 3_600_000)
  const part = (value: number) => String(value).padStart(2, '0')
  await keys.type(`${part(later.getUTCMonth() + 1)}${part(later.getUTCDate())}${later.getUTCFullYear()}`)
  await keys.press('Tab')
  await keys.type('0500PM')
  await keys.tabTo(page.getByLabel('Note for staff'))
  await keys.type('Agreed on the phone')
  await keys.tabTo(button(page, 'Extend the deadline'))
  await keys.press('Enter')
  await isDone(page, 'Extend the deadline')
}

/** Adds one file of the shown type. */
async function addFile(keys: Keyboard, page: Page, name: string): Promise<void> {
  await goToStep(keys, page)
  await keys.tabTo(page.getByRole('button', { name: /^Add files of the Nerd/ }))
  await keys.press('Enter')
  // A browser without a window shows no picker; the step's field is the last one of the page.
  const buffer = Buffer.from('%PDF-1.4\n'.padEnd(2_000))
  await page.locator('input[type=file]').last().setInputFiles({ name, mimeType: 'application/pdf', buffer })
  await expect(page.getByText(name)).toBeVisible()
}

/** Delivers with these files. */
const deliver =
  (...files: readonly string[]): Work =>
  async (keys, page) => {
    for (const file of files) await addFile(keys, page, file)
    const send = button(page, 'Deliver the work')
    await expect(send).not.toHaveAttribute('aria-disabled')
    await keys.tabTo(send)
    await keys.press('Enter')
    await isDone(page, 'Deliver the work')
  }

const revise: Work = async (keys, page) => {
  await goToStep(keys, page)
  await keys.tabTo(button(page, 'Accept the revision'))
  await keys.press('Enter')
  await isDone(page, 'Accept the revision')
}

/** Chooses one of the two answers to a request for a refund. */
async function decide(keys: Keyboard, page: Page, answer: string): Promise<void> {
  await goToStep(keys, page)
  const wanted = page.getByRole('radio', { name: answer })
  if (!(await wanted.isChecked())) await keys.press('ArrowDown')
  await expect(wanted).toBeChecked()
}

const declineRefund: Work = async (keys, page) => {
  await decide(keys, page, 'Decline the refund')
  await keys.tabTo(page.getByLabel('Tell the client why'))
  await keys.type('We checked it with a second Nerd: it is right.')
  await keys.tabTo(button(page, 'Decline the refund'))
  await keys.press('Enter')
  await isDone(page, 'Decline the refund')
}

const grantRefund: Work = async (keys, page) => {
  await decide(keys, page, 'Grant the refund')
  await keys.tabTo(button(page, 'Grant the refund'))
  await keys.press('Enter')
  await isDone(page, 'Grant the refund')
}

const refundPart: Work = async (keys, page) => {
  await goToStep(keys, page)
  await keys.tabTo(button(page, 'Give money back'))
  await keys.press('Enter')
  await keys.tabTo(page.getByLabel('Amount in dollars'))
  await keys.type('5')
  await keys.tabTo(page.getByLabel('Reason, for staff'))
  await keys.type('A day late')
  await keys.press('Enter')
  await expect(page.getByText('The refund is on its way.')).toBeVisible()
}

const answer: Work = async (keys, page) => {
  const field = page.getByLabel(/^Your answer to/)
  await expect(field).toBeVisible()
  await keys.leadTo(field, 'r')
  await keys.type('Yes, it comes tonight.')
  await keys.press('Control+Enter')
  await expect(field).toHaveValue('')
}

/** Blocks the client of an order, whom the search finds. */
const block: Work = async (keys, page) => {
  await keys.leadTo(page.getByLabel('Find a client or an order'), '/')
  const number = /No\. (\d+)/.exec(await page.getByText(/^No\. \d+/).innerText())?.[1] ?? ''
  await keys.type(number)
  await expect(page.locator('main [data-row]').first()).toBeVisible()
  await keys.press('Enter', 'Enter')
  await keys.tabTo(button(page, 'Block the client'))
  await keys.press('Enter')
  await keys.tabTo(page.getByRole('dialog').getByRole('button', { name: 'Block the client' }))
  await keys.press('Enter')
  await expect(page.getByText('The client is blocked.')).toBeVisible()
}

/** Opens an order from the queue, which has the focus or nothing. */
async function openOrder(keys: Keyboard, page: Page, number: string): Promise<void> {
  const rows = page.locator('tr[data-row]')
  const find = page.getByLabel('Find in the queue')
  await expect(find).toBeVisible()
  await keys.leadTo(find, 'f')
  await keys.press('Control+a')
  await keys.type(number)
  await expect.poll(async () => (await rows.allInnerTexts()).every((text) => text.includes(number))).toBe(true)
  await keys.tabTo(page.locator('tr[data-row][tabindex="0"]'))
  await keys.press('Enter')
}

/** Works through orders from the queue to the queue by keyboard alone; answers how many keys it took. */
export async function workThrough(page: Page, orders: readonly { number: string; work: keyof typeof works }[]) {
  const keys = new Keyboard(page)
  const spent: Record<string, number> = {}
  for (const { number, work } of orders) {
    const before = keys.count
    await openOrder(keys, page, number)
    await works[work](keys, page)
    if (work === 'answer') await keys.goBack()
    else if (work !== 'block') await keys.press('Escape')
    spent[work] = (spent[work] ?? 0) + keys.count - before
  }
  return { keys: keys.count, spent }
}

const works = {
  assign,
  replace,
  extend,
  deliver: deliver('final.pdf'),
  deliverWithReport: deliver('final.pdf', 'report.pdf'),
  revise,
  declineRefund,
  grantRefund,
  refundPart,
  answer,
  block,
} as const
export type WorkName = keyof typeof works
