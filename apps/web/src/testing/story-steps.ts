import { expect, waitFor } from 'storybook/test'

/** Waits until an element is seen: dialogs rise, and answers take their time. A call is tried twice before it failed. */
export const isSeen = (find: () => HTMLElement): Promise<void> => waitFor(() => expect(find()).toBeVisible())

/** Chooses files as the picker does; it would offer no program, but a person may. */
export function chooseFiles(canvasElement: HTMLElement, ...names: string[]): void {
  const picker = canvasElement.querySelector<HTMLInputElement>('input[type=file]')
  if (picker === null) throw new Error('there is no file picker')
  const chosen = new DataTransfer()
  for (const name of names) chosen.items.add(new File(['%PDF-1.4'], name))
  picker.files = chosen.files
  picker.dispatchEvent(new Event('change', { bubbles: true }))
}

/** Brings the page back as it was left, as Back on the card page does in browsers that keep whole pages. */
export const bringPageBack = (): boolean =>
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
