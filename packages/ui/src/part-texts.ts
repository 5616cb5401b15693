/**
 * The components' own texts; screens pass all others as props. Each text is a separate export, so that a page loads
 * only the texts it uses.
 */

export const tryAgainText = 'Try again'
export const closeText = 'Close'
export const closeMenuText = 'Close menu'
export const menuText = 'Menu'
export const skipToContentText = 'Skip to content'
export const backToTopText = 'Back to top'
export const thereIsAProblemText = 'There is a problem'
export const brandText = 'Nerdify'

export const cardsAcceptedText = 'Cards accepted'

export const showAllText = 'Show the whole list'
export const noMatchText = (typed: string) => `Nothing in the list matches “${typed}”`
export const noMatchHintText = 'Check the spelling or choose the closest one.'

export const fewerText = (unit: string) => `Fewer ${unit}`
export const moreText = (unit: string) => `More ${unit}`
export const hoursText = 'Hours'
export const minutesText = 'Minutes'

export const earlierDeadlineText = 'Earlier deadline'
export const laterDeadlineText = 'Later deadline'
export const tooShortText = 'too short for this size'

export const stepText = (step: number, steps: number) => `Step ${step} of ${steps}`

export const haveCouponText = 'I have a coupon'
export const couponCodeText = 'Coupon code'
export const applyText = 'Apply'
export const closeCouponText = 'Close the coupon field'
export const removeText = 'Remove'
export const couponText = 'Coupon'

export const starText = (value: number, word: string) => `${value} of 5, ${word}`
export const ratedText = (value: number) => `Rated ${value} of 5`

export const previousMonthText = 'Previous month'
export const nextMonthText = 'Next month'
export const dayNotAvailableText = (day: string) => `${day}, not available`
export const dayChosenText = (day: string) => `${day}, chosen`

/** The decorative notebook of the sign-in pages, hidden from assistive technology. */
export const bookKindText = 'Study notebook'
export const bookRowTexts: readonly (readonly [string, string])[] = [
  ['Name', 'Yours'],
  ['Subject', 'You choose'],
  ['Due', '3 hours to 4+ days'],
  ['Helped by', 'A Nerd'],
]

export const dropFilesText = 'Drop files here'
export const orText = 'or'
export const uploadingText = 'Uploading'
export const undoText = 'Undo'
export const retryFileText = (name: string) => `Try ${name} again`
export const cancelFileText = (name: string) => `Cancel ${name}`
export const removeFileText = (name: string) => `Remove ${name}`
export const fileRemovedText = (name: string) => `${name} was removed.`
export const fileLoadingText = (name: string) => `Uploading ${name}.`
export const fileLoadedText = (name: string) => `${name} is uploaded.`
export const fileFailedText = (name: string, reason: string) => `${name} was not uploaded: ${reason}`
