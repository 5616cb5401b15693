import { createValue } from '@nerdify/browser/listeners.ts'

/** The words whose first result takes the focus once it is shown: Enter may come before their results (DESK-03). */
export const findWish = createValue<string | undefined>(undefined)
