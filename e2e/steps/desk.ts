import type { Page } from '@playwright/test'
import { linkIn, messagesTo, nextMessageTo } from './mailbox.ts'

/** Staff of the sandbox, by role (OPS-15). Files run beside each other: a person signs in in one file alone. */
export const staff = {
  clerk: 'cleo@nerdify.test',
  lead: 'lena@nerdify.test',
  owner: 'olive@nerdify.test',
} as const

/** Signs a person in at the desk by the mailed link; the page is then at `path`. */
export async function signInAtDesk(page: Page, email: string, path: string): Promise<void> {
  const mails = (await messagesTo(email)).length
  await page.goto(`${process.env.DESK_URL}${path}`)
  await page.getByLabel('Your work e-mail').fill(email)
  await page.keyboard.press('Enter')
  await page.goto(linkIn(await nextMessageTo(email, mails)))
}
