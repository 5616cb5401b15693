/** Moves the focus to a heading (ux 55): a screen reader announces the place, and Tab continues from there. */
export function focusHeading(heading: HTMLElement | null | undefined): void {
  if (heading == null) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}
