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
