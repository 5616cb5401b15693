import { answerCalls, aRefusal } from '@nerdify/browser/testing/answered-calls.ts'
import { deskPaths } from '@nerdify/contract/desk-paths.ts'
import { opsPaths } from '@nerdify/contract/ops-paths.ts'
import type { QueueEntry } from '@nerdify/contract/queue.ts'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { QueryClientProvider } from '@tanstack/react-query'
import { type ComponentProps, useRef, useState } from 'react'
import { MemoryRouter, Route, Routes, useParams } from 'react-router'
import { expect, waitFor } from 'storybook/test'
import '../../desk.css'
import { othersPages } from '../../api/open-pages.ts'
import { createQueryClient, rowKey } from '../../api/queries.ts'
import { useKeys } from '../../frame/keys-setting.ts'
import { useChosenRow } from '../../frame/use-chosen-row.ts'
import { aClerk } from '../../testing/DeskStory.tsx'
import { pressOffline } from '../../testing/press-offline.ts'
import { QueuePlace } from './QueuePlace.tsx'
import { QueueScreen } from './QueueScreen.tsx'
import { QueueTable } from './QueueTable.tsx'

const now = Date.parse('2026-11-23T18:14:00Z')
const minute = 60_000
const inMinutes = (minutes: number) => new Date(now + minutes * minute).toISOString()

const entry = (changes: Partial<QueueEntry>): QueueEntry => ({
  conversation: null,
  last: null,
  id: crypto.randomUUID(),
  kind: 'nerd_search',
  waits_for: 'Nerd to be found',
  turn: 'staff',
  since: inMinutes(-120),
  due: inMinutes(40),
  late: false,
  taken_by: null,
  client_id: 'client-1',
  order_id: crypto.randomUUID(),
  number: '4826300',
  title: 'Coral bleaching and reef tourism in Queensland',
  work: 'Essay (writing), 6 pages',
  subject: 'Environmental Science',
  nerd: null,
  deadline: inMinutes(600),
  services: [],
  top_nerd: false,
  report: false,
  preferred_nerd: null,
  amount: 140,
  proved: null,
  phone: null,
  name: null,
  words: null,
  next: [],
  ...changes,
})

const entries = [
  entry({ kind: 'work', waits_for: 'work', turn: 'nerd', due: inMinutes(-74), late: true, nerd: 'Joel', amount: 168 }),
  entry({ services: ['TOP Nerd', 'Plagiarism Report', 'Prioritize my Task', 'Preferred Nerd'], taken_by: 'Cleo' }),
  entry({ taken_by: 'Lena', due: inMinutes(160) }),
  entry({ title: 'W'.repeat(300), subject: null, deadline: null, due: inMinutes(3_000) }),
  entry({
    kind: 'message',
    waits_for: 'answer to a message',
    order_id: null,
    number: null,
    title: null,
    work: null,
    subject: null,
    deadline: null,
    amount: null,
    proved: false,
    phone: '+14155550101',
    name: 'Zoë',
    words: `<b>Hello</b> \u202Eolleh ${'a'.repeat(400)}`,
    due: inMinutes(200),
  }),
  entry({
    kind: 'failed_message',
    waits_for: 'message that did not arrive',
    client_id: 'client-2',
    order_id: null,
    number: null,
    title: null,
    work: null,
    subject: null,
    deadline: null,
    amount: null,
    words: 'Mail order-sent to ann@example.com: mailbox_full',
    due: null,
    next: [{ event: 'resend' }],
  }),
  entry({ kind: 'revision', waits_for: 'revision', turn: 'nerd', due: null, nerd: 'Wen' }),
]

/** The rows of a screen that knows which one is chosen. */
function ChosenTable(props: Omit<ComponentProps<typeof QueueTable>, 'chosen'>) {
  const table = useRef<HTMLDivElement>(null)
  const chosen = useChosenRow(table, props.entries.map(rowKey))
  useKeys({ j: () => chosen.move(1) })
  return (
    <div ref={table}>
      <QueueTable {...props} chosen={chosen} />
    </div>
  )
}

const meta: Meta<typeof ChosenTable> = {
  component: ChosenTable,
  decorators: [
    (Story) => (
      <MemoryRouter>
        <div className="desk">
          <Story />
        </div>
      </MemoryRouter>
    ),
  ],
  args: {
    entries,
    me: 'Cleo',
    now,
    bandsAt: now,
    zone: 'America/Los_Angeles',
    onTake: () => undefined,
    onResend: () => undefined,
    busy: undefined,
  },
}
export default meta

