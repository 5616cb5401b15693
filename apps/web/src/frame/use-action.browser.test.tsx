import { useRef } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { navigatedAway, useAction } from './use-action.ts'

function Next() {
  const { run, busy } = useAction(() => Promise.resolve(navigatedAway))
  return (
    <button type="button" disabled={busy} onClick={() => void run()}>
      Next
    </button>
  )
}

test('[EASE-01] Back before the next screen shows re-enables the button', async () => {
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  root.render(<Next />)
  const button = page.getByRole('button', { name: 'Next' })
  await button.click()
  await expect.element(button).toBeDisabled()
  window.history.pushState(null, '', '')
  window.history.back()
  await expect.element(button).toBeEnabled()
  root.unmount()
})

function Form({ answer }: { answer: Promise<never> }) {
  const phone = useRef<HTMLInputElement>(null)
  const { run, fault } = useAction(
    () => answer,
    () => phone.current?.focus(),
  )
  return (
    <>
      <input ref={phone} aria-label="Phone" />
      <textarea aria-label="Message" />
      <button type="button" onClick={() => void run()}>
        Send
      </button>
      {fault && <p>Failed</p>}
    </>
  )
}

test.each([
  ['the field to correct', undefined, 'Phone'],
  ['no field while the person types in another one', 'Message', 'Message'],
])('[UI-07] a late failure moves the focus to %s', async (_, typedIn, focused) => {
  const answer = Promise.withResolvers<never>()
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  root.render(<Form answer={answer.promise} />)
  await page.getByRole('button', { name: 'Send' }).click()
  if (typedIn !== undefined) await page.getByRole('textbox', { name: typedIn }).click()
  answer.reject(new Error('no answer'))
  await expect.element(page.getByText('Failed')).toBeVisible()
  await expect.element(page.getByRole('textbox', { name: focused })).toHaveFocus()
  root.unmount()
})
