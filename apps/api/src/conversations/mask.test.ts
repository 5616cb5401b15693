import { maskedSpans, maskedText } from '@nerdify/domain/conversations/mask.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findPhones } from '../accounts/find-phones.ts'

const spansOf = (text: string) => maskedSpans(text, findPhones)
const mask = (text: string) => maskedText(text, spansOf(text))
/** The hidden parts of a text. */
const hidden = (text: string) => spansOf(text).map(({ start, end }) => text.slice(start, end))

/** Contact details in various notations; the part between ‹ and › is hidden. */
const contacts = [
  // Telephone numbers.
  'call me ‹415 555 0143›',
  'call me at ‹(415) 555-0143› tonight',
  'my number is ‹415.555.0143›',
  '‹4155550143›',
  'text ‹+1 415-555-0143›, please',
  'text ‹+1(415)555-0143›',
  'ring ‹+44 20 7946 0958›',
  'Tel: ‹+49 30 901820›',
  'or ‹+61 480 000 106› if late',
  'ph ‹415-555-0143› ok?',
  'on ‹415 - 555 - 0143›',
  'Smith 2019 ‹415 555 0143›',
  'it is ‹1-415-555-0143›',
  '‹212-555-0187› after 5 PM',
  'my cell: ‹646 555 0112›.',
  'call ‹(646)555 0112›',
  'mobile ‹917.555.0121›',
  'whatsapp ‹+1 917 555 0121›',
  'reach me: ‹+52 55 5062 4000›',
  'whats app me ‹+86 138 0013 8000›',
  // Spelled digits.
  '‹four one five five five five oh one four three›',
  'call ‹four one five, five five five, zero one four three›',
  'it is ‹four one five 555 oh one four three›',
  '‹nine one seven 555 zero one two one›',
  'my number is ‹six-four-six-five-five-five-oh-one-one-two›',
  '‹Two one two five five five oh one eight seven› works',
  'dial ‹eight hundred› no'.replace('‹eight hundred›', 'eight hundred'),
  '‹double five one five double five zero one two› is mine',
  // E-mail addresses.
  'write to ‹alex@example.com›',
  '‹alex.b+school@mail.example.co.uk› is best',
  'mail ‹alex @ example.com›',
  'mail ‹alex[at]example.com›',
  'mail ‹alex [at] b.co›',
  'mail ‹alex (at) example (dot) com›',
  'mail ‹alex {at} example {dot} com›',
  'mail ‹alex <at> example.com›',
  'mail ‹alex at example dot com›',
  'mail ‹alex at mail dot example dot com›',
  'mail ‹ALEX@EXAMPLE.COM›!',
  'mail ‹a_b-c%d@x-y.org›',
  '(‹alex@example.com›)',
  'e-mail:‹alex@school.edu›',
  'mail ‹jörg@müller.de›',
  'mail ‹alex@example dot com›',
  'mail ‹alex@example. com› or ‹jo@example . com›',
  'mail ‹alex@example.com›. Thanks for all',
  'mail ‹alex@mail.example.org›.\nIs it done',
  // Links and domains.
  'see ‹https://example.com/a?b=c›',
  'see ‹http://sub.example.com›',
  'see ‹www.example.net/me›',
  'find me on ‹example.com›',
  'find me on ‹my-tutor.io/alex›',
  'on ‹wa.me/14155550143›',
  'on ‹t.me/alexhelps›',
  'on ‹m.me/alex›',
  'on ‹bit.ly/3xYz›',
  'on ‹discord.gg/abc›',
  'on ‹linktr.ee/alex›',
  'on ‹youtu.be/abc123›',
  'pay ‹paypal.me/alex›',
  'pay ‹cash.app/alex›',
  'ftp ‹ftp://example.com/file›',
  'it is ‹EXAMPLE.COM›.',
  'docs at ‹docs.google.com/document/d/1›',
  'my site ‹alex.live›',
  'my site ‹alex-tutor.co.uk/contact›',
  // Handles.
  '‹@alexhelps› on telegram',
  '‹@alex.helps› on Instagram',
  'telegram: ‹@alexhelps›',
  'Telegram ‹@alexhelps›',
  'my insta is ‹@alex_b›',
  'add ‹@alex› on snapchat',
  'discord: ‹alex#1234›',
  'Discord = ‹alex_1234›',
  'skype id: ‹live.alex›',
  'skype: ‹alex.b›',
  'wechat id: ‹alex_wx›',
  'signal username: ‹alex.01›',
  'tell me at ‹alex@gmail.com› asap',
  'ring me ‹+14155550143› now',
  'visit ‹https://t.me/alex› today',
  'visit ‹instagram.com/alex.b›',
  'the file is on ‹dropbox.com/s/abc›',
  'send to ‹alex+nerd@proton.me›',
  'here: ‹415–555–0143›',
  'zoom: ‹https://zoom.us/j/123456789›',
  'viber: ‹alex_v›',
  'IG: ‹alex.ig›',
  // After numbers of books, papers and money.
  'ISBN ‹415 555 0143›',
  'isbn: ‹4155550143›',
  'ISBN ‹9197775585›',
  '978 166 ‹3102967›',
  '10.1000/‹4155550143›',
  // With invisible and wide signs.
  'call ‹415\u200b555\u200b0143›',
  'mail ‹jo＠gmail.com›',
  // Several at once.
  'call ‹415 555 0143› or mail ‹a@b.co›',
  '‹@alex› on telegram or ‹alex@example.com›',
].filter((text) => text.includes('‹'))

