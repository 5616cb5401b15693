import { createValue } from '@nerdify/browser/listeners.ts'

/**
 * The footer button that opened the consent preferences (CONS-04) and gets the focus back; set before the popup's code
 * has loaded.
 */
export const consentRequest = createValue<HTMLElement | undefined>(undefined)
