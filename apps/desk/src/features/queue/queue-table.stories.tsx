import type { QueueEntry } from '@nerdify/contract/queue.ts'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState } from 'react'
import { MemoryRouter } from 'react-router'
import { expect, waitFor } from 'storybook/test'
import '../../desk.css'
import { othersPages } from '../../api/open-pages.ts'
import { rowKey } from '../../api/queries.ts'
import { QueueTable } from './QueueTable.tsx'

const now = Date.parse('2026-11-23T18:14:00Z')
const minute = 60_000
const inMinutes = (minutes: number) => new Date(now + minutes * minute).toISOString()

const entry = (changes: Partial<QueueEntry>): QueueEntry => ({
  conversation: null,
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
  task: 'Essay (writing), 6 pages: Coral bleaching and reef tourism in Queensland',
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
  entry({ task: 'W'.repeat(300), subject: null, deadline: null, due: inMinutes(3_000) }),
  entry({
    kind: 'message',
    waits_for: 'answer to a message',
    order_id: null,
    number: null,
    task: null,
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
    client_id: null,
    order_id: null,
    number: null,
    task: null,
    subject: null,
    deadline: null,
    amount: null,
    words: 'Mail order-sent to ann@example.com: mailbox_full',
    due: null,
  }),
  entry({ kind: 'revision', waits_for: 'revision', turn: 'nerd', due: null, nerd: 'Wen' }),
]

const meta: Meta<typeof QueueTable> = {
  component: QueueTable,
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
    zone: 'America/Los_Angeles',
    chosen: entries[1] && rowKey(entries[1]),
    onChoose: () => undefined,
    onTake: () => undefined,
    onOpen: () => undefined,
    taking: undefined,
  },
}
export default meta

/** [DESK-07] The row of an order that a colleague has open. */
export const OpenedByOthers: StoryObj<typeof QueueTable> = {
  beforeEach() {
    othersPages.set([`order ${entries[2]?.order_id} ${'Alexandrina '.repeat(5).trim()}`])
    return () => othersPages.set([])
  },
  play: async ({ canvas }) => expect(canvas.getByText(/^Alexandrina .* has it open$/)).toBeVisible(),
}

/** [DESK-01] Bands, late rows told by more than color, long and hostile words. */
export const Rows: StoryObj<typeof QueueTable> = {}
export const Taking: StoryObj<typeof QueueTable> = { args: { taking: entries[2]?.order_id ?? undefined } }

/** How often a row was drawn: each drawing reads its wait once. */
let drawn = 0
const many = Array.from({ length: 200 }, (_, nth) =>
  Object.defineProperty(entry({ number: String(nth) }), 'waits_for', {
    get() {
      drawn += 1
      return 'work'
    },
  }),
)

export const ManyRows: StoryObj<typeof QueueTable> = {
  name: '[DESK-08] A choice that moves among 200 rows draws few of them',
  args: { entries: many },
  render: function Moving(args) {
    const [chosen, choose] = useState(args.chosen)
    return <QueueTable {...args} chosen={chosen} onChoose={choose} />
  },
  async play({ canvas }) {
    const row = canvas.getAllByRole('row')[100] as HTMLElement
    drawn = 0
    row.focus()
    await waitFor(() => expect(row).toHaveAttribute('aria-current', 'true'))
    await expect(drawn).toBeGreaterThan(0)
    await expect(drawn).toBeLessThan(20)
  },
}
