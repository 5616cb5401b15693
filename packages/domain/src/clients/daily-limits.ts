import { maxFileBytes } from '../files/file-limits.ts'

/** SAFE-07: limits per client and day, or per hour where the name says so. */

/** Includes unpaid orders. */
export const mostOrdersADay = 50

/** Uploads that a client may start in a day, including those of the upload page. */
export const mostUploadsADay = { files: 200, bytes: 5 * maxFileBytes }

/** Stops guessing of coupon codes. */
export const mostCodesAnHour = 60

export const mostDataDownloadsADay = 10

/** Each sends a text and a mail. */
export const mostDeletionWishesADay = 5
