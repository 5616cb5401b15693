/** A part of a text by its indexes; `end` is exclusive. */
export interface Span {
  start: number
  end: number
}

/** The kinds of contact details, named in the mask. */
type ContactKind = 'number' | 'e-mail' | 'link' | 'name'

/** Contact details in a text. */
export interface MaskedSpan extends Span {
  kind: ContactKind
}

/** Words that spell a digit; `oh` and `o` are spoken zeros. */
const digitWords = 'zero|oh|o|one|two|three|four|five|six|seven|eight|nine'

/** Messengers, by the names that people type. */
const messengers =
  'telegram|whats ?app|viber|signal|discord|skype|we ?chat|instagram|insta|ig|snap ?chat|snap|facebook|fb|messenger|kik|tik ?tok'

/** Top-level domains that make any name before them a domain. */
const domainEndings =
  'com|net|org|io|co|ai|app|dev|info|biz|online|site|xyz|link|live|club|shop|store|tech|pro|gg|tv|ly|eu|uk|de|fr|es|nl|pl|ru|ua|ca|au|nz|ch|se|cn|jp|kr|br|mx|ph|pk|ng|ke|edu|gov|mil|int'

/** Sites at domains that end with English words, so only these names match: `wa.me`, `youtu.be`. */
const shortAddresses = 'wa|t|m|telegram|line|fb|ig|about|paypal|cash|discord|bit|goo|youtu|linktr|tinyurl'

/** A label of a domain name. */
const label = String.raw`[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?`

