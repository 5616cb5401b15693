import { expect, waitFor, type within } from 'storybook/test'
import { paymentNoteTexts } from '../texts/orders/payment-button.ts'

/** Waits until an element is visible, after animations and answers. A call is tried twice before it fails. */
export const isSeen = (find: () => HTMLElement): Promise<void> => waitFor(() => expect(find()).toBeVisible())

/** The assurance about the payment shows once, in the bar or card with the payment button (EASE-06). */
export const isSafetyBesidePay = (canvas: ReturnType<typeof within>): Promise<void> =>
  waitFor(() => {
    const safety = canvas.getByText(paymentNoteTexts.safe)
    expect(safety.closest('section')).toBe(canvas.getByRole('link', { name: /^Pay \$/ }).closest('section'))
  })

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
