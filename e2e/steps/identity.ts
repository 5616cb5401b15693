import type { Page } from '@playwright/test'
import { expect } from './browser.ts'
import { codeIn, codesTo, nextCodeTo } from './mailbox.ts'

/** The identity question after a call beyond the session's reach (SAFE-03). */
export const identityQuestion = (page: Page) => page.getByRole('dialog', { name: 'Confirm it’s you' })

/** Confirms with the code texted to the client. */
export async function confirmIdentity(page: Page, { phone }: { phone: string }): Promise<void> {
  const question = identityQuestion(page)
  const before = (await codesTo(phone)).length
  await question.getByRole('button', { name: 'Text me the code' }).click()
  const field = question.getByRole('textbox', { name: '5-digit code' })
  await expect(field).toBeFocused()
  await field.fill(codeIn(await nextCodeTo(phone, before)))
  await question.getByRole('button', { name: 'Confirm' }).click()
  await expect(question).toBeHidden()
}
