import { isBlank } from '../input/visible-text.ts'

/** Stands for the pictures and other files of a text, for its client and for staff (TALK-05). */
const untakenFilesText = '(A picture or file came with this text. We can’t take it by text.)'

/** The words of a text as they are stored: a picture or file with it shows as a sentence. */
export const wordsOfText = (body: string, { hasFiles }: { hasFiles: boolean }): string =>
  hasFiles ? [body, untakenFilesText].filter((part) => !isBlank(part)).join('\n') : body
