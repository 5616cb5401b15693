import type { MouseEvent } from 'react'

/**
 * Click handler of a link to an element of this page: focuses it. The address stays, so that Back is still one step
 * back.
 */
export function leadTo(event: MouseEvent, id: string, place?: ScrollIntoViewOptions): void {
  const element = document.getElementById(id)
  if (element === null) return
  event.preventDefault()
  element.focus()
  element.scrollIntoView(place)
}