/** [DESK-07] The row of an order that a colleague has open. */
export const OpenedByOthers: StoryObj<typeof meta> = {
  beforeEach() {
    othersPages.set([`order ${entries[2]?.order_id} ${'Alexandrina '.repeat(5).trim()}`])
    return () => othersPages.set([])
  },
  play: async ({ canvas }) => expect(canvas.getByText(/^Alexandrina .* has it open$/)).toBeVisible(),
}

/** [DESK-01] Bands, late rows marked by more than color, long and hostile words. */
export const Rows: StoryObj<typeof meta> = {}
export const Taking: StoryObj<typeof meta> = { args: { busy: entries[2]?.order_id ?? undefined } }

/** Answers the reads of the queue. */
const answerQueue = (pageOf: (address: URL) => unknown) =>
  answerCalls((address) => (address.pathname === opsPaths.queue() ? pageOf(address) : {}))

/** The whole screen with these rows. */
const queueOf = (results: readonly QueueEntry[]): Pick<Required<StoryObj<typeof meta>>, 'render' | 'beforeEach'> => ({
  render: () => (
    <QueryClientProvider client={createQueryClient()}>
      <QueueScreen me={aClerk} />
    </QueryClientProvider>
  ),
  beforeEach: () => answerQueue(() => ({ results, next: null, total: results.length, counts: [], conversations: 0 })),
})

/** A table with a button that moves its clock by half an hour. */
function LaterTable(props: Omit<ComponentProps<typeof QueueTable>, 'chosen'>) {
  const [at, setAt] = useState(now)
  return (
    <>
      <ChosenTable {...props} now={at} bandsAt={at} />
      <button type="button" onClick={() => setAt(at + 30 * minute)}>
        Later
      </button>
    </>
  )
}

export const OtherBand: StoryObj<typeof meta> = {
  name: '[DESK-01][DESK-08] A row that becomes due within the hour keeps the focus in its new band',
  args: { entries: [entry({ title: 'First', due: inMinutes(20) }), entry({ title: 'Second', due: inMinutes(80) })] },
  render: (args) => <LaterTable {...args} />,
  async play({ canvas, userEvent }) {
    await userEvent.keyboard('jj')
    await expect(document.activeElement).toHaveTextContent('Second')
    await expect(canvas.getByText('Later today, 1')).toBeVisible()
    canvas.getByRole('button', { name: 'Later' }).dispatchEvent(new MouseEvent('click', { bubbles: true }))
    await expect(await canvas.findByText('Next hour, 2')).toBeVisible()
    await expect(canvas.getByRole('row', { name: /Second/ })).toHaveFocus()
  },
}

export const NextMine: StoryObj<typeof meta> = {
  name: '[DESK-01] n chooses the next row of mine, and begins again behind the last',
  ...queueOf([...entries, entry({ title: 'The last of mine', taken_by: aClerk.name, due: null })]),
  async play({ canvas, userEvent }) {
    await canvas.findByText('The last of mine')
    for (const title of [/Coral/, /The last of mine/, /Coral/]) {
      await userEvent.keyboard('n')
      await expect(document.activeElement).toHaveTextContent(title)
      await expect(document.activeElement).toHaveTextContent(/Release/)
    }
  },
}

export const NothingToDo: StoryObj<typeof meta> = {
  name: '[DESK-01] A key that does nothing says why: no row of mine, a colleague has it, no order',
  ...queueOf([
    entry({ title: 'Lena has this one', taken_by: 'Lena' }),
    entry({ order_id: null, number: null, title: null, words: 'A question' }),
  ]),
  async play({ canvas, userEvent }) {
    await canvas.findByText('Lena has this one')
    await userEvent.keyboard('n')
    await expect(canvas.getByText('None of the rows shown is yours.')).toBeVisible()
    await userEvent.keyboard('jt')
    await expect(canvas.getByText('Lena has 4826300.')).toBeVisible()
    await userEvent.keyboard('j')
    await expect(canvas.queryByText('Lena has 4826300.')).toBeNull()
    await userEvent.keyboard('t')
    await expect(canvas.getByText('Nobody takes this row.')).toBeVisible()
    await userEvent.keyboard('j')
    await expect(canvas.getByText('This is the last row.')).toBeVisible()
  },
}

