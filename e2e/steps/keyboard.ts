import type { Locator, Page } from '@playwright/test'
import { expect } from './browser.ts'

/** More stops than any screen has before what a journey wants. */
const manyStops = 60

/** In the page: what is wrong with how the element in focus shows (ux 55): nothing, or one sentence. */
function faultOfFocus(): string | undefined {
  const element = document.activeElement
  // A heading takes the focus from a change of the page: a place, no stop of its own.
  if (element === null || element.matches('body, [tabindex="-1"]')) return undefined
  const box = element.getBoundingClientRect()
  const top = document.elementFromPoint(box.left + box.width / 2, box.top + Math.min(box.height / 2, 20))
  const words = `${element.tagName} ${element.textContent?.slice(0, 30)}`
  // A drawn control lies over or beside its native one, within the same label or row.
  const row = element.closest('label, li, [role="radiogroup"], form, section, nav, main, header, footer')
  const isSeen = top !== null && (element.contains(top) || top.contains(element) || row?.contains(top))
  if (!isSeen) return `${words} is covered by ${top?.tagName} .${top?.className}`
  const rings = [element, ...(row === null ? [] : [row, ...row.querySelectorAll('*')])]
  const shows = rings.some((one) => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one)
    return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2) || boxShadow !== 'none'
  })
  return shows ? undefined : `${words} does not show its focus`
}

/** Presses Tab until something is in focus; every stop on the way is seen, and shows that it is (ux 55). */
export async function tabTo(page: Page, wanted: Locator): Promise<void> {
  for (let stop = 0; stop < manyStops; stop += 1) {
    await page.keyboard.press('Tab')
    // The page may still be moving to it.
    await expect.poll(() => page.evaluate(faultOfFocus)).toBeUndefined()
    if (await wanted.evaluate((element) => element === document.activeElement)) return
  }
  throw new Error(`Tab does not lead to ${wanted}`)
}

/** Goes to something by Tab and presses Enter. */
export async function enterAt(page: Page, wanted: Locator): Promise<void> {
  await tabTo(page, wanted)
  await page.keyboard.press('Enter')
}
