import { createValue } from '../../listeners.ts'

/**
 * The button of the footer that asks to change the consent (CONS-04), and gets the focus back; nothing while none asks.
 * The popup's code may still be on its way.
 */
export const consentRequest = createValue<HTMLElement | undefined>(undefined)