/** Texts without contact details. */
const others = [
  // Amounts.
  'It costs $120',
  'It costs $1,200.50 in all',
  'I paid €45 and £30',
  'a budget of $4,155,550,143',
  '5 percent of 1,000,000',
  'about 3.14159265',
  // Counts and ranges.
  '800-900 words',
  '1,500 words, 5 pages',
  'pages 100-200',
  'pp. 415-555',
  'pages 1 to 12, 15, 18 and 20',
  'lines 10-20 and 30-40',
  'between 2010 and 2020',
  'questions 1, 2, 3, 4, 5, 6 and 7',
  'steps 1 2 3',
  '12 sources, 3 of them books',
  'a 4.0 GPA',
  'chapters one, two and three',
  'one or two pages',
  'two to three sources',
  'one two three',
  // Dates and times.
  'due 12/24/2026',
  'due 2026-11-26',
  'by Nov 26, 2026 at 10:30 PM',
  'at 9:54 PM PST',
  'from 1990-1995 to 2001-2005',
  'on 26.11.2026',
  'at 10 PM or at 11 PM',
  'at noon. Then I can read it',
  'by 8 AM on 11/26',
  // Books and papers.
  'ISBN 978-0-306-40615-7',
  'ISBN: 9780306406157',
  'isbn-10: 0-306-40615-2',
  '978-0-13-468599-1 is the book',
  'ISBN 9197775584',
  '978 166 3102966',
  'ISSN 2049-3630',
  'doi: 10.1000/182',
  '10.1038/nature12373',
  'see doi 10.1016/j.cell.2020.01.001',
  'arXiv:2101.00001',
  'Chapter 4.15',
  'Smith (2019), p. 45',
  'Smith, J. (2019). The book. Oxford University Press.',
  'vol. 12, no. 3, pp. 45-67',
  'Act 3, Scene 2, line 14',
  'Matthew 5:14-16',
  'section 2.3.1',
  'Table 4.2 and Fig. 3',
  'et al., 2019',
  // Orders.
  'order 4821300',
  'my order #4821300',
  'Order No. 48213001',
  'order number 4821300 is late',
  // Sites of schools and publishers.
  'see https://www.jstor.org/stable/123',
  'use owl.purdue.edu/mla',
  'from harvard.edu',
  'at ox.ac.uk',
  'https://doi.org/10.1000/182',
  'https://en.wikipedia.org/wiki/Essay',
  'www.nature.com/articles/1',
  'scholar.google.com',
  'https://arxiv.org/abs/2101.00001',
  'from cdc.gov',
  'apastyle.apa.org',
  'sciencedirect.com',
  'https://link.springer.com/book/1',
  'worth 2,500 points',
  'score 98.6 of 100',
  '1st, 2nd and 3rd drafts',
  'week 10 of 12',
  'chapter one of two',
  'in 1865-1877 and 1914-1918',
  'US$ 20 an hour',
  'the 5 W questions',
  // Words that only look like contact details.
  'e.g. this one',
  'i.e. that one',
  'the U.S. and the U.K.',
  'Ph.D. students',
  'essay.docx and notes.pdf',
  'use Node.js or main.py',
  'Please end.In this part say more',
  'That is it.So go on',
  'look at the sources',
  'we met at the library dot',
  'meet at noon',
  'telegram was invented in 1837',
  'the signal is strong',
  'Facebook changed its name',
  'what does snap mean',
  'the line of thought',
  'Twitter (@POTUS, 2019)',
  'an @ sign in code',
  'a@b',
  'C# and F#',
  '#hashtag use in essays',
  'Use at least 3 sources.',
  'rate it 5/5',
  'ratio 16:9',
  'discord: sources of conflict',
  'Signal: noise ratio',
  'snap: judgment',
  'messenger: RNA',
  'facebook: marketing case study',
  'written in ASP.NET',
  'meet at school dot the i',
  '1/2 cup and 3/4 cup',
  'x = 3.5 * 10^8',
  'H2O and CO2',
  'MLA 9, APA 7',
  'Windows 11',
  'GPT-4 and 2001: A Space Odyssey',
  'Catch-22',
  'Fahrenheit 451',
  '1984 by George Orwell',
  'room 101',
  'Boeing 747',
  'IPv4 192.168.0.1',
  'version 10.4.2',
  'Section 8(a)(1)',
  'Title IX',
  '7 a.m.',
  'Dear Nerd, thank you so much!',
  '你好，谢谢',
  'café, naïve, résumé',
  '',
  ' ',
]

