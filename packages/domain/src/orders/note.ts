import { roomText, tooLongText } from './text-length.ts'

/** Longest text that goes with a request or a rating, in UTF-16 code units. */
export const maxNoteLength = 5_000

/** How much room such a text has left, in words; nothing while there is plenty. */
export const noteRoomText = (note: string): string | undefined => roomText(note, maxNoteLength)

/** Why such a text is not taken, in words: it is too long; nothing for one that is taken. */
export const noteFault = (note: string): string | undefined => tooLongText(note, maxNoteLength)
