/** In the page: what is cut off, or stands beside the window. */
export function cutOff(): string[] {
  const { clientWidth } = document.documentElement
  const found: string[] = []
  for (const element of document.querySelectorAll<HTMLElement>('body *')) {
    if (!element.checkVisibility() || element.closest('svg, dialog:not([open]), [aria-hidden=true]')) continue
    const style = getComputedStyle(element)
    const { left, right, width, height } = element.getBoundingClientRect()
    // A field scrolls what is typed; what only screen readers read is a pixel on purpose.
    if (element.matches('input, select')) continue
    if (width <= 1 || height <= 1 || style.position === 'fixed') continue
    const hides = style.overflowX !== 'visible' && style.overflowX !== 'auto' && style.textOverflow !== 'ellipsis'
    const isBeside = left < -1 || right > clientWidth + 1
    if (isBeside || (hides && element.scrollWidth > element.clientWidth + 1)) {
      found.push(`${element.tagName} .${element.className} ${element.textContent?.slice(0, 40)}`)
    }
  }
  return found
}
