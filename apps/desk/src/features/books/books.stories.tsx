import { answerCalls, aRefusal } from '@nerdify/browser/testing/answered-calls.ts'
import type { Books } from '@nerdify/contract/books.ts'
import { deskPaths } from '@nerdify/contract/desk-paths.ts'
import { bookFigures, bookSums, cardNetCents } from '@nerdify/domain/books/book-figures.ts'
import { bookDays, dayNumberOf } from '@nerdify/domain/books/book-days.ts'
import { dollarsFromCents } from '@nerdify/domain/pricing/money.ts'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, userEvent, waitFor, within } from 'storybook/test'
import { aClerk, DeskStory } from '../../testing/DeskStory.tsx'
import { BooksScreen } from './BooksScreen.tsx'
import { pressOffline } from '../../testing/press-offline.ts'

const zone = aClerk.company_zone
const first = dayNumberOf('2026-11-01') ?? 0

/** Amounts of a day, another of each figure; all 0 for `day` -1. */
function amounts(day: number): Books['sum'] {
  const sums = bookSums((figure) => {
    const place = bookFigures.indexOf(figure)
    return day < 0 || place > 5 ? 0 : Math.round((120_000 * ((day * 7) % 5)) / (place + 1) ** 3)
  })
  return {
    ...bookSums((figure) => dollarsFromCents(sums[figure])),
    card_net: dollarsFromCents(cardNetCents(sums)),
  }
}

const books = (amountsOf: (day: number) => Books['sum']): Books => ({
  zone,
  days: bookDays({ first, last: first + 22, zone }).map(({ date }, day) => ({
    date,
    ...amountsOf(day),
    differences: [],
  })),
  sum: amountsOf(7),
  compared_until: '2026-11-22',
})

interface BooksProps {
  path: string
  answer: () => unknown
}

const BooksAt = ({ path }: BooksProps) => (
  <DeskStory path={path} screens={{ [deskPaths.books()]: <BooksScreen me={{ ...aClerk, role: 'lead' }} /> }} />
)

const meta: Meta<BooksProps> = {
  title: 'Desk/Books',
  component: BooksAt,
  parameters: { layout: 'fullscreen' },
  args: { path: `${deskPaths.books()}?from=2026-11-01&to=2026-11-23`, answer: () => books(amounts) },
  beforeEach: ({ args: { answer } }) => answerCalls(answer),
}
export default meta
type Story = StoryObj<BooksProps>

export const Days: Story = {
  name: '[DESK-06] The chosen day of the chart is the row of the table, by arrow keys',
  async play({ canvas, canvasElement }) {
    await canvas.findByRole('img', { name: /^Money by day/ })
    await expect(canvas.getByText(/^Days up to Sun, Nov.22 were compared/)).toBeVisible()
    const row = () => canvasElement.querySelector('tr[aria-current]')?.textContent
    await waitFor(() => expect(row()).toContain('Nov\u00a023'))
    await userEvent.keyboard('{ArrowLeft}{ArrowLeft}')
    await waitFor(() => expect(row()).toContain('Nov\u00a021'))
    await expect(canvas.getByRole('link', { name: 'CSV, 23 days' })).toHaveAttribute(
      'href',
      '/api/ops/books.csv?from=2026-11-01&to=2026-11-23',
    )
  },
}

export const NoMoney: Story = {
  args: { answer: () => books(() => amounts(-1)) },
  play: async ({ canvas }) => expect(await canvas.findByText('No money on these days')).toBeVisible(),
}

export const Reversed: Story = {
  name: '[DESK-06] A first day after the last one is refused at its field',
  args: { answer: () => aRefusal(422, 'The first day is after the last one.', { error_value: 'from' }) },
  async play({ canvas }) {
    await waitFor(() => expect(canvas.getByLabelText('From')).toHaveAccessibleDescription(/after the last one/))
  },
}

const difference: Books['days'][number]['differences'][number] = {
  figure: 'refunds_to_cards',
  ours: 35,
  theirs: 1_247.5,
  compared_at: '2026-11-23T09:00:00Z',
  settled: null,
}

/** Two days with a difference: one open, one settled. */
function differentBooks(): Books {
  const all = books(amounts)
  const settled = { person: 'Lena', at: '2026-11-12T17:00:00Z', reason: 'Refunded twice, the client sent one back.' }
  const differences = new Map([
    ['2026-11-22', [difference]],
    ['2026-11-11', [{ ...difference, settled }]],
  ])
  return { ...all, days: all.days.map((day) => ({ ...day, differences: differences.get(day.date) ?? [] })) }
}

export const Different: Story = {
  name: '[OPS-13] A day that differs from the card provider names the difference and is settled with a reason',
  args: { answer: differentBooks },
  async play({ canvas, canvasElement }) {
    const text = 'Refunds to cards: $35.00 in the books, $1,247.50 at the card provider'
    await waitFor(() => expect(canvas.getAllByText(text)).toHaveLength(2))
    await expect(canvas.getByText(/Settled by Lena/)).toBeVisible()
    await expect([...canvasElement.querySelectorAll('tbody small')].map((each) => each.textContent)).toEqual([
      'differs',
      'differs',
    ])
    await userEvent.click(canvas.getByRole('button', { name: /^Settle Sun/ }))
    const dialog = within(document.body).getByRole('dialog')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Settle' }))
    await expect(within(dialog).getByLabelText('Reason')).toHaveAccessibleDescription('Write the reason.')
  },
}

export const OfflineSettlement: Story = {
  name: '[API-11][OPS-13] A settlement that the connection loses keeps its reason and is made once',
  args: { answer: differentBooks },
  beforeEach: () => sessionStorage.clear(),
  async play({ canvas }) {
    await userEvent.click(await canvas.findByRole('button', { name: /^Settle Sun/ }))
    const dialog = within(within(document.body).getByRole('dialog'))
    await userEvent.type(dialog.getByLabelText('Reason'), 'Refunded twice')
    await pressOffline({
      press: () => userEvent.click(dialog.getByRole('button', { name: 'Settle' })),
      seeWords: () => expect(dialog.getByLabelText('Reason')).toHaveValue('Refunded twice'),
    })
  },
}

export const OfflineComparison: Story = {
  name: '[API-11][OPS-13] A comparison that the connection loses is made once',
  args: { answer: differentBooks },
  async play({ canvas }) {
    const compare = await canvas.findByRole('button', { name: /^Compare again: Sun/ })
    await pressOffline({ press: () => userEvent.click(compare), seeWords: () => expect(compare).toBeVisible() })
  },
}
