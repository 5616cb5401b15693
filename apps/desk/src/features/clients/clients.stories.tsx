import { answerCalls, aRefusal, noAnswerYet } from '@nerdify/browser/testing/answered-calls.ts'
import { deskPaths } from '@nerdify/contract/desk-paths.ts'
import type { FoundClient, OperationsClientWithLists } from '@nerdify/contract/finding.ts'
import { opsPaths } from '@nerdify/contract/ops-paths.ts'
import type { Subscription } from '@nerdify/contract/subscriptions.ts'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, userEvent, waitFor, within } from 'storybook/test'
import { aClientAtTheDesk } from '../../testing/an-operations-client.ts'
import { anOperationsOrder } from '../../testing/an-operations-order.ts'
import { aClerk, DeskStory } from '../../testing/DeskStory.tsx'
import { ClientScreen } from './ClientScreen.tsx'
import { forgetStoredWords } from '../../frame/stored-words.ts'
import { FindScreen } from './FindScreen.tsx'
import { pressOffline } from '../../testing/press-offline.ts'

const at = '2026-11-23T16:05:00.000Z'
const hostile = `<b>Hello</b> \u202Eolleh ${'a'.repeat(400)}`
const order = anOperationsOrder()
const orders = { results: [order], next: null, total: 9, over_total: false }

const logEntry = {
  id: 'l1',
  at,
  person: 'Mara',
  action: 'credit balance',
  subject: 'client client-1',
  subject_name: 'Ruby',
  request: {},
}

const client: OperationsClientWithLists = {
  ...aClientAtTheDesk,
  blocked_at: null,
  orders,
  balance_history: {
    results: [
      { id: 'b2', at, amount: -10, cause: 'debit', order_number: null, reason: hostile },
      { id: 'b1', at, amount: 26, cause: 'late credit', order_number: order.number, reason: null },
    ],
    next: 'b1',
    total: 3,
  },
  upload_page: 'https://nerdify.test/files/abcdefghijklmnopqrstuv',
  conversations: {
    results: [
      {
        id: order.number,
        client_id: 'client-1',
        order_id: order.id,
        client: 'Ruby',
        title: order.name,
        waits_since: at,
        due: at,
        taken_by: null,
        last_at: at,
        last: hostile,
      },
    ],
    next: null,
  },
  plans: [],
  log: {
    results: [logEntry],
    next: null,
  },
  failed_messages: [],
  held_bonuses: [],
}

const empty: OperationsClientWithLists = {
  ...client,
  nickname: null,
  phone: null,
  email: null,
  blocked_at: at,
  orders: { results: [], next: null, total: 0, over_total: false },
  balance_history: { results: [], next: null, total: 0 },
  upload_page: null,
  conversations: { results: [], next: null },
  log: { results: [], next: null },
}

const found = (change: Partial<FoundClient>): FoundClient => ({
  id: 'client-1',
  found_by: 'phone',
  nickname: 'Ruby',
  phone: '+61491570156',
  email: 'ruby@example.com',
  since: at,
  blocked: false,
  orders: 9,
  last_order: null,
  ...change,
})

interface ClientsProps {
  path: string
  page?: () => unknown
  clients?: () => unknown
  orders?: () => unknown
  write?: (query: URLSearchParams) => unknown
  role?: 'clerk' | 'lead'
}

function answerOf({ pathname: path, searchParams }: URL, method: string, props: ClientsProps): unknown {
  if (method === 'POST') return props.write?.(searchParams)
  if (path === opsPaths.clients())
    return (
      props.clients?.() ?? { results: [found({}), found({ id: 'c2', nickname: hostile, blocked: true })], next: null }
    )
  if (path === opsPaths.orders()) return props.orders?.() ?? orders
  if (path === opsPaths.clientFiles('client-1')) return { results: [], page: 0, pages: 0, total: 0 }
  if (path === opsPaths.clientBalanceChanges('client-1')) {
    const oldest = { id: 'b0', at, amount: 5, cause: 'cashback', order_number: null, reason: null }
    return { results: [oldest], next: null }
  }
  return props.page?.() ?? client
}