describe('[TALK-03] hides contact details', () => {
  test.each(contacts)('%s', (marked) => {
    const text = marked.replace(/[‹›]/gu, '')
    expect(hidden(text)).toEqual([...marked.matchAll(/‹([^›]*)›/gu)].map(([, part]) => part))
  })
})

describe('[TALK-03] keeps everything else', () => {
  test.each(others)('%s', (text) => expect(hidden(text)).toEqual([]))
})

test('[TALK-03] the mask names the kind, and is itself no contact detail', () => {
  const text = 'Call 415 555 0143, mail a@b.co, see example.com, or telegram: @alexhelps'
  const masked = 'Call [number hidden], mail [e-mail hidden], see [link hidden], or telegram: [name hidden]'
  expect(mask(text)).toBe(masked)
  expect(mask(masked)).toBe(masked)
})

const word = fc.stringMatching(/^[a-z]{1,12}$/)
const sentence = fc.array(word, { minLength: 1, maxLength: 8 }).map((words) => words.join(' '))
const phone = fc
  .tuple(fc.integer({ min: 201, max: 989 }), fc.integer({ min: 200, max: 999 }), fc.integer({ min: 0, max: 9999 }))
  .map(([area, middle, end]) => `${area} ${middle} ${String(end).padStart(4, '0')}`)
const email = fc.tuple(word, word, fc.constantFrom('com', 'org', 'co.uk')).map(([a, b, c]) => `${a}@${b}.${c}`)

test('[TALK-03] no number that the finder finds and no address survives, wherever it is', () => {
  fc.assert(
    fc.property(sentence, fc.oneof(phone, email), sentence, (before, contact, after) => {
      const masked = mask(`${before} ${contact} ${after}`)
      expect(findPhones(masked)).toEqual([])
      expect(masked).not.toContain('@')
    }),
    { numRuns: 500 },
  )
})

test('[TALK-03] masking is idempotent', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(sentence, phone, email), { maxLength: 6 }), (parts) => {
      const masked = mask(parts.join(' '))
      expect(mask(masked)).toBe(masked)
    }),
    { numRuns: 300 },
  )
})

test('[TALK-03] never changes a text without digits, signs and names of messengers', () => {
  const plain = fc.string({ unit: fc.constantFrom(...'abcdefghijklmnpqrstuvwxyz ,!?\n'), maxLength: 400 })
  fc.assert(
    fc.property(plain, (text) => {
      fc.pre(!/zero|one|two|three|four|five|six|seven|eight|nine/.test(text))
      expect(mask(text)).toBe(text)
    }),
  )
})

test.each(['a.', '1 ', 'a@', 'one ', 'telegram ', '(at) ', 'a dot ', '@a', '9', '- '])(
  '[TALK-03] masks 4,000 characters of "%s" at once',
  (part) => {
    const text = part.repeat(4_000 / part.length)
    const begun = process.threadCpuUsage()
    spansOf(text)
    // Processor time in microseconds: other work on the machine does not count.
    expect(process.threadCpuUsage(begun).user).toBeLessThan(2_000_000)
  },
)
