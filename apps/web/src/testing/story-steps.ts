import { expect, waitFor } from 'storybook/test'

/** Waits until an element is visible, after animations and answers. A call is tried twice before it fails. */
export const isSeen = (find: () => HTMLElement): Promise<void> => waitFor(() => expect(find()).toBeVisible())

/** Chooses files like the picker, which does not offer programs, but a person may. */
export function chooseFiles(canvasElement: HTMLElement, ...names: string[]): void {
  const picker = canvasElement.querySelector<HTMLInputElement>('input[type=file]')
  if (picker === null) throw new Error('there is no file picker')
  const chosen = new DataTransfer()
  for (const name of names) chosen.items.add(new File(['%PDF-1.4'], name))
  picker.files = chosen.files
  picker.dispatchEvent(new Event('change', { bubbles: true }))
}

/** Restores the page from the back/forward cache, like Back on the card page. */
export const bringPageBack = (): boolean =>
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