const ClientsAt = ({ path, role = 'clerk' }: ClientsProps) => (
  <DeskStory
    path={path}
    screens={{
      [deskPaths.find()]: <FindScreen />,
      [deskPaths.client(':id')]: <ClientScreen me={{ ...aClerk, role }} />,
    }}
  />
)

const aPlan: Subscription = {
  id: 'sub-1',
  customer: 'cus-1',
  status: 'active',
  tag: 'premium',
  price: 9.9,
  current_period_end: at,
  trial_end: null,
  cancel_at_period_end: false,
  card_last4: '4242',
  refundable: true,
}

const meta = {
  title: 'Desk/Clients',
  component: ClientsAt,
  parameters: { layout: 'fullscreen' },
  args: { path: deskPaths.client('client-1') },
  beforeEach({ args }) {
    return answerCalls((url, { method }) => answerOf(url, method, args))
  },
} satisfies Meta<typeof ClientsAt>
export default meta
type Story = StoryObj<typeof meta>

/** [DESK-03] Contact, money, orders, conversations and log of a client on one page. */
export const Page: Story = {
  play: async ({ canvas }) => expect(await canvas.findByRole('heading', { name: 'Ruby' })).toBeVisible(),
}
export const Empty: Story = {
  args: { page: () => empty },
  play: async ({ canvas }) => expect(await canvas.findByText(/^Blocked since/)).toBeVisible(),
}
export const Loading: Story = { args: { page: noAnswerYet } }
export const Failed: Story = {
  args: { page: () => aRefusal(404, 'Not found') },
  play: async ({ canvas }) => expect(await canvas.findByRole('alert')).toHaveTextContent('The client did not load'),
}

