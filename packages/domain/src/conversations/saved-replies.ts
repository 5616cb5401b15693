import { isBlank } from '../input/visible-text.ts'
import { tooLongText } from '../orders/text-length.ts'
import { maxMessageLength } from './message-rules.ts'

/** The placeholders of saved replies, written in braces: `{deadline}` (DESK-04). */
export const placeholders = ['client', 'order', 'title', 'deadline', 'nerd'] as const
export type Placeholder = (typeof placeholders)[number]

/** The value of each placeholder in a conversation; null for none. */
export type ReplyValues = Readonly<Record<Placeholder, string | null>>

/** The longest name of a saved reply, in UTF-16 code units. */
export const maxReplyNameLength = 60

/** The maximum number of saved replies: staff would not find one in a longer list. */
export const mostSavedReplies = 200

const placeholderPattern = new RegExp(`\\{(${placeholders.join('|')})\\}`, 'g')

/** A part of a saved reply: literal text, or a placeholder, filled if the conversation has a value. */
export interface ReplyPart {
  text: string
  isFilled: boolean
}

/** Splits a saved reply for a conversation; a placeholder without a value stays for the author to replace. */
export const replyParts = (text: string, values: ReplyValues): readonly ReplyPart[] =>
  // The parts with odd indexes are names of placeholders.
  text.split(placeholderPattern).map((part, index) => {
    const value = index % 2 === 1 ? values[part as Placeholder] : undefined
    return { text: value === null ? `{${part}}` : (value ?? part), isFilled: typeof value === 'string' }
  })

/** Fills a saved reply for a conversation. */
export const fillReply = (text: string, values: ReplyValues): string =>
  replyParts(text, values)
    .map((part) => part.text)
    .join('')

/** The first unfilled placeholder of an answer, in its braces; undefined without one. */
export const openPlaceholder = (answer: string): string | undefined => answer.match(placeholderPattern)?.[0]

/** Why an answer of staff is refused: it is blank, too long or has a placeholder; undefined if accepted. */
export function answerFault(answer: string, maxLength: number): string | undefined {
  if (isBlank(answer)) return 'Please write an answer.'
  const slot = openPlaceholder(answer)
  return tooLongText(answer, maxLength) ?? (slot && `Please replace ${slot} with your own words.`)
}

/** Why the text of a saved reply is refused: it is blank, too long or has an unknown placeholder; undefined if accepted. */
export function savedReplyFault(text: string): string | undefined {
  if (isBlank(text)) return 'Please write the reply.'
  const unknown = text.replaceAll(placeholderPattern, '').match(/\{[a-z_ ]{1,30}\}/i)?.[0]
  if (unknown === undefined) return tooLongText(text, maxMessageLength)
  return `${unknown} is not a placeholder. You can use ${placeholders.map((name) => `{${name}}`).join(', ')}.`
}
