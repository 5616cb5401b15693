import { maxFileBytes } from '../files/file-limits.ts'

/** SAFE-07: what one client may begin or ask for within a day, or within an hour where it says so. */

/** Orders that a client may create in a day, paid or not. */
export const mostOrdersADay = 50

/** What a client may begin to upload in a day, the upload page included: files, and their bytes together. */
export const mostUploadsADay = { files: 200, bytes: 5 * maxFileBytes }

/** Coupon codes that a client may try in an hour, so that nobody finds codes by trying. */
export const mostCodesAnHour = 60

/** Times that a client may download all of their data in a day. */
export const mostDataDownloadsADay = 10