const ended = fn()
export const EndPlan: Story = {
  name: '[DESK-03][OPS-11] A plan is ended with a reason; its month is refunded only if the box is checked',
  beforeEach() {
    ended.mockClear()
    sessionStorage.clear()
    return answerCalls((url, { method, body }) => {
      if (method === 'POST' && url.pathname === opsPaths.clientPlanEnd('client-1')) {
        ended(body)
        return { results: [], trial_offered: false }
      }
      return answerOf(url, method, { path: '', page: () => ({ ...client, plans: [aPlan] }) })
    })
  },
  async play({ canvas }) {
    await userEvent.click(await canvas.findByRole('button', { name: 'End the plan premium' }))
    const dialog = within(await screen.findByRole('dialog'))
    await userEvent.click(dialog.getByRole('button', { name: 'End it with its month' }))
    await expect(dialog.getByLabelText('Reason')).toBeInvalid()
    await userEvent.type(dialog.getByLabelText('Reason'), 'Bought twice')
    await userEvent.click(dialog.getByRole('checkbox'))
    await userEvent.click(dialog.getByRole('button', { name: 'End it now and give the month back' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await expect(ended.mock.calls).toEqual([[{ plan: 'premium', reason: 'Bought twice', refund: true }]])
  },
}

export const PlanOver: Story = {
  name: '[DESK-03] A plan that is over neither renews nor ends later',
  args: { page: () => ({ ...client, plans: [{ ...aPlan, status: 'canceled' }] }) },
  play: async ({ canvas }) => {
    await canvas.findByText('premium, canceled')
    await expect(canvas.queryByText(/· (renews|ends) /)).toBeNull()
  },
}
export const EndUnpaidPlan: Story = {
  name: '[DESK-03][OPS-11] The dialog says that a plan whose payment failed ends at once',
  args: { page: () => ({ ...client, plans: [{ ...aPlan, status: 'past_due' }] }) },
  async play({ canvas }) {
    await userEvent.click(await canvas.findByRole('button', { name: 'End the plan premium' }))
    const dialog = within(await screen.findByRole('dialog'))
    await waitFor(() => expect(dialog.getByText(/^Its payment failed/)).toBeVisible())
    await expect(dialog.getByRole('button', { name: 'End it now' })).toBeVisible()
  },
}

/** [DESK-03][OPS-11] Blocking says what follows, before it is done. */
export const Block: Story = {
  args: { write: () => ({ ...aClientAtTheDesk, blocked_at: at }) },
  async play({ canvas }) {
    await userEvent.click(await canvas.findByRole('button', { name: 'Block the client' }))
    const dialog = within(await screen.findByRole('dialog'))
    await waitFor(() => expect(dialog.getByText('Signed out at once on every device.')).toBeVisible())
    await userEvent.click(dialog.getByRole('button', { name: 'Block the client' }))
    await waitFor(() => expect(canvas.getByText('The client is blocked.')).toBeVisible())
  },
}

export const BlockWithPlan: Story = {
  name: '[DESK-03][OPS-11] Blocking says that a plan renews which the client cannot end',
  args: { page: () => ({ ...client, plans: [{ ...aPlan, status: 'past_due' }] }) },
  async play({ canvas }) {
    await expect(await canvas.findByText('premium, past_due')).toBeVisible()
    await expect(canvas.queryByText(/· renews /)).toBeNull()
    await userEvent.click(await canvas.findByRole('button', { name: 'Block the client' }))
    const dialog = within(await screen.findByRole('dialog'))
    await waitFor(() => expect(dialog.getByText(/^The plan renews, and the client cannot end it/)).toBeVisible())
  },
}

/** [DESK-03][OPS-11] A refused debit stays in the form, at its field; clerks have no debit. */
export const Debit: Story = {
  args: { role: 'lead', write: () => aRefusal(409, 'The balance has only $16.00.', { error_value: 'amount' }) },
  async play({ canvas }) {
    await userEvent.click(await canvas.findByRole('button', { name: 'Debit the balance' }))
    const dialog = within(await screen.findByRole('dialog'))
    await userEvent.type(dialog.getByLabelText('Amount in dollars'), '20')
    await userEvent.click(dialog.getByRole('button', { name: 'Debit the balance' }))
    await expect(dialog.getByLabelText('Reason')).toBeInvalid()
    await userEvent.type(dialog.getByLabelText('Reason'), 'Paid twice')
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(dialog.getByText('The balance has only $16.00.')).toBeVisible())
    await expect(dialog.getByLabelText('Amount in dollars')).toHaveValue('20')
  },
}

/** [DESK-03][DESK-07] Words of a debit outlive a sign-in; a colleague's change of the account shows above them. */
export const DebitOverASignIn: Story = {
  args: {
    role: 'lead',
    page: () => ({
      ...client,
      log: {
        results: [
          { ...logEntry, id: 'l2', action: 'debit balance', request: { amount: 16, reason: 'withheld' } },
          ...client.log.results,
        ],
        next: null,
      },
    }),
  },
  beforeEach() {
    sessionStorage.setItem(
      'desk.words.edit.staff-1.client.debit.client-1',
      JSON.stringify({ typed: { amount: '16', reason: 'Paid twice' }, version: 'l1' }),
    )
    return forgetStoredWords
  },
  async play({ canvas }) {
    await userEvent.click(await canvas.findByRole('button', { name: 'Debit the balance' }))
    const dialog = within(await screen.findByRole('dialog'))
    await expect(dialog.getByLabelText('Amount in dollars')).toHaveValue('16')
    await expect(dialog.getByLabelText('Reason')).toHaveValue('Paid twice')
    await waitFor(() => expect(dialog.getByText(/^Mara changed this client/)).toBeVisible())
    await expect(dialog.getByText(/^Debit balance, \$16\.00/)).toBeVisible()
    await userEvent.click(dialog.getByRole('button', { name: 'Continue with my words' }))
    await expect(dialog.queryByText(/^Mara changed/)).toBeNull()
    await expect(dialog.getByLabelText('Reason')).toHaveValue('Paid twice')
  },
}

/** [DESK-03][OPS-11] A refused number stays in the form, at its field. */
export const CorrectPhone: Story = {
  args: {
    role: 'lead',
    write: () => aRefusal(409, 'Another client has this number.', { error_value: 'phone' }),
  },
  async play({ canvas }) {
    await userEvent.click(await canvas.findByRole('button', { name: 'Correct the phone' }))
    const dialog = within(await screen.findByRole('dialog'))
    await userEvent.type(dialog.getByLabelText('New phone'), '+61 491 570 158{Enter}')
    await waitFor(() => expect(dialog.getByText('Another client has this number.')).toBeVisible())
    await expect(dialog.getByLabelText('New phone')).toHaveValue('+61 491 570 158')
  },
}

export const Found: Story = {
  args: { path: `${deskPaths.find()}?q=ruby` },
  play: async ({ canvas }) => expect(await canvas.findByRole('link', { name: /^Ruby/ })).toBeVisible(),
}
export const NothingFound: Story = {
  args: {
    path: `${deskPaths.find()}?q=rubby`,
    clients: () => ({ results: [], next: null }),
    orders: () => ({ ...orders, results: [] }),
  },
  play: async ({ canvas }) => expect(await canvas.findByText('No client found.')).toBeVisible(),
}
export const TooShort: Story = { args: { path: `${deskPaths.find()}?q=r` } }

export const OlderChanges: Story = {
  name: '[OPS-10] Older changes of the balance follow the newest, and the upload page is a link',
  args: { path: deskPaths.client('client-1') },
  async play({ canvas }) {
    await userEvent.click(await canvas.findByRole('button', { name: 'Show more' }))
    await expect(await canvas.findByText('+$5.00 cashback')).toBeVisible()
    await expect(canvas.getByRole('link', { name: /files\/abcdef/ })).toBeVisible()
  },
}

const held = (change: Partial<OperationsClientWithLists['held_bonuses'][number]> = {}) => ({
  friend_id: 'friend-1',
  friend: 'Ada',
  order_number: '4826311',
  amount: 20,
  since: at,
  ...change,
})
const bonuses = [
  held(),
  held({ friend_id: 'friend-2', friend: hostile }),
  held({ friend_id: 'friend-3', friend: null }),
]
const decision = (person: string, request: Record<string, unknown>) => ({
  ...logEntry,
  id: `decision of ${person}`,
  person,
  action: 'released' in request ? 'release referral bonuses' : 'refuse referral bonuses',
  request,
})
const decided = (...entries: ReturnType<typeof decision>[]) => ({
  ...client,
  log: { results: [...entries, logEntry], next: null },
})

/** The page before a write, and after it. */
function changedPage(after: OperationsClientWithLists): Pick<ClientsProps, 'role' | 'page' | 'write'> {
  let page: OperationsClientWithLists = { ...client, held_bonuses: bonuses }
  return {
    role: 'lead',
    page: () => page,
    write(query) {
      // A decision is about the bonuses that the page showed.
      if (query.get('until') === at) page = after
      return { results: [] }
    },
  }
}

export const HeldBonuses: Story = {
  name: '[SAFE-08][DESK-03] The client’s invited friends, the bonus of each, and why bonuses are held back',
  args: { role: 'lead', page: () => ({ ...client, held_bonuses: bonuses }) },
  async play({ canvas }) {
    await expect(await canvas.findByText('More than 20 friends brought a bonus in 30 days.')).toBeVisible()
    await expect(canvas.getByRole('link', { name: /^\$20\.00 for Ada/ })).toHaveAttribute(
      'href',
      deskPaths.client('friend-1'),
    )
    await expect(canvas.getByText('$20.00 for an erased account')).toBeVisible()
  },
}

export const HeldBonusesForAClerk: Story = {
  name: '[SAFE-08][OPS-15] A clerk reads who decides on held bonuses, and has no button for it',
  args: { page: () => ({ ...client, held_bonuses: bonuses }) },
  async play({ canvas }) {
    await expect(await canvas.findByText(/^Clerks may not decide on referral bonuses/)).toBeVisible()
    await expect(canvas.queryByRole('button', { name: 'Release the bonuses' })).toBeNull()
  },
}

export const ReleaseByKeyboard: Story = {
  name: '[SAFE-08][DESK-03] A lead releases held bonuses by keyboard alone and reads the outcome',
  args: changedPage(decided(decision('Cleo', { released: 3 }))),
  async play({ canvas }) {
    await canvas.findByRole('button', { name: 'Release the bonuses' })
    await userEvent.keyboard('n')
    await expect(canvas.getByRole('button', { name: 'Release the bonuses' })).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    const dialog = within(await screen.findByRole('dialog'))
    dialog.getByRole('button', { name: 'Release the bonuses' }).focus()
    await userEvent.keyboard('{Enter}')
    await expect(await canvas.findByText(/^Cleo released 3 bonuses/)).toBeVisible()
    await expect(canvas.getByRole('heading', { name: 'Referral bonuses held back' })).toHaveFocus()
    await expect(canvas.queryByText(/so your press changed nothing/)).toBeNull()
  },
}

export const SecondDecider: Story = {
  name: '[SAFE-08][DESK-07] A second person reads who decided before their press, and how',
  args: changedPage(decided(decision('Cleo', { released: 0 }), decision('Mara', { refused: 3, reason: 'withheld' }))),
  async play({ canvas }) {
    await userEvent.click(await canvas.findByRole('button', { name: 'Release the bonuses' }))
    const dialog = within(await screen.findByRole('dialog'))
    await userEvent.click(dialog.getByRole('button', { name: 'Release the bonuses' }))
    await expect(await canvas.findByText(/^Mara refused 3 bonuses/)).toBeVisible()
    await expect(canvas.getByText(/so your press changed nothing/)).toBeVisible()
  },
}

export const RefusalWithoutReason: Story = {
  name: '[SAFE-08] A refusal wants a reason, and one that is too long is refused at its field with the words kept',
  args: {
    role: 'lead',
    page: () => ({ ...client, held_bonuses: bonuses }),
    write: () => aRefusal(422, 'reason is too long: at most 5,000 characters', { error_value: 'reason' }),
  },
  beforeEach: () => forgetStoredWords,
  async play({ canvas }) {
    await userEvent.click(await canvas.findByRole('button', { name: 'Refuse the bonuses' }))
    const dialog = within(await screen.findByRole('dialog'))
    await userEvent.click(dialog.getByRole('button', { name: 'Refuse the bonuses' }))
    await expect(dialog.getByLabelText('Reason')).toHaveAccessibleDescription('Please say why.')
    await userEvent.type(dialog.getByLabelText('Reason'), 'One person')
    await userEvent.click(dialog.getByRole('button', { name: 'Refuse the bonuses' }))
    await waitFor(() => expect(dialog.getByLabelText('Reason')).toHaveAccessibleDescription(/at most 5,000 characters/))
    await expect(dialog.getByLabelText('Reason')).toHaveValue('One person')
  },
}

/** Opens a step of the client, types into its fields, and loses the connection at its button. */
const offlineStep = (
  step: string,
  words: Readonly<Record<string, string>>,
): Pick<Story, 'args' | 'beforeEach' | 'play'> => ({
  args: { role: 'lead', page: () => ({ ...client, held_bonuses: bonuses }), write: () => client },
  beforeEach: () => forgetStoredWords,
  async play({ canvas }) {
    await userEvent.click(await canvas.findByRole('button', { name: step }))
    const dialog = within(await screen.findByRole('dialog'))
    for (const [label, typed] of Object.entries(words)) await userEvent.type(dialog.getByLabelText(label), typed)
    await pressOffline({
      press: () => userEvent.click(dialog.getByRole('button', { name: step })),
      async seeWords() {
        for (const [label, typed] of Object.entries(words))
          await expect(dialog.getByLabelText(label)).toHaveValue(typed)
      },
    })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  },
})
export const OfflineCorrection: Story = {
  name: '[API-11][DESK-03] A correction that the connection loses keeps its words and is sent once',
  ...offlineStep('Correct the phone', { 'New phone': '+61 491 570 158' }),
}
export const OfflineCredit: Story = {
  name: '[API-11][DESK-03] A credit that the connection loses keeps its words and is booked once',
  ...offlineStep('Credit the balance', { 'Amount in dollars': '10', Reason: 'Sorry' }),
}
export const OfflineDebit: Story = {
  name: '[API-11][OPS-11] A debit that the connection loses keeps its words and is booked once',
  ...offlineStep('Debit the balance', { 'Amount in dollars': '10', Reason: 'Booked twice' }),
}
export const OfflineBlock: Story = {
  name: '[API-11][SAFE-04] A block that the connection loses is sent once',
  ...offlineStep('Block the client', {}),
}
export const OfflineRefusal: Story = {
  name: '[API-11][SAFE-08] A refusal of bonuses that the connection loses keeps its reason and is sent once',
  ...offlineStep('Refuse the bonuses', { Reason: 'One person' }),
}

const failedMessage: OperationsClientWithLists['failed_messages'][number] = {
  id: 'message-1',
  channel: 'sms',
  to: '+61491570156',
  template: 'order-sent',
  status: 'dead',
  attempts: 5,
  error_code: '30003',
  created_at: at,
  delivered_at: null,
  finished_at: at,
  subject: null,
  text: null,
  can_resend: true,
}
let failed = [failedMessage]

export const ResendByKeyboard: Story = {
  name: '[MSG-05][DESK-03] A message that did not arrive is resent by keyboard, unless it is out of date',
  args: {
    page: () => ({
      ...client,
      failed_messages: [...failed, { ...failedMessage, id: 'message-2', status: 'expired', can_resend: false }],
    }),
    write() {
      failed = []
      return { ...failedMessage, status: 'queued', can_resend: false }
    },
  },
  beforeEach() {
    failed = [failedMessage]
  },
  async play({ canvas }) {
    const resend = await canvas.findByRole('button', { name: 'Send again: order-sent to +61491570156' })
    await userEvent.keyboard('n')
    await expect(resend).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect(await canvas.findByText('The message is on its way again.')).toBeVisible()
    await expect(canvas.getByRole('heading', { name: 'Messages that did not arrive' })).toHaveFocus()
    await waitFor(() => expect(resend).not.toBeInTheDocument())
  },
}

export const NextStep: Story = {
  name: '[DESK-03] n leads to the first step with any client',
  async play({ canvas }) {
    const credit = await canvas.findByRole('button', { name: 'Credit the balance' })
    await userEvent.keyboard('n')
    await expect(credit).toHaveFocus()
  },
}

export const LaterOrders: Story = {
  name: '[DESK-03] Every order of a client can be reached, a slice at a time',
  args: {
    page: () => ({ ...client, orders: { ...client.orders, next: 'page-2', total: 2 } }),
    orders: () => ({
      results: [anOperationsOrder({ id: 'order-9', number: '47001', name: 'The first one' })],
      next: null,
      total: 2,
      over_total: false,
    }),
  },
  async play({ canvas }) {
    await expect(await canvas.findByText('The newest 1 of 2.')).toBeVisible()
    const older = within(canvas.getByRole('region', { name: 'Orders' }))
    await userEvent.click(older.getByRole('button', { name: 'Show more' }))
    await expect(await canvas.findByRole('link', { name: /The first one/ })).toHaveAttribute(
      'href',
      deskPaths.order('47001'),
    )
    await expect(older.queryByRole('button', { name: 'Show more' })).toBeNull()
    await expect(older.queryByText(/^The newest/)).toBeNull()
  },
}
