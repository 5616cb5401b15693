import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { BackToTop } from './BackToTop.tsx'

afterEach(() => vi.unstubAllGlobals())

test('[UI-03] shows when a busy page gets the observations of two frames at once', async () => {
  let notify: IntersectionObserverCallback | undefined
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(callback: IntersectionObserverCallback) {
        notify = callback
      }
      observe() {}
      disconnect() {}
    },
  )
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  flushSync(() => root.render(<BackToTop />))
  const entries = [{ isIntersecting: true }, { isIntersecting: false }] as IntersectionObserverEntry[]
  flushSync(() => notify?.(entries, {} as IntersectionObserver))
  await expect.element(page.getByRole('button', { name: 'Back to top' })).toBeVisible()
  root.unmount()
})
