import { createValue } from '@nerdify/browser/listeners.ts'

/** The words whose first result takes the focus when it appears: Enter may come before the results (DESK-03). */
export const findWish = createValue<string | undefined>(undefined)
