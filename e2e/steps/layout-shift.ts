import type { Page } from '@playwright/test'

declare global {
  interface Window {
    layoutShift: number
  }
}

/**
 * In the page, before all else: adds up what moves by itself, and on demand also what moves within half a second of a
 * press; Chromium takes the first half second of a phone's window for one.
 */
export function sumLayoutShifts({ alsoAfterInput = false } = {}): void {
  window.layoutShift = 0
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const shift = entry as PerformanceEntry & { value: number; hadRecentInput: boolean }
      if (alsoAfterInput || !shift.hadRecentInput) window.layoutShift += shift.value
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

/** What has moved by itself so far, once two frames are drawn: a share of the window, as Chromium adds it up. */
export const layoutShift = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => resolve(window.layoutShift))))
      }),
  )
