import { createValue } from '@nerdify/browser/listeners.ts'

/**
 * The footer's button that asked to change the consent (CONS-04), which gets the focus back. The popup's code may still
 * be loading.
 */
export const consentRequest = createValue<HTMLElement | undefined>(undefined)
