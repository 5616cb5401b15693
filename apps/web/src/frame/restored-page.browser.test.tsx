import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { bringPageBack } from '../testing/story-steps.ts'
import { leavingMs, useLeavingSite } from './restored-page.ts'

function Pay() {
  const [isLeaving, setLeaving] = useLeavingSite()
  return (
    <button type="button" disabled={isLeaving} onClick={() => setLeaving(true)}>
      Pay
    </button>
  )
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('[PAY-07] (ux 32) a button for another site works again after Back, or if that site did not open', () => {
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  flushSync(() => root.render(<Pay />))
  const button = place.querySelector('button') as HTMLButtonElement
  const press = () => flushSync(() => button.click())
  press()
  flushSync(() => void vi.advanceTimersByTime(leavingMs - 1))
  expect(button.disabled).toBe(true)
  flushSync(() => void vi.advanceTimersByTime(1))
  expect(button.disabled).toBe(false)
  press()
  flushSync(() => void bringPageBack())
  expect(button.disabled).toBe(false)
  flushSync(() => root.unmount())
})
