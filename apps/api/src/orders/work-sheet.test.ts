import { priceNames } from '@nerdify/domain/catalog/job-types.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { RenderedMail } from '../outbox/templates/mail-layout.ts'
import { templates } from '../outbox/templates/messages.ts'
import type { HistoryEvent } from './history/event-kinds.ts'
import type { StoredOrder } from './orders.store.ts'
import { workSheet } from './work-sheet.ts'
import { exampleSite } from '../testing/example-site.ts'

const start = Date.parse('2026-11-26T12:00:00-08:00')
const hourMs = 3_600_000

const word = fc.constantFrom('Please', 'write', 'the', 'essay', 'on', 'rivers', 'in', 'APA', 'with', '3', 'sources')
/** Names that do not occur in our own words. */
const namePart = fc
  .tuple(
    fc.constantFrom('Vrez', 'Zquo', 'Xöl', "O'Jxi"),
    fc.array(fc.constantFrom('ka', 'ro', 'mi', 'lë'), { maxLength: 3 }),
  )
  .map(([first, parts]) => first + parts.join(''))
const digits = (length: number) => fc.integer({ min: 2 * 10 ** (length - 1), max: 9 * 10 ** (length - 1) }).map(String)

/** A client with data hidden from Nerds, each in several notations. */
const client = fc
  .record({
    first: namePart,
    last: namePart,
    area: fc.constantFrom('415', '212', '650', '310'),
    exchange: digits(3),
    line: digits(4),
    host: fc.constantFrom('gmail.com', 'mail.example.org', 'uni-koeln.de'),
    priceCents: fc.integer({ min: 1_000, max: 250_000 }),
  })
  .map(({ first, last, area, exchange, line, host, priceCents }) => {
    const price = (priceCents / 100).toFixed(2)
    return {
      name: `${first} ${last}`,
      priceCents,
      forms: {
        name: [`${first} ${last}`, `${first} ${last}`.toUpperCase(), first, last.toLowerCase()],
        phone: [
          `+1${area}${exchange}${line}`,
          `(${area}) ${exchange}-${line}`,
          `${area}-${exchange}-${line}`,
          `${area} ${exchange} ${line}`,
        ],
        email: [`client.${line}@${host}`, `${area}client@${host}`.toUpperCase()],
        price: [`$${price}`, `$${Number(price).toLocaleString('en-US', { minimumFractionDigits: 2 })}`],
      },
    }
  })

/** A client's text with all of the data, among other words. */
const textOf = ({ forms }: { forms: Record<string, readonly string[]> }) =>
  fc
    .tuple(
      ...Object.values(forms).map((written) => fc.tuple(fc.array(word, { minLength: 1 }), fc.constantFrom(...written))),
    )
    .map((parts) => parts.map(([words, secret]) => `${words.join(' ')}: ${secret}.`).join('\n'))

const sheet = client.chain((about) =>
  fc.record({
    about: fc.constant(about),
    title: textOf(about),
    subject: textOf(about),
    details: textOf(about),
    note: textOf(about),
    fileNames: fc.array(textOf(about), { maxLength: 3 }),
    type: fc.constantFrom(...priceNames),
    hours: fc.integer({ min: 1, max: 300 }),
    occasion: fc.constantFrom('assigned', 'revision', 'deadline'),
  }),
)

test('[OPS-14][TALK-03] 500 work sheets contain no phone, e-mail, name or price of the client', () => {
  let runs = 0
  fc.assert(
    fc.property(sheet, ({ about, title, subject, details, note, fileNames, type, hours, occasion }) => {
      runs += 1
      const order = {
        client_id: '0190a000-0000-7000-8000-00000000000a',
        number: '4826300',
        price_name: type,
        client_status: occasion === 'revision' ? 'On revision' : 'Nerd found',
        size_count: 3,
        size_measure: 'Pages',
        created_at: start,
        deadline: start + hours * hourMs,
        revision_deadline: start + 2 * hours * hourMs,
        price_cents: about.priceCents,
        quote_cents: about.priceCents,
        paid_cents: about.priceCents,
        services: {},
        tags: [],
        title,
        subject,
        details,
      } as unknown as StoredOrder
      const history = [
        { event: 'paid', author: 'payments', at: start, data: {} },
        { event: 'request_revision', author: 'client', at: start + hourMs, data: { note } },
      ] as unknown as HistoryEvent[]
      const files = fileNames.map((file_name, index) => ({
        id: `0190a000-0000-7000-8000-0000000000b${index}`,
        file_name: `${file_name}.pdf`,
        bytes: 2_000,
      }))
      const variables = workSheet({ order, history, files, name: about.name, occasion, now: start })
      const mail = templates['work-sheet'].render(variables, exampleSite) as RenderedMail
      for (const kind of ['number', 'e-mail', 'name', 'price']) expect(mail.text).toContain(`[${kind} hidden]`)
      expect(mail.replyTo).toBe(exampleSite.supportEmail)
      for (const part of [mail.subject, mail.text, mail.html]) {
        // Links contain keys and signatures, tags contain numbers.
        const words = part.replaceAll(/https:\/\/nerdify\.example\/[^\s<"]+|<\/?[a-z][^>]*>/g, ' ').toLowerCase()
        for (const secret of Object.values(about.forms).flat()) expect(words).not.toContain(secret.toLowerCase())
        const [phone = ''] = about.forms.phone
        expect(words.replaceAll(/\D/g, '')).not.toContain(phone.slice(2))
      }
    }),
    { numRuns: 500 },
  )
  console.log(
    `PROOF ${JSON.stringify({ name: 'work sheets of Nerds', requirement: 'OPS-14', runs, outcome: 'hold nothing of the client' })}`,
  )
})

test('[OPS-14] names the paid extras that the Nerd delivers, but not those that select the Nerd', () => {
  const paid = { added: true, paid: true, refunded: false, price_cents: 500, free_reason: null }
  const order = {
    client_id: '0190a000-0000-7000-8000-00000000000a',
    price_name: 'Essay (writing)',
    client_status: 'Nerd found',
    size_count: 3,
    size_measure: 'Pages',
    created_at: start,
    deadline: start + 12 * hourMs,
    services: { adv_plagreport: paid, draft_needed: paid, top_writer: paid, prioritize_my_task: paid },
    tags: [],
  } as unknown as StoredOrder
  const { extras } = workSheet({ order, history: [], files: [], name: null, occasion: 'assigned', now: start })
  expect(extras).toBe('Draft, Plagiarism Report')
})
