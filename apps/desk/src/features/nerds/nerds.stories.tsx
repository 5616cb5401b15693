import { answerCalls, aRefusal, type Call, noAnswerYet } from '@nerdify/browser/testing/answered-calls.ts'
import { changedMeanwhile } from '@nerdify/contract/version-words.ts'
import { deskPaths } from '@nerdify/contract/desk-paths.ts'
import type { OwedToNerds } from '@nerdify/contract/nerds.ts'
import { opsPaths } from '@nerdify/contract/ops-paths.ts'
import type { StaffRole } from '@nerdify/domain/staff/staff-rights.ts'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, userEvent, waitFor, within } from 'storybook/test'
import { aRegisteredNerd } from '../../testing/a-registered-nerd.ts'
import { aClerk, DeskStory } from '../../testing/DeskStory.tsx'
import { NerdScreen, NewNerdScreen } from './NerdScreen.tsx'
import { NerdsScreen } from './NerdsScreen.tsx'
import { pressOffline } from '../../testing/press-offline.ts'

const priya = aRegisteredNerd({ id: 'nerd-1' })
const joel = aRegisteredNerd({
  name: `Joel \u202Eleoj ${'a'.repeat(200)}`,
  subjects: ['Business and Management', 'Accounting', '<b>Geography</b>'],
  late: 1,
  next_due: '2026-11-23T17:00:00.000Z',
  marks: 3,
  active: false,
})
const sums = { nerd_id: 'nerd-1', nerd: 'Priya N.' }
const owed: OwedToNerds = {
  months: [
    { ...sums, month: '2026-10', tips: 41, fees: 320, paid_out: 0, owed: 361 },
    { ...sums, month: '2026-09', tips: 37, fees: 0, paid_out: 37, owed: 0 },
  ],
  payouts: [
    {
      nerd: 'Priya N.',
      month: '2026-09',
      amount: 37,
      reference: 'TR 88',
      person: 'Ines',
      at: '2026-10-03T17:00:00.000Z',
    },
  ],
}

interface NerdsProps {
  path: string
  register?: () => unknown
  nerd?: () => unknown
  owed?: () => OwedToNerds
  write?: (body: unknown) => unknown
  role?: StaffRole
}

const answerOf = (
  path: string,
  { method, body }: Call,
  { register, nerd, owed: readOwed, write }: NerdsProps,
): unknown => {
  if (method !== 'GET') return write?.(body)
  if (path === opsPaths.nerds()) return register?.() ?? { results: [joel, priya], next: 'nerd-1' }
  return path === opsPaths.nerdOwed('nerd-1') ? (readOwed?.() ?? owed) : (nerd?.() ?? priya)
}

const NerdsAt = ({ path, role = 'lead' }: NerdsProps) => {
  const me = { ...aClerk, role }
  return (
    <DeskStory
      path={path}
      screens={{
        [deskPaths.nerds()]: <NerdsScreen me={me} />,
        [deskPaths.newNerd()]: <NewNerdScreen me={me} />,
        [deskPaths.nerd(':id')]: <NerdScreen me={me} />,
      }}
    />
  )
}

const meta = {
  title: 'Desk/Nerds',
  component: NerdsAt,
  parameters: { layout: 'fullscreen' },
  args: { path: deskPaths.nerd('nerd-1') },
  beforeEach({ args }) {
    sessionStorage.clear()
    return answerCalls(({ pathname }, call) => answerOf(pathname, call, args))
  },
} satisfies Meta<typeof NerdsAt>
export default meta
type Story = StoryObj<typeof meta>

/** [DESK-05] The register, and the keys through it. */
export const Register: Story = {
  args: { path: deskPaths.nerds() },
  async play({ canvas }) {
    await canvas.findByRole('link', { name: 'Priya N.' })
    await userEvent.keyboard('jj')
    await expect(canvas.getByRole('link', { name: 'Priya N.' })).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect(await canvas.findByRole('heading', { name: 'Priya N.', level: 1 })).toBeVisible()
  },
}
export const Empty: Story = {
  args: { path: deskPaths.nerds(), register: () => ({ results: [], next: null }) },
  play: async ({ canvas }) => expect(await canvas.findByText('No Nerds yet')).toBeVisible(),
}
export const Loading: Story = { args: { path: deskPaths.nerds(), register: noAnswerYet } }
export const Failed: Story = {
  args: { path: deskPaths.nerds(), register: () => aRefusal(409, 'Not now') },
  play: async ({ canvas }) => expect(await canvas.findByText('The Nerds did not load')).toBeVisible(),
}