/** The patterns of contact details, each with its kind. */
const contacts: readonly [ContactKind, RegExp][] = [
  // An e-mail address, also with brackets and spaces: "a @ b.co", "a [at] b (dot) co". A dot and a space end the
  // sentence, unless a top-level domain follows: "a@b. co".
  [
    'e-mail',
    new RegExp(
      String.raw`[\p{L}\p{N}._%+-]{1,64}\s{0,2}(?:@|[[({<]\s?at\s?[\])}>])\s{0,2}${label}(?:(?:\s?[[({<]\s?(?:dot|\.)\s?[\])}>]\s?|\s{1,2}dot\s{1,2}|\.)${label}|\s?\.\s?(?:${domainEndings})\b){1,4}`,
      'giu',
    ),
  ],
  // A spelled-out e-mail address: "jo at example dot com".
  [
    'e-mail',
    new RegExp(
      String.raw`[\p{L}\p{N}._%+-]{1,64}\s+at\s+${label}(?:\s+dot\s+${label}){0,3}\s+dot\s+(?:${domainEndings})\b`,
      'giu',
    ),
  ],
  // A link with its scheme, or with www.
  ['link', /(?:\b(?:https?|ftp):\/\/|\bwww\.)[^\s<>"]+/giu],
  // A bare domain with its path.
  [
    'link',
    new RegExp(
      String.raw`(?<![\p{L}\p{N}@.-])(?!(?:asp|vb|ado)\.net\b)(?:${label}\.){1,5}(?:${domainEndings})(?![\p{L}\p{N}-])(?:[/?#][^\s<>"]*)?`,
      'giu',
    ),
  ],
  [
    'link',
    new RegExp(String.raw`(?<![\p{L}\p{N}@.-])(?:${shortAddresses})\.(?:me|be|to|ee|gle|gl|us|app)\/[^\s<>"]+`, 'giu'),
  ],
  // A handle before or after a messenger's name: "@jo on Telegram", "Discord: jo#1234".
  ['name', new RegExp(String.raw`@[\p{L}\p{N}_.]{2,32}(?=[^.!?\n@]{0,24}\b(?:${messengers})\b)`, 'giu')],
  ['name', new RegExp(String.raw`(?<=\b(?:${messengers})\b[^.!?\n@]{0,24})@[\p{L}\p{N}_.]{2,32}`, 'giu')],
  [
    'name',
    new RegExp(
      String.raw`(?<=\b(?:${messengers})\b\s{0,2}(?:id|handle|name|username|user)?\s{0,2}[:=]\s{0,2})(?=[\p{L}-]{0,31}[\p{N}_.#])[\p{L}\p{N}_.#-]{3,32}`,
      'giu',
    ),
  ],
  // Seven or more digits in a row, at least partly in words: "four one five 555 oh one…".
  [
    'number',
    new RegExp(
      String.raw`\b(?=(?:[\d\s,.-]{0,30}\b(?:(?:double|triple)\s)?(?:${digitWords})\b){3})(?:(?:(?:double|triple)\s)?(?:${digitWords}|\d{1,4})\b[\s,.-]{0,3}){6,20}(?:${digitWords}|\d{1,4})\b`,
      'giu',
    ),
  ],
  // A telephone number directly after another number, which `phones` reads as one long number.
  ['number', /(?<![\d$€£.,/-])(?:\+?1[ .-]?)?\(?[2-9]\d{2}\)?[ .-]{0,3}[2-9]\d{2}[ .-]{1,3}\d{4}(?![\d/-])/gu],
]

/** Schools and publishers, by the end of their host name. */
const knownSites =
  /(?:^|[/.])(?:[\w-]+\.(?:edu|gov)|[\w-]+\.ac\.[a-z]{2}|[\w-]+\.edu\.[a-z]{2}|jstor\.org|doi\.org|springer\.com|wiley\.com|sciencedirect\.com|elsevier\.com|nature\.com|sagepub\.com|tandfonline\.com|oup\.com|cambridge\.org|apa\.org|mla\.org|arxiv\.org|wikipedia\.org|britannica\.com|scholar\.google\.com)$/i

/** The host of a link or bare domain. */
const hostOf = (address: string): string =>
  address
    .replace(/^[a-z]+:\/\//i, '')
    .replace(/[/?#:].*$/su, '')
    .replace(/[.,;)]+$/u, '')

const isKnownSite = (address: string): boolean => !address.includes('@') && knownSites.test(hostOf(address))

/** Amounts of money, with or without thousands separators: "$1,200.50". */
const amounts = /[$€£]\s?(?:\d{1,3}(?:,\d{3})+|\d{1,6})(?:\.\d{1,2})?(?![\d.,-]*\d)/gu

/** Candidates for an ISBN: 13 digits from 978 or 979, or 10 digits after the word "ISBN". */
const bookNumbers = [/\b97[89][- ]?(?:\d[- ]?){9}\d\b/gu, /(?<=\bISBN(?:-10)?:?\s{0,2})(?:\d[- ]?){9}[\dX]\b/giu]

/** Whether the check digit of an ISBN is right, which it seldom is for a telephone number. */
function isBookNumber(text: string): boolean {
  const digits = [...text.replace(/[- ]/g, '')].map((sign) => (sign.toUpperCase() === 'X' ? 10 : Number(sign)))
  if (digits.length === 13) return digits.reduce((sum, digit, at) => sum + digit * (at % 2 === 0 ? 1 : 3), 0) % 10 === 0
  return digits.reduce((sum, digit, at) => sum + digit * (10 - at), 0) % 11 === 0
}

const spansOf = (text: string, pattern: RegExp): Span[] =>
  Array.from(text.matchAll(pattern), ({ 0: match, index }) => ({ start: index, end: index + match.length }))

const isWithin = ({ start, end }: Span, spans: readonly Span[]): boolean =>
  spans.some((span) => span.start <= start && end <= span.end)

/** Normalizes a text and keeps all indexes: invisible marks become spaces, full-width signs become ASCII. */
const plainSigns = (text: string): string =>
  text
    .replace(/\p{Cf}/gu, (mark) => ' '.repeat(mark.length))
    .replaceAll('＠', '@')
    .replaceAll('．', '.')

/** Sorts spans and merges adjacent or overlapping ones; the kind of the first one wins. */
function merged(spans: readonly MaskedSpan[]): MaskedSpan[] {
  const result: MaskedSpan[] = []
  for (const span of spans.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = result.at(-1)
    if (last !== undefined && span.start <= last.end) last.end = Math.max(last.end, span.end)
    else result.push({ ...span })
  }
  return result
}

/**
 * The contact details in a message between client and Nerd (TALK-03), sorted and without overlaps: telephone numbers,
 * e-mail addresses, links and handles. Amounts, counts, dates, ISBN, ISSN, DOI, order numbers and the addresses of
 * schools and publishers do not count.
 *
 * @param phones finds telephone numbers; injected, because its tables are too large for a browser's bundle
 */
export function maskedSpans(text: string, phones: (text: string) => readonly Span[]): readonly MaskedSpan[] {
  const plain = plainSigns(text)
  const details = [
    ...contacts.flatMap(([kind, pattern]) => spansOf(plain, pattern).map((span) => ({ ...span, kind }))),
    ...phones(plain).map(({ start, end }) => ({ start, end, kind: 'number' as const })),
  ]
  const books = bookNumbers.flatMap((pattern) => spansOf(plain, pattern))
  const exemptions = [
    ...spansOf(plain, amounts),
    ...books.filter(({ start, end }) => isBookNumber(plain.slice(start, end))),
  ]
  return merged(
    details.filter((span) => !isWithin(span, exemptions) && !isKnownSite(plain.slice(span.start, span.end))),
  )
}

/** The text with a mask in place of each span, such as "[number hidden]". */
export function maskedText(text: string, spans: readonly MaskedSpan[]): string {
  let result = ''
  let end = 0
  for (const span of spans) {
    result += `${text.slice(end, span.start)}[${span.kind} hidden]`
    end = span.end
  }
  return result + text.slice(end)
}
