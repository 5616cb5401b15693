import { maskedSpans, maskedText, type Span } from '../conversations/mask.ts'
import { type Cents, formatMoney } from '../pricing/money.ts'

/** Data of an order and its client that its Nerd must not read, besides contact details. */
interface PrivateData {
  /** Finds telephone numbers, as for {@link maskedSpans}. */
  phones: (text: string) => readonly Span[]
  /** The name of the client; null if unknown. */
  name: string | null
  /** The price of the order, and its payments. */
  amounts: readonly Cents[]
}

/** The minimum length of a masked part of a name: shorter ones, such as "de", are common words. */
const shortestPart = 3

const literal = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)
/** Matches the pattern unless it is a part of a longer word or number. */
const wholeWords = (pattern: string) => new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${pattern})(?![\p{L}\p{N}])`, 'giu')

function nameIn(name: string | null): RegExp | undefined {
  const whole = name?.trim() ?? ''
  const parts = whole.split(/[\s.,]+/u).filter((part) => part.length >= shortestPart)
  const names = [whole, ...parts].filter(Boolean)
  return names.length === 0 ? undefined : wholeWords(names.map(literal).join('|'))
}

/** "$48", "$48.00", "48.00" and "48 dollars" for 4800 cents, but not another amount that begins like it. */
function amountIn(amount: Cents): RegExp | undefined {
  if (amount <= 0) return undefined
  const exact = formatMoney(amount).replace('$', '')
  const forms = [exact, exact.replaceAll(',', '')]
  const whole = forms.filter((form) => form.endsWith('.00')).map((form) => form.slice(0, -3))
  const list = (all: readonly string[]) => all.map(literal).join('|')
  const bare = whole.length === 0 ? '' : String.raw`|\$\s?(?:${list(whole)})|(?:${list(whole)})\s?(?:dollars|bucks|usd)`
  return new RegExp(String.raw`(?<![\d.,])(?:\$?\s?(?:${list(forms)})${bare})(?![.,]?\d)`, 'giu')
}

/** A client's words for a Nerd (OPS-14): contact details (TALK-03), the client's name and prices are masked. */
export function wordsForNerd(text: string, { phones, name, amounts }: PrivateData): string {
  const masked = maskedText(text, maskedSpans(text, phones))
  const hidden = amounts.reduce((words, amount) => {
    const pattern = amountIn(amount)
    return pattern === undefined ? words : words.replace(pattern, '[price hidden]')
  }, masked)
  const names = nameIn(name)
  return names === undefined ? hidden : hidden.replace(names, '[name hidden]')
}