/** [DESK-05] A clerk reads a Nerd, and has neither the form nor the payout. */
export const OfAClerk: Story = {
  args: { role: 'clerk' },
  async play({ canvas }) {
    await expect(await canvas.findByText('October 2026')).toBeVisible()
    await expect(canvas.queryByRole('button', { name: /Save|Pay out/ })).toBeNull()
  },
}

/** [DESK-05] A change that somebody else overtook keeps the typed words, beside the value in force. */
export const Overtaken: Story = {
  args: {
    nerd: () => priya,
    write: () => aRefusal(409, 'Ines changed this today at 10:12 AM.', { error_type: changedMeanwhile }),
  },
  async play({ canvas }) {
    const rating = await canvas.findByLabelText('Entered rating')
    await userEvent.clear(rating)
    await userEvent.type(rating, '4.7{Enter}')
    await expect(await canvas.findByText('Ines changed this today at 10:12 AM.')).toBeVisible()
    await expect(rating).toHaveValue('4.7')
    await expect(canvas.getByText('In force: 4.9')).toBeVisible()
  },
}

/** [DESK-05] Booking a payout names the amount before the press. */
export const PayOut: Story = {
  args: {
    write: () => ({ ...owed, months: owed.months.map((row) => ({ ...row, paid_out: row.fees + row.tips, owed: 0 })) }),
  },
  async play({ canvas }) {
    await userEvent.click(await canvas.findByRole('button', { name: 'Pay out October 2026' }))
    const dialog = within(await screen.findByRole('dialog'))
    await userEvent.click(dialog.getByRole('button', { name: 'Book $361.00 as paid out' }))
    await expect(dialog.getByLabelText('Reference of the transfer')).toBeInvalid()
    await userEvent.type(dialog.getByLabelText('Reference of the transfer'), 'TR 91{Enter}')
    await waitFor(() => expect(canvas.getByText('The payout is booked.')).toBeVisible())
    await expect(canvas.queryByRole('button', { name: /Pay out/ })).toBeNull()
  },
}

const risen = {
  ...owed,
  months: owed.months.map((row) => (row.month === '2026-10' ? { ...row, tips: 61, owed: 381 } : row)),
}
const sentPayout = fn()

export const OvertakenPayOut: Story = {
  name: '[OPS-14][DESK-05] A payout sends the amount of its button, and names the new one if another is owed',
  args: {
    write(body) {
      sentPayout(body)
      return aRefusal(409, 'Now $381.00 is owed for this month.', {
        error_type: changedMeanwhile,
        error_value: 'amount',
      })
    },
    owed: () => (sentPayout.mock.calls.length === 0 ? owed : risen),
  },
  async play({ canvas }) {
    sentPayout.mockClear()
    await userEvent.click(await canvas.findByRole('button', { name: 'Pay out October 2026' }))
    const dialog = within(await screen.findByRole('dialog'))
    await userEvent.type(dialog.getByLabelText('Reference of the transfer'), 'TR 91')
    await userEvent.click(dialog.getByRole('button', { name: 'Book $361.00 as paid out' }))
    await waitFor(() => expect(dialog.getByText('Now $381.00 is owed for this month.')).toBeVisible())
    await userEvent.click(await dialog.findByRole('button', { name: 'Book $381.00 as paid out' }))
    const body = { month: '2026-10', reference: 'TR 91' }
    await waitFor(() => expect(sentPayout).toHaveBeenLastCalledWith({ ...body, amount: 381 }))
    await expect(sentPayout).toHaveBeenNthCalledWith(1, { ...body, amount: 361 })
    await expect(dialog.getByLabelText('Reference of the transfer')).toHaveValue('TR 91')
  },
}

/** [DESK-05] A refused new Nerd stays in the form, at its field. */
export const NewNerd: Story = {
  args: {
    path: deskPaths.newNerd(),
    write: () => aRefusal(422, 'Stars are at most 5.', { error_value: 'rating' }),
  },
  async play({ canvas }) {
    await userEvent.type(await canvas.findByLabelText('Name'), 'Ada')
    await userEvent.type(canvas.getByLabelText('Entered rating'), '6{Enter}')
    await expect(await canvas.findByText('Stars are at most 5.')).toBeVisible()
    await expect(canvas.getByLabelText('Entered rating')).toHaveValue('6')
  },
}

