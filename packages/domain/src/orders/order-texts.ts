/** Shown by "Get it done" without a subject (FLOW-05). */
export const subjectMissingText = 'Please choose subject from the list'

/** Shown by Continue without task text and without an attachment (FLOW-21). */
export const detailsMissingText = 'Please describe your task or attach a file'

/** An order by its number, where it has no name. */
export const orderNumberText = (number: string): string => `Order No. ${number}`
