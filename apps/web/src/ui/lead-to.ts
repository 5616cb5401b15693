import type { MouseEvent } from 'react'

/** The press of a link to an element of this page: focuses it. The address stays as it is, so that Back still means one step back. */
export function leadTo(event: MouseEvent, id: string, place?: ScrollIntoViewOptions): void {
  const element = document.getElementById(id)
  if (element === null) return
  event.preventDefault()
  element.focus()
  element.scrollIntoView(place)
}
