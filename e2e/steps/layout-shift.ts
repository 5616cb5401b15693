import type { Page } from '@playwright/test'

declare global {
  interface Window {
    layoutShift: number
  }
}

/**
 * In the page, before all scripts: sums layout shifts, optionally also those within half a second of a press. Chromium
 * counts the first half second of a phone's window as after a press.
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

/** The sum of layout shifts so far, after two more frames: a share of the window, in Chromium's measure. */
export const layoutShift = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => resolve(window.layoutShift))))
      }),
  )
