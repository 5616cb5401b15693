import { roomText, tooLongText } from './text-length.ts'

/** Longest text that goes with a request or a rating, in UTF-16 code units. */
export const maxNoteLength = 5_000

/** Longest reason that staff tell a client, in UTF-16 code units (TALK-06). */
export const maxTellLength = 2_000

/** What a request of a client says nothing without (CAB-11); the same at the field and in the server's answer. */
export const reasonMissingTexts = {
  request_revision: 'Please say what should change.',
  request_refund: 'Please say what was wrong.',
} as const

/** How much room such a text has left, in words; nothing while there is plenty. */
export const noteRoomText = (note: string): string | undefined => roomText(note, maxNoteLength)

/** Why such a text is not taken, in words: it is too long; nothing for one that is taken. */
export const noteFault = (note: string): string | undefined => tooLongText(note, maxNoteLength)
