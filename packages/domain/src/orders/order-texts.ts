/** Shown by "Get it done" without a subject (FLOW-05). */
export const subjectMissingText = 'Please choose subject from the list'

/** Shown by Continue without task text and without an attachment (FLOW-21). */
export const detailsMissingText = 'Please describe your task or attach a file'

/** Shown when an extra service needs a Nerd to be still sought (FLOW-27). */
export const serviceUnavailableText =
  'Oops! We are really sorry. We wish we could add it, but this extra service is unavailable, as we have already found a Nerd for your task.'
