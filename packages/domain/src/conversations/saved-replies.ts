import { isBlank } from '../input/visible-text.ts'
import { tooLongText } from '../orders/text-length.ts'
import { maxMessageLength } from './message-rules.ts'

/** The placeholders of a saved reply, which it has in braces: `{deadline}` (DESK-04). */
export const placeholders = ['client', 'order', 'title', 'deadline', 'nerd'] as const
export type Placeholder = (typeof placeholders)[number]

/** The words for each placeholder in one conversation; null where it has none. */
export type ReplyValues = Readonly<Record<Placeholder, string | null>>

/** The longest name of a saved reply, in UTF-16 code units. */
export const maxReplyNameLength = 60

/** More saved replies than this are a mistake: nobody would find one among them. */
export const mostSavedReplies = 200

const named = new RegExp(`\\{(${placeholders.join('|')})\\}`, 'g')

/** A part of a saved reply: its own words, or a placeholder with its value in a conversation. */
export interface ReplyPart {
  text: string
  isFilled: boolean
}

/** The parts of a saved reply for a conversation; a placeholder without a value stays for the author to replace. */
export const replyParts = (text: string, values: ReplyValues): readonly ReplyPart[] =>
  // Every second part is the name of a placeholder.
  text.split(named).map((part, nth) => {
    const value = nth % 2 === 1 ? values[part as Placeholder] : undefined
    return { text: value === null ? `{${part}}` : (value ?? part), isFilled: typeof value === 'string' }
  })

/** The text of a saved reply for a conversation. */
export const fillReply = (text: string, values: ReplyValues): string =>
  replyParts(text, values)
    .map((part) => part.text)
    .join('')

/** The first unfilled placeholder of an answer, in its braces; undefined without one. */
export const openPlaceholder = (answer: string): string | undefined => answer.match(named)?.[0]

/** Why an answer of staff cannot be sent: it is blank, too long or has a placeholder; undefined if it can. */
export function answerFault(answer: string, maxLength: number): string | undefined {
  if (isBlank(answer)) return 'Please write an answer.'
  const slot = openPlaceholder(answer)
  return tooLongText(answer, maxLength) ?? (slot && `Please replace ${slot} with your own words.`)
}

/** Why the text of a saved reply is refused: it is blank, too long or has an unknown placeholder; undefined if accepted. */
export function savedReplyFault(text: string): string | undefined {
  if (isBlank(text)) return 'Please write the reply.'
  const unknown = text.replaceAll(named, '').match(/\{[a-z_ ]{1,30}\}/i)?.[0]
  if (unknown === undefined) return tooLongText(text, maxMessageLength)
  return `${unknown} is no placeholder. There are ${placeholders.map((name) => `{${name}}`).join(', ')}.`
}
