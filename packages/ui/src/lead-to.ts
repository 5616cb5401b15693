import type { MouseEvent } from 'react'

/**
 * Click handler of a link to an element of this page: focuses the element. The address stays, so that Back still leaves
 * the page.
 */
export function leadTo(event: MouseEvent, id: string, options?: ScrollIntoViewOptions): void {
  const element = document.getElementById(id)
  if (element === null) return
  event.preventDefault()
  element.focus()
  element.scrollIntoView(options)
}
