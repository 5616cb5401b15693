/** What the honour code does not let us do for anybody (LAW-05). */
export type RefusedRequest = 'live_exam' | 'course_access' | 'impersonation'

/** A request that is refused, and the words that say so, as they were typed. */
export interface FoundRequest {
  request: RefusedRequest
  words: string
}

const whatWeRefuse: Record<RefusedRequest, string> = {
  live_exam: 'sit an exam or a test for you',
  course_access: 'log in to a course or take it for you',
  impersonation: 'appear as you',
}

/** The rule by its name, the words that broke it, and the way on (LAW-05); the same beside the field and in the answer. */
export function refusedRequestText({ request, words }: FoundRequest): string {
  return `Our honour code does not let us ${whatWeRefuse[request]} (“${words}”). Please rephrase your task: we gladly explain, or help you prepare.`
}

const words = (text: string) => new Set(text.split(' '))

/** Words between the verb and what it is about, at most. */
const mostBetween = 4
/** How far back we look for whom the verb is asked of. */
const mostBack = 6

const ofOthers = words('you someone somebody anyone anybody nerd nerds expert tutor writer helper please kindly u')
const ofThemselves = words(
  'i we they he she im ive ill id student students user users people learners how when not dont never without cannot cant if before after because',
)
/** What may follow a thing that is meant itself: after "my test" comes "results" where it is not. */
const mayFollow = words(
  'for on at in to and or but as is are it its i im me my this that these next tomorrow today tonight now asap please because which when with from by via through instead while since starting starts will if so monday tuesday wednesday thursday friday saturday sunday using before after online live under',
)
const examNames = words(
  'exam exams examination examinations midterm midterms final finals test tests viva sat gre gmat lsat mcat toefl ielts',
)
const quizNames = words('quiz quizzes')
const watched = words('live proctored timed invigilated supervised')
const courseNames = words('class classes course courses')
const meetingNames = words(
  'class classes lecture lectures lesson lessons seminar seminars zoom interview interviews meeting meetings viva',
)
const accountNames = words(
  'course class account canvas blackboard moodle portal brightspace webassign mylab mymathlab mylabs aleks d2l pearson lms school university college profile cengage mindtap',
)
const secretNames = words('login logins password passwords credentials username userid')
const articles = words('my our')
const anyArticle = words('my our the this that a an')

interface Token {
  /** In small letters, without accents and apostrophes. */
  word: string
  /** Where it begins and ends in the text. */
  from: number
  to: number
  /** A new sentence or paragraph begins with it. */
  first: boolean
  /** A new line begins with it: a sentence of its own, or the rest of one that was wrapped. */
  startsLine: boolean
}

