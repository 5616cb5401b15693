/** What a client may name as the reason of a bad rating (RATE-04). */
export const lowRatingTags = ['quality', 'deadline', 'support'] as const
/** One of them. */
export type LowRatingTag = (typeof lowRatingTags)[number]

/** The marks that a client can give, from bad to good. */
export const marks = [1, 2, 3, 4, 5] as const
/** One of them. */
export type Mark = (typeof marks)[number]

/** Reads a mark, 1 to 5, as an address has it; undefined for anything else (RATE-01). */
export const parseMark = (text: string | undefined): Mark | undefined => marks.find((mark) => String(mark) === text)

/** A mark of 3 or lower goes to quality review, with the reasons; one above leads to tips (RATE-03). */
export const isLowMark = (mark: number): boolean => mark <= 3