export const NotToTake: StoryObj<typeof meta> = {
  name: '[OPS-09] Stuck work and a stranger’s message cannot be taken, although they name an order',
  ...queueOf([
    entry({ kind: 'failed_refund', waits_for: 'refund that does not go out', words: '$10.00 by card: refused' }),
    entry({ kind: 'unscanned_file', waits_for: 'file that the virus scanner has not checked', words: 'essay.pdf' }),
    entry({ kind: 'message', waits_for: 'answer to a message', conversation: null, words: 'May I pay?' }),
    entry({ kind: 'message', waits_for: 'answer to a message', conversation: '4826300', words: 'How is it going?' }),
  ]),
  async play({ canvas, userEvent }) {
    await canvas.findByRole('button', { name: 'Take 4826300: answer to a message' })
    await expect(canvas.getAllByRole('button', { name: /^Take / })).toHaveLength(1)
    await userEvent.keyboard('t')
    await expect(canvas.getByText('Nobody takes this row.')).toBeVisible()
  },
}

/** The events of a key that is held: the browser repeats them. */
const hold = (key: string): boolean[] =>
  [false, true].map((repeat) => {
    const event = new KeyboardEvent('keydown', { key, repeat, bubbles: true, cancelable: true })
    return (document.activeElement ?? document.body).dispatchEvent(event)
  })

export const HeldKey: StoryObj<typeof meta> = {
  name: '[DESK-01] A held key acts once, and does not type into the field that it leads to; j repeats',
  ...queueOf([entry({ title: 'First' }), entry({ title: 'Second' })]),
  async play({ canvas }) {
    await canvas.findByText('First')
    const late = () => canvas.getByRole('link', { name: 'Late' })
    hold('l')
    await waitFor(() => expect(late()).toHaveAttribute('aria-current', 'true'))
    // Each event of `f` was ours: none types.
    await expect(hold('f')).toEqual([false, false])
    await expect(canvas.getByRole('searchbox')).toHaveFocus()
    canvas.getByRole('searchbox').blur()
    hold('j')
    await expect(canvas.getByRole('row', { name: /Second/ })).toHaveFocus()
  },
}

export const NextPage: StoryObj<typeof meta> = {
  name: '[DESK-01] j loads the next rows at the last one, and moves to them',
  ...queueOf([]),
  beforeEach() {
    const rows = ['First', 'Second', 'Third'].map((title, nth) => entry({ title, number: `10${nth}` }))
    return answerQueue(({ searchParams }) => ({
      results: searchParams.has('cursor') ? rows.slice(2) : rows.slice(0, 2),
      next: searchParams.has('cursor') ? null : 'page-2',
      total: 3,
      counts: [],
      conversations: 0,
    }))
  },
  async play({ canvas, userEvent }) {
    await canvas.findByText('First')
    await userEvent.keyboard('jj')
    await canvas.findByText('Third')
    await userEvent.keyboard('j')
    await expect(document.activeElement).toHaveTextContent('Third')
  },
}

const asked: string[] = []
export const Filters: StoryObj<typeof meta> = {
  name: '[DESK-01] Filters combine, count the waits of each turn, and show a colleague’s rows',
  ...queueOf([]),
  beforeEach() {
    asked.length = 0
    return answerCalls(({ pathname, search }) => {
      if (pathname === opsPaths.staff()) return { results: [{ name: 'Lena' }, { name: aClerk.name }] }
      asked.push(search)
      const counts = [
        { kind: 'nerd_search', open: 3, late: 0 },
        { kind: 'work', open: 4, late: 1 },
        { kind: 'message', open: 2, late: 0 },
      ]
      return { results: entries, next: null, total: entries.length, counts, conversations: 0 }
    })
  },
  async play({ canvas, userEvent }) {
    await expect(await canvas.findByRole('radio', { name: 'Ours, 5' })).toBeInTheDocument()
    await expect(canvas.getByRole('radio', { name: 'The Nerd’s, 4' })).toBeInTheDocument()
    await userEvent.click(canvas.getByRole('link', { name: 'Late' }))
    await expect(canvas.getByRole('link', { name: 'Mine' })).toHaveAttribute('href', '/?late=true&staff=me')
    await canvas.findByRole('option', { name: 'Lena' })
    await userEvent.selectOptions(canvas.getByLabelText('Who has it'), 'Lena')
    await waitFor(() => expect(asked.at(-1)).toBe('?late=true&staff=Lena'))
    const late = canvas.getByRole('link', { name: 'Late', current: true })
    await userEvent.click(late)
    await waitFor(() => expect(asked.at(-1)).toBe('?staff=Lena'))
  },
}

const Place = () => <QueuePlace idOrNumber={useParams().number ?? ''} />
const [first, second] = [entry({ title: 'Due first' }), entry({ title: 'Due later', due: inMinutes(90) })]
let live: readonly QueueEntry[] = []
const client = createQueryClient()

/** The queue over {@link client}, so that a story renews its answers. */
const renderLive = () => (
  <QueryClientProvider client={client}>
    <QueueScreen me={aClerk} />
  </QueryClientProvider>
)

