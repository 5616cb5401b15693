import type { Locator, Page } from '@playwright/test'
import { expect } from './browser.ts'

/** More Tab stops than any screen has before a journey's target. */
const manyStops = 60

/** In the page: what is wrong with the focus indicator (ux 55), in one sentence; undefined if nothing. */
function faultOfFocus(): string | undefined {
  const element = document.activeElement
  // A heading has the focus after a change of the page: no Tab stop.
  if (element === null || element.matches('body, [tabindex="-1"]')) return undefined
  const box = element.getBoundingClientRect()
  const top = document.elementFromPoint(box.left + box.width / 2, box.top + Math.min(box.height / 2, 20))
  const words = `${element.tagName} ${element.textContent?.slice(0, 30)}`
  // A drawn control overlaps its native one, or is beside it in the same label or row.
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

/** Presses Tab until the target has the focus; every stop on the way is visible and shows its focus (ux 55). */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let stop = 0; stop < manyStops; stop += 1) {
    await page.keyboard.press('Tab')
    // The page may still be scrolling to it.
    await expect.poll(() => page.evaluate(faultOfFocus)).toBeUndefined()
    if (await target.evaluate((element) => element === document.activeElement)) return
  }
  throw new Error(`Tab does not lead to ${target}`)
}

/** Goes to the target by Tab and presses Enter. */
export async function enterAt(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press('Enter')
}
