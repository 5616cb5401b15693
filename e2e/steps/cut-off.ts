import type { Page } from '@playwright/test'

/** In the page: the elements that are cut off or overflow the window; skips the parts that `scrolls` selects. */
export function cutOff(scrolls?: string | void): string[] {
  const { clientWidth } = document.documentElement
  const found: string[] = []
  for (const element of document.querySelectorAll<HTMLElement>('body *')) {
    if (!element.checkVisibility() || element.closest('svg, dialog:not([open]), [aria-hidden=true]')) continue
    const style = getComputedStyle(element)
    const { left, right, width, height } = element.getBoundingClientRect()
    // A field scrolls its text; text for screen readers is one pixel on purpose.
    if (element.matches('input, select')) continue
    if (width <= 1 || height <= 1 || style.position === 'fixed') continue
    const hides = style.overflowX !== 'visible' && style.overflowX !== 'auto' && style.textOverflow !== 'ellipsis'
    if (typeof scrolls === 'string' && element.closest(scrolls) !== null) continue
    const isBeside = left < -1 || right > clientWidth + 1
    if (isBeside || (hides && element.scrollWidth > element.clientWidth + 1)) {
      found.push(`${element.tagName} .${element.className} ${element.textContent?.slice(0, 40)}`)
    }
  }
  return found
}

/** In the page: the elements that a screen cuts off vertically, and whether it scrolls sideways. */
export function cutBelow(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement
  const clipped = [...document.querySelectorAll<HTMLElement>('body *')].filter((element) => {
    if (!element.checkVisibility() || element.closest('svg, [aria-hidden=true]') || element.clientHeight <= 1)
      return false
    const { overflowY, webkitLineClamp } = getComputedStyle(element)
    // A truncated text is shown whole one step back.
    return (
      webkitLineClamp === 'none' &&
      (overflowY === 'hidden' || overflowY === 'clip') &&
      element.scrollHeight > element.clientHeight + 1
    )
  })
  return [
    ...clipped.map(({ tagName, className, textContent }) => `${tagName} .${className} ${textContent?.slice(0, 40)}`),
    ...(scrollWidth > clientWidth ? [`scrolls sideways by ${scrollWidth - clientWidth}`] : []),
  ]
}

/** Sets the text size in percent, like the browser's setting. */
export async function setTextSize(page: Page, percent: number): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Page.setFontSizes', { fontSizes: { standard: (16 * percent) / 100 } })
  await devtools.detach()
  await page.waitForFunction(
    (size) => getComputedStyle(document.documentElement).fontSize === `${size}px`,
    (16 * percent) / 100,
  )
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
}
