import { flushSync } from 'react-dom'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { bringPageBack } from '../../../testing/story-steps.ts'
import { useOnePress } from './one-press.ts'

let presses = 0
const Pay = () => (
  <button type="button" onClick={useOnePress(async () => (presses += 1)).press}>
    Pay
  </button>
)

let root: Root
beforeEach(() => {
  presses = 0
  root = createRoot(document.body.appendChild(document.createElement('div')))
  flushSync(() => root.render(<Pay />))
})
afterEach(() => {
  root.unmount()
  document.body.replaceChildren()
})

test('[FLOW-21] the first press after Back counts, also within 1200 ms of the page’s stopped clock', async () => {
  const button = page.getByRole('button').element() as HTMLButtonElement
  button.click()
  await expect.poll(() => presses).toBe(1)
  button.click()
  flushSync(() => void bringPageBack())
  button.click()
  await expect.poll(() => presses).toBe(2)
})
