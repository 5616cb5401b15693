import { answerCalls, aRefusal } from '@nerdify/browser/testing/answered-calls.ts'
import { deskPaths } from '@nerdify/contract/desk-paths.ts'
import type { LoggedAction } from '@nerdify/contract/operations.ts'
import { opsPaths } from '@nerdify/contract/ops-paths.ts'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, userEvent, waitFor } from 'storybook/test'
import { aClerk, DeskStory } from '../../testing/DeskStory.tsx'
import { LogScreen } from './LogScreen.tsx'

const hostile = `<b>Hello</b> \u202Eolleh ${'a'.repeat(400)}`
const action = (id: string, change: Partial<LoggedAction>): LoggedAction => ({
  id,
  at: '2026-11-23T16:05:00.000Z',
  person: 'Mara',
  action: 'post event',
  subject: 'order o1',
  subject_name: '48177',
  request: { event: 'send', tell: 'withheld' },
  ...change,
})

const results: readonly LoggedAction[] = [
  action('l1', {}),
  action('l2', { action: 'credit balance', subject: 'client c1', subject_name: hostile, request: { amount: 5 } }),
  action('l3', { person: 'machine', action: 'change pricing', subject: 'pricing', subject_name: null }),
]

interface LogProps {
  path: string
  log: (search: URLSearchParams) => unknown
}

const LogAt = ({ path }: LogProps) => (
  <DeskStory path={path} screens={{ [deskPaths.log()]: <LogScreen me={{ ...aClerk, role: 'lead' }} /> }} />
)

const meta: Meta<LogProps> = {
  title: 'Desk/Log',
  component: LogAt,
  parameters: { layout: 'fullscreen' },
  args: {
    path: deskPaths.log(),
    log: (search) => ({
      results: results.filter(({ person }) => [null, person].includes(search.get('person'))),
      next: null,
    }),
  },
  beforeEach: ({ args: { log } }) =>
    answerCalls(({ pathname, searchParams }) =>
      pathname === opsPaths.staff()
        ? {
            results: [
              { id: 's1', name: 'Mara', email: 'mara@nerdify.test', role: 'lead', invited_at: '', joined_at: '' },
            ],
          }
        : log(searchParams),
    ),
}
export default meta
type Story = StoryObj<LogProps>

export const Filtered: Story = {
  name: '[DESK-06] The log by person, with a link to the subject of each action',
  async play({ canvas }) {
    await expect(await canvas.findByRole('link', { name: 'Order 48177' })).toHaveAttribute('href', '/orders/o1')
    await userEvent.selectOptions(canvas.getByLabelText('Person'), 'machine')
    await waitFor(() => expect(canvas.queryByRole('link', { name: 'Order 48177' })).toBeNull())
    await expect(canvas.getByText('Change pricing', { selector: 'td' })).toBeVisible()
  },
}

export const UnknownOrder: Story = {
  args: { path: `${deskPaths.log()}?order=1`, log: () => aRefusal(404, 'There is no such order.') },
  async play({ canvas }) {
    await waitFor(() => expect(canvas.getByLabelText('Order number')).toHaveAccessibleDescription(/no such order/))
  },
}
