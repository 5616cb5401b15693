/** Reasons for a bad rating (RATE-04). */
export const lowRatingTags = ['quality', 'deadline', 'support'] as const
export type LowRatingTag = (typeof lowRatingTags)[number]

/** The possible marks, from bad to good. */
export const marks = [1, 2, 3, 4, 5] as const
export type Mark = (typeof marks)[number]

/** Parses a mark, 1 to 5, from an address; undefined otherwise (RATE-01). */
export const parseMark = (text: string | undefined): Mark | undefined => marks.find((mark) => String(mark) === text)

/** Marks up to 3 go to quality review with their reasons; higher marks lead to tips (RATE-03). */
export const isLowMark = (mark: number): boolean => mark <= 3
