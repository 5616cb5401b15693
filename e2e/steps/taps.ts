import type { Page } from '@playwright/test'

/** In the page, before all scripts: counts taps and the keys that replace them, not typing. */
function count(): void {
  const note = () => sessionStorage.setItem('taps', String(Number(sessionStorage.getItem('taps')) + 1))
  addEventListener('pointerdown', note, true)
  addEventListener('keydown', ({ key }) => key.length > 1 && note(), true)
}

/** Counts a person's taps on the product's pages from the next page on. */
export const countTaps = (page: Page): Promise<unknown> => page.addInitScript(count)

/** The count so far; only on a page of the product. */
export const tapsSoFar = (page: Page): Promise<number> => page.evaluate(() => Number(sessionStorage.getItem('taps')))