export const RestingRows: StoryObj<typeof meta> = {
  name: '[DESK-01] Rows rest while the pointer is over them, with live words, and move when it leaves',
  render: renderLive,
  beforeEach() {
    client.clear()
    live = [first, second]
    return answerQueue(() => ({ results: live, next: null, total: live.length, counts: [], conversations: 0 }))
  },
  async play({ canvas, userEvent }) {
    const titles = () => [...document.querySelectorAll('tr[data-row] th')].map((head) => head.textContent)
    const renewed = (results: readonly QueueEntry[]) => {
      live = results
      return client.invalidateQueries()
    }
    await userEvent.hover(await canvas.findByText('Due later'))
    await renewed([entry({ title: 'Urgent', due: inMinutes(-5), late: true }), { ...second, taken_by: 'Lena' }])
    await canvas.findByText('Lena')
    await expect(titles()).toEqual([expect.stringContaining('Due first'), expect.stringContaining('Due later')])
    await expect(canvas.getByText(/^The queue has changed/)).toBeVisible()
    await userEvent.hover(canvas.getByRole('heading', { level: 1 }))
    await waitFor(() =>
      expect(titles()).toEqual([expect.stringContaining('Urgent'), expect.stringContaining('Due later')]),
    )
    await expect(canvas.queryByText(/^The queue has changed/)).toBeNull()
  },
}

let isLost = false
export const StillRows: StoryObj<typeof meta> = {
  name: '[DESK-01][OPS-09] A failed read and a refused press move no row, and leave with the next answer',
  render: renderLive,
  beforeEach() {
    client.clear()
    isLost = false
    const page = { results: [first], next: null, total: 1, counts: [], conversations: 0 }
    return answerCalls(({ pathname }) => {
      if (pathname !== opsPaths.queue()) return aRefusal(409, 'Lena has it.')
      return isLost ? aRefusal(422, 'The connection is lost.') : page
    })
  },
  async play({ canvas, userEvent }) {
    const row = await canvas.findByText('Due first')
    const { top } = row.getBoundingClientRect()
    const expectStill = () => expect(row.getBoundingClientRect().top).toBe(top)
    isLost = true
    await client.invalidateQueries()
    await expect(await canvas.findByText(/^Not live since .*The connection is lost\.$/)).toBeVisible()
    await expectStill()
    await userEvent.click(canvas.getByRole('button', { name: /^Take/ }))
    await expect(await canvas.findByText('Lena has it.')).toBeVisible()
    await expectStill()
    isLost = false
    await userEvent.click(await canvas.findByRole('button', { name: 'Try now' }))
    await waitFor(() => expect(canvas.queryByText(/^Not live/)).toBeNull())
    await expectStill()
  },
}

export const Neighbors: StoryObj<typeof meta> = {
  name: '[DESK-01][DESK-02] An order shows its place in the queue; j and k open its neighbors',
  render: () => (
    <QueryClientProvider client={client}>
      <Routes>
        <Route path={deskPaths.queue()} element={<QueueScreen me={aClerk} />} />
        <Route path={deskPaths.order(':number')} element={<Place />} />
      </Routes>
    </QueryClientProvider>
  ),
  beforeEach() {
    client.clear()
    const rows = ['First', 'Second', 'Third'].map((title, nth) => entry({ title, number: `10${nth}` }))
    const wait = entry({ order_id: null, number: null, words: 'A question' })
    return answerQueue(({ searchParams }) => ({
      results: searchParams.has('cursor') ? rows.slice(2) : [rows[0], wait, rows[1]],
      next: searchParams.has('cursor') ? null : 'page-2',
      total: 4,
      counts: [],
      conversations: 0,
    }))
  },
  async play({ canvas, userEvent }) {
    await userEvent.click(await canvas.findByRole('link', { name: 'First' }))
    await expect(await canvas.findByRole('link', { name: 'Queue, 1 of 4' })).toBeVisible()
    await expect(canvas.queryByRole('link', { name: /^Previous order/ })).toBeNull()
    await userEvent.keyboard('j')
    await expect(await canvas.findByRole('link', { name: 'Queue, 3 of 4' })).toBeVisible()
    await expect(canvas.getByRole('link', { name: 'Previous order: First' })).toBeVisible()
    await canvas.findByRole('link', { name: 'Next order: Third' })
    await userEvent.keyboard('j')
    await expect(await canvas.findByRole('link', { name: 'Queue, 4 of 4' })).toBeVisible()
    await userEvent.keyboard('k')
    await expect(await canvas.findByRole('link', { name: 'Queue, 3 of 4' })).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect(await canvas.findByRole('heading', { name: 'Queue' })).toBeVisible()
  },
}

