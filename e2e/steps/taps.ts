import type { Page } from '@playwright/test'

/** In the page, before all else: counts presses of a finger, and of the keys that stand for one; what is typed is not counted. */
function count(): void {
  const note = () => sessionStorage.setItem('taps', String(Number(sessionStorage.getItem('taps')) + 1))
  addEventListener('pointerdown', note, true)
  addEventListener('keydown', ({ key }) => key.length > 1 && note(), true)
}

/** Counts from the next page on what a person presses on the product's own pages. */
export const countTaps = (page: Page): Promise<unknown> => page.addInitScript(count)

/** How often they pressed; of a page of the product. */
export const tapsSoFar = (page: Page): Promise<number> => page.evaluate(() => Number(sessionStorage.getItem('taps')))