export const Merge: Story = {
  name: '[DESK-05][OPS-14] Two entries of one Nerd are merged, after a warning about the consequences',
  args: {
    write: () => priya,
    register: () => ({ results: [aRegisteredNerd({ name: 'Pria N.' }), priya], next: null }),
  },
  async play({ canvas }) {
    await userEvent.click(await canvas.findByRole('button', { name: 'Merge into another entry' }))
    const dialog = within(await screen.findByRole('dialog'))
    await dialog.findByRole('option', { name: /^Pria N\. / })
    await userEvent.click(dialog.getByRole('button', { name: 'Merge for good' }))
    await waitFor(() => expect(dialog.getByText('Please choose the entry that stays.')).toBeVisible())
    await userEvent.selectOptions(dialog.getByLabelText('Entry that stays'), 'Pria N.')
    await expect(
      await dialog.findByText('Open orders ask for Pria N. where they asked for Priya N. before.'),
    ).toBeVisible()
    await userEvent.click(dialog.getByRole('button', { name: 'Merge for good' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  },
}

export const OfflineNerd: Story = {
  name: '[API-11][DESK-05] A change of a Nerd that the connection loses keeps its words and is made once',
  args: { write: () => priya },
  async play({ canvas }) {
    const subjects = await canvas.findByLabelText(/^Subjects/)
    await userEvent.type(subjects, ', Law')
    await pressOffline({
      press: () => userEvent.click(canvas.getByRole('button', { name: 'Save' })),
      seeWords: () => expect(subjects).toHaveValue(`${priya.subjects.join(', ')}, Law`),
    })
  },
}

export const OfflineNewNerd: Story = {
  name: '[API-11][DESK-05] A new Nerd whose form the connection loses is added once',
  args: { path: deskPaths.newNerd(), write: () => priya },
  async play({ canvas }) {
    await userEvent.type(await canvas.findByLabelText('Name'), 'Ada')
    await userEvent.type(canvas.getByLabelText('Entered rating'), '4.8')
    await pressOffline({
      press: () => userEvent.click(canvas.getByRole('button', { name: 'Add a Nerd' })),
      seeWords: () => expect(canvas.getByLabelText('Name')).toHaveValue('Ada'),
    })
  },
}

const booked = { ...owed, months: owed.months.map((row) => ({ ...row, paid_out: row.fees + row.tips, owed: 0 })) }
const reads = fn()

export const OfflinePayOut: Story = {
  name: '[API-11][DESK-05] A payout that the connection loses keeps its reference and is booked once',
  args: {
    write: () => booked,
    // The server booked the payout, but its answer was lost.
    owed() {
      reads()
      return reads.mock.calls.length === 1 ? owed : booked
    },
  },
  beforeEach: () => void reads.mockClear(),
  async play({ canvas }) {
    await userEvent.click(await canvas.findByRole('button', { name: 'Pay out October 2026' }))
    const dialog = within(await screen.findByRole('dialog'))
    const reference = dialog.getByLabelText('Reference of the transfer')
    await userEvent.type(reference, 'TR 91')
    await pressOffline({
      press: () => userEvent.click(dialog.getByRole('button', { name: 'Book $361.00 as paid out' })),
      async seeWords() {
        await waitFor(() => expect(reads).toHaveBeenCalledTimes(2))
        await expect(reference).toHaveValue('TR 91')
      },
    })
  },
}

export const OfflineMerge: Story = {
  ...Merge,
  name: '[API-11][OPS-14] A merge that the connection loses keeps its choice and is made once',
  async play({ canvas }) {
    await userEvent.click(await canvas.findByRole('button', { name: 'Merge into another entry' }))
    const dialog = within(await screen.findByRole('dialog'))
    await dialog.findByRole('option', { name: /^Pria N\. / })
    const into = dialog.getByLabelText<HTMLSelectElement>('Entry that stays')
    await userEvent.selectOptions(into, 'Pria N.')
    const { value } = into
    await pressOffline({
      press: () => userEvent.click(dialog.getByRole('button', { name: 'Merge for good' })),
      seeWords: () => expect(into).toHaveValue(value),
    })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  },
}