const wordForm = /[\p{L}\p{N}\p{M}\p{Cf}'’ʼ]+/gu

/** The same for a text of ASCII, as most are: it is found in half the time. */
const asciiWordForm = /[A-Za-z0-9']+/g
const isAscii = /^[\0-\x7f]*$/

/** As most words are: there is nothing to take off. */
const plainWord = /^[A-Za-z0-9]+$/

/** The words of a text, whatever their case, width, accents, spaces and invisible marks. */
function tokensOf(text: string): Token[] {
  const tokens: Token[] = []
  let end = 0
  for (const found of text.matchAll(isAscii.test(text) ? asciiWordForm : wordForm)) {
    const word = plainWord.test(found[0])
      ? found[0].toLowerCase()
      : found[0]
          .normalize('NFKD')
          .toLowerCase()
          .replace(/[\p{M}\p{Cf}'’ʼ]/gu, '')
    if (word === '') continue
    const from = found.index
    // Most words stand one space behind the last.
    const gap = from === end + 1 && text[end] === ' ' ? ' ' : text.slice(end, from)
    const lines = gap === ' ' ? 1 : gap.split('\n').length
    const first = tokens.length === 0 || (gap !== ' ' && (lines > 2 || /[.!?;:•]/.test(gap)))
    end = from + found[0].length
    tokens.push({ word, from, to: end, first, startsLine: first || lines > 1 })
  }
  return tokens
}

/** One look at the words from a place on. */
interface Look {
  tokens: readonly Token[]
  at: number
}

/** The word so many places further, in the same sentence; blank past its end. */
function wordAt({ tokens, at }: Look, ahead: number): string {
  for (let step = 1; step <= ahead; step += 1) if (tokens[at + step]?.first ?? true) return ''
  return tokens[at + ahead]?.word ?? ''
}

/** Whether the verb is asked of somebody else: of "you" or "someone", or a sentence that begins with it. */
function isAsked({ tokens, at }: Look): boolean {
  for (let back = 1; back <= mostBack; back += 1) {
    if (tokens[at - back + 1]?.startsLine && back <= 2) return true
    if (tokens[at - back + 1]?.first) return false
    const word = tokens[at - back]?.word ?? ''
    if (ofOthers.has(word)) return true
    if (ofThemselves.has(word)) return false
  }
  return false
}

/** Where the thing stands that is meant: after an article and at most a few words; nothing where another word follows it. */
function meant(look: Look, from: number, kinds: { article: Set<string>; isNamed: (words: string[]) => boolean }) {
  if (!kinds.article.has(wordAt(look, from))) return undefined
  const between: string[] = []
  for (let ahead = from + 1; ahead <= from + mostBetween; ahead += 1) {
    const word = wordAt(look, ahead)
    if (word === '') return undefined
    between.push(word)
    if (!kinds.isNamed(between)) continue
    const next = wordAt(look, ahead + 1)
    if (next === '' || mayFollow.has(next)) return ahead
  }
  return undefined
}

/** Where "for me" or its like ends, within a few words of there. */
function inPlaceOfMe(look: Look, from: number): number | undefined {
  for (let ahead = from + 1; ahead <= from + mostBetween; ahead += 1) {
    const [one, two, three] = [wordAt(look, ahead), wordAt(look, ahead + 1), wordAt(look, ahead + 2)]
    if ((one === 'for' || one === 'as') && (two === 'me' || two === 'us')) return ahead + 1
    if (one === 'instead' && two === 'of' && three === 'me') return ahead + 2
    if ((one === 'on' || one === 'in') && two === 'my' && /^(behalf|place|stead|name)$/.test(three)) return ahead + 2
  }
  return undefined
}

const last = (between: string[]) => between.at(-1) ?? ''
const isExam = (between: string[]) =>
  examNames.has(last(between)) || (quizNames.has(last(between)) && between.some((word) => watched.has(word)))
const isCourse = (between: string[]) => courseNames.has(last(between))
const isMeeting = (between: string[]) => meetingNames.has(last(between))
const isAccount = (between: string[]) => accountNames.has(last(between))
const isSecret = (between: string[]) => secretNames.has(last(between))

/** Asked of another: "take my exam", or of whomever: "take the exam for me". Answers where the words end. */
function doneForMe(look: Look, isNamed: (between: string[]) => boolean): number | undefined {
  const mine = meant(look, 1, { article: articles, isNamed })
  if (mine !== undefined && isAsked(look)) return mine
  const any = mine ?? meant(look, 1, { article: anyArticle, isNamed })
  return any === undefined ? undefined : inPlaceOfMe(look, any)
}

/** How many words "log in to" and its like have from here; 0 where it is none. */
function loginLength(look: Look): number {
  const [one, two, three] = [wordAt(look, 0), wordAt(look, 1), wordAt(look, 2)]
  const known = /^(log|sign)$/.test(one)
  if (known && two === 'into') return 2
  if (known && /^(in|on)$/.test(two)) return /^(to|into|on|as|with|using)$/.test(three) ? 3 : 2
  if (/^(login|signin|logon)$/.test(one)) return /^(to|into|as|with|using)$/.test(two) ? 2 : 1
  return 0
}

/** A row: the verbs it begins with, and where the words end that make it a refused request. */
interface Row {
  request: RefusedRequest
  verbs: Set<string>
  ends: (look: Look) => number | undefined
}

/** LAW-05: the table of phrases. */
const rows: readonly Row[] = [
  {
    request: 'live_exam',
    verbs: words('take sit do complete finish pass ace attend'),
    ends: (look) => doneForMe(look, isExam),
  },
  {
    // "Send me the answers during my exam."
    request: 'live_exam',
    verbs: words('during'),
    ends: (look) => {
      const exam = meant(look, 1, { article: articles, isNamed: isExam })
      if (exam === undefined) return undefined
      const before = [1, 2, 3, 4, 5, 6, 7, 8].map((back) => look.tokens[look.at - back]?.word ?? '')
      return before.includes('answers') && before.some((word) => word === 'me' || word === 'you') ? exam : undefined
    },
  },
  { request: 'course_access', verbs: words('take do complete finish pass'), ends: (look) => doneForMe(look, isCourse) },
  {
    request: 'course_access',
    verbs: words('log sign login signin logon'),
    ends: (look) => {
      const length = loginLength(look)
      if (length === 0 || !isAsked(look)) return undefined
      return meant(look, length, { article: articles, isNamed: (between) => isAccount(between) || isSecret(between) })
    },
  },
  {
    request: 'course_access',
    verbs: words('use'),
    ends: (look) => (isAsked(look) ? meant(look, 1, { article: articles, isNamed: isSecret }) : undefined),
  },
  {
    // "I will send you my login."
    request: 'course_access',
    verbs: words('give send share provide'),
    ends: (look) => (wordAt(look, 1) === 'you' ? meant(look, 2, { article: articles, isNamed: isSecret }) : undefined),
  },
  { request: 'impersonation', verbs: words('attend join sit'), ends: (look) => doneForMe(look, isMeeting) },
  {
    request: 'impersonation',
    verbs: words('impersonate pretend pose act sign log'),
    ends: (look) => {
      const four = [0, 1, 2, 3].map((ahead) => wordAt(look, ahead)).join(' ')
      const said = [
        'impersonate me',
        'pretend to be me',
        'pretend youre me',
        'pose as me',
        'act as me',
        'sign in as me',
        'log in as me',
      ]
      const found = said.find((phrase) => four === phrase || four.startsWith(`${phrase} `))
      if (found !== undefined) return found.split(' ').length - 1
      return four === 'pretend that you are' || four === 'pretend you are me' ? whereMe(look) : undefined
    },
  },
]

/** The rows that a verb begins, in their order. */
const rowsOfVerb = new Map<string, Row[]>()
for (const row of rows) {
  for (const verb of row.verbs) rowsOfVerb.set(verb, [...(rowsOfVerb.get(verb) ?? []), row])
}

const none: readonly Row[] = []

const whereMe = (look: Look) => [3, 4].find((ahead) => wordAt(look, ahead) === 'me')

/**
 * The first request of a text that we refuse (LAW-05), or nothing. It asks somebody to act: what a person did or must do
 * themself, and what a text is about, is none. Takes time in proportion to the text's length.
 */
export function findRefusedRequest(text: string): FoundRequest | undefined {
  const tokens = tokensOf(text)
  for (let at = 0; at < tokens.length; at += 1) {
    for (const row of rowsOfVerb.get((tokens[at] as Token).word) ?? none) {
      const end = row.ends({ tokens, at })
      const lastToken = end === undefined ? undefined : tokens[at + end]
      if (lastToken === undefined) continue
      const said = text.slice((tokens[at] as Token).from, lastToken.to)
      return { request: row.request, words: said.replace(/\s+/g, ' ').replace(/\p{Cf}/gu, '') }
    }
  }
  return undefined
}