let nextPageReads = 0
const anEntry = entry({ title: 'First', number: '100' })

export const FailingNextPage: StoryObj<typeof meta> = {
  ...Neighbors,
  name: '[DESK-02] The last order shown of a queue whose next rows do not load asks for them once, not on and on',
  beforeEach() {
    client.clear()
    nextPageReads = 0
    return answerQueue(({ searchParams }) => {
      if (!searchParams.has('cursor'))
        return { results: [anEntry], next: 'page-2', total: 2, counts: [], conversations: 0 }
      nextPageReads += 1
      return aRefusal(422, 'Not now')
    })
  },
  async play({ canvas, userEvent }) {
    await userEvent.click(await canvas.findByRole('link', { name: 'First' }))
    await canvas.findByRole('link', { name: /^Queue, 1 of/ })
    await waitFor(() => expect(nextPageReads).toBeGreaterThan(0))
    await new Promise((resolve) => setTimeout(resolve, 500))
    await expect(nextPageReads).toBe(1)
  },
}

const searches: string[] = []
export const QuickFilters: StoryObj<typeof meta> = {
  name: '[DESK-01] Two filter keys combine, although the screen does not show the first filter yet',
  ...queueOf(entries),
  beforeEach() {
    searches.length = 0
    return answerCalls(({ search }) => {
      searches.push(search)
      return { results: [], next: null, total: 0, counts: [], conversations: 0 }
    })
  },
  async play({ canvas }) {
    await canvas.findByText('Nothing waits')
    for (const key of ['l', 'm', 'l']) document.dispatchEvent(new KeyboardEvent('keydown', { key }))
    document.dispatchEvent(new KeyboardEvent('keydown', { key: 'l' }))
    await waitFor(() => expect(searches.at(-1)).toBe('?late=true&staff=me'))
  },
}

export const OfflineTake: StoryObj<typeof meta> = {
  name: '[API-11][OPS-09] A row is taken once, although the connection loses the call',
  ...queueOf(entries),
  async play({ canvas, userEvent }) {
    const take = await canvas.findByRole('button', { name: 'Take 4826300: work' })
    await pressOffline({ press: () => userEvent.click(take), seeWords: () => expect(take).toBeVisible() })
  },
}

export const Resend: StoryObj<typeof meta> = {
  name: '[OPS-09][MSG-05] A message that did not arrive leads to its client, and is sent again from its row',
  ...queueOf(entries),
  async play({ canvas, userEvent }) {
    const words = 'Mail order-sent to ann@example.com: mailbox_full'
    await expect(await canvas.findByRole('link', { name: words })).toHaveAttribute('href', deskPaths.client('client-2'))
    const resend = canvas.getByRole('button', { name: `Send again: ${words}` })
    await pressOffline({ press: () => userEvent.click(resend), seeWords: () => expect(resend).toBeVisible() })
    await expect(await canvas.findByText('The message is on its way again.')).toBeVisible()
  },
}

/** How often a row was drawn: each drawing reads its wait once. */
let drawn = 0
const many = Array.from({ length: 40 }, (_, nth) =>
  Object.defineProperty(entry({ number: String(nth) }), 'waits_for', {
    get() {
      drawn += 1
      return 'work'
    },
  }),
)

export const ManyRows: StoryObj<typeof meta> = {
  name: '[DESK-08] A choice that moves among 40 rows draws two of them',
  args: { entries: many },
  async play({ canvas, userEvent }) {
    const row = canvas.getAllByRole('row').find((each) => each.dataset.row === rowKey(many[20] as QueueEntry))
    row?.focus()
    await waitFor(() => expect(row).toHaveAttribute('aria-current', 'true'))
    drawn = 0
    await userEvent.keyboard('j')
    await waitFor(() => expect(row).not.toHaveAttribute('aria-current'))
    await expect(canvas.getByRole('row', { current: true })).toHaveFocus()
    // Strict mode draws each twice.
    await expect(drawn).toBe(4)
  },
}

/** [DESK-01] A press on the row's link: the search of the last keys would else replace its page. */
export const OpenedByKey: StoryObj<typeof meta> = {
  async play({ canvas, userEvent }) {
    const links: string[] = []
    const press = ({ target }: MouseEvent) => links.push((target as HTMLElement).closest('a')?.pathname ?? 'none')
    document.addEventListener('click', press)
    canvas.getByRole('row', { current: true }).focus()
    await userEvent.keyboard('{Enter}')
    document.removeEventListener('click', press)
    await expect(links).toEqual(['/orders/4826300'])
  },
}
