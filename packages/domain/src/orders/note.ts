import { roomText, tooLongText } from './text-length.ts'

/** The longest text of a request, a rating, the contact page or the upload page, in UTF-16 code units. */
export const maxNoteLength = 5_000

/** The longest reason from staff to a client, in UTF-16 code units (TALK-06). */
export const maxTellLength = 2_000

/** Shown for a request without its required reason (CAB-11), at the field and in the API's answer. */
export const reasonMissingTexts = {
  request_revision: 'Please say what should change.',
  request_refund: 'Please say what was wrong.',
} as const

/** Counts the characters left in a note; undefined unless its limit is near. */
export const noteRoomText = (note: string): string | undefined => roomText(note, maxNoteLength)

/** Refuses a note that is too long; undefined if it fits. */
export const noteFault = (note: string): string | undefined => tooLongText(note, maxNoteLength)
