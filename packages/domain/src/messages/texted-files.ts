import { isBlank } from '../input/visible-text.ts'

/** Shown to client and staff in place of the pictures and files of a text message (TALK-05). */
const untakenFilesText = '(A picture or file came with this text. We can’t take it by text.)'

/** The text message for storage; a sentence replaces its pictures and files. */
export const wordsOfText = (body: string, { hasFiles }: { hasFiles: boolean }): string =>
  hasFiles ? [body, untakenFilesText].filter((part) => !isBlank(part)).join('\n') : body
