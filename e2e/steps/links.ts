import { apiPaths } from '@nerdify/contract/api-paths.ts'
import { expect } from '@playwright/test'
import { linkIn, messagesTo } from './mailbox.ts'
import { postEvents, ops } from './operations.ts'
import { sessionOf } from './sign-in.ts'

/** Waits for a text with this kind of link to a phone; returns the newest such link. */
async function linkTexted(phone: string, kind: string): Promise<string> {
  const links = async () =>
    (await messagesTo(phone.replaceAll(' ', ''))).filter(({ text }) => text.includes(`/${kind}/`)).map(linkIn)
  await expect.poll(async () => (await links()).length).toBeGreaterThan(0)
  return (await links())[0] as string
}

/** Lets a client be texted back (MSG-03); returns their sign-in link (MSG-04). */
export async function textBackLink({ phone }: { phone: string }): Promise<string> {
  const response = await fetch(`${process.env.PRODUCT_URL}${apiPaths.textBack()}`, {
    method: 'POST',
    body: new URLSearchParams({ to: phone }),
  })
  expect(response.ok, await response.text()).toBe(true)
  return linkTexted(phone, 'authkey')
}

/** The key in such a link, for addresses of other pages. */
export const keyIn = (link: string): string => new URL(link).pathname.split('/')[2] ?? ''

/** A zone in which it is noon: at night reminders wait (MSG-06). */
function zoneAtNoon(): string {
  const ahead = 12 - new Date().getUTCHours()
  return `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`
}

/**
 * Finishes a paid order, so that its client is asked to rate it (MSG-06); returns the link in that message (AUTH-13).
 *
 * @param to the client's phone, or the e-mail of one who wants mails
 */
export async function ratingLink(
  { phone }: { phone: string },
  order: { id: string },
  to: string = phone,
): Promise<string> {
  await sessionOf(phone, { timezone_str: zoneAtNoon() })
  await postEvents(order.id, 'nerd_found', 'quality_check', 'send')
  await ops.changeOrder(order.id, { tags_add: ['no_feedback_1d'] }, crypto.randomUUID())
  return linkTexted(to, 'r')
}
