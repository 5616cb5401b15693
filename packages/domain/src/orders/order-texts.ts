/** Shown by "Get it done" without a subject (FLOW-05). */
export const subjectMissingText = 'Please choose subject from the list'

/** Shown by Continue without task text and without an attachment (FLOW-21). */
export const detailsMissingText = 'Please describe your task or attach a file'

/** The name of an order that has no other. */
export const orderNumberText = (number: string): string => `Order No. ${number}`
