import { apiPaths } from '@nerdify/contract/api-paths.ts'
import { type BalanceChange, type BalancePage, balanceChangesPerPage, type Client } from '@nerdify/contract/client.ts'
import type { MarketingConsent } from '@nerdify/contract/messages.ts'
import type { OpenSessions } from '@nerdify/contract/sign-in.ts'
import { webPaths } from '@nerdify/contract/web-paths.ts'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, waitFor } from 'storybook/test'
import { aClientAnswer } from '../../testing/a-client-answer.ts'
import { answerCalls, aRefusal, noAnswerYet } from '@nerdify/browser/testing/answered-calls.ts'
import { StoryPage } from '../../testing/StoryPage.tsx'
import { isSeen } from '../../testing/story-steps.ts'
import { myInfoTexts } from '../../texts/my-info.ts'
import { Component as MyInfo } from './MyInfoScreen.tsx'
import { nicknameTexts } from '../../texts/nickname.ts'

interface MyInfoProps {
  /** Number of balance changes; undefined if they cannot load. */
  changes?: number
  me?: Partial<Client>
  /** Replaces the client's answer. */
  answer?: () => unknown
  /** The answer to a change. */
  changed?: () => unknown
  consent?: Partial<MarketingConsent> | 'unknown'
  sessions?: 'unknown' | 'on their way'
}

/** [OPS-11] One debit among them says why. */
const changeText = /^(Cash back from a coupon, order|Taken back by our team: This credit was)/

const change = (index: number): BalanceChange => ({
  id: `change-${index}`,
  at: new Date(Date.UTC(2026, 10, 20) - index * 86_400_000).toISOString(),
  amount: index % 3 === 0 ? -5 : 7.2,
  ...(index === 3
    ? { cause: 'staff_debit', order_number: null, reason: 'This credit was for another client.' }
    : { cause: 'cashback', order_number: String(48_213 - index), reason: null }),
})

function pageOf(changes: number, page: number): BalancePage {
  const all = Array.from({ length: changes }, (_, index) => change(index))
  return {
    results: all.slice(page * balanceChangesPerPage, (page + 1) * balanceChangesPerPage),
    page,
    pages: Math.ceil(changes / balanceChangesPerPage),
    total: changes,
  }
}

const openSessions: OpenSessions = {
  results: [
    { id: 's1', since: '2026-11-21T12:00:00.000Z', browser: 'Safari on iPhone', country: 'US', current: true },
    { id: 's2', since: '2026-11-02T08:30:00.000Z', browser: 'Chrome on Windows', country: 'CA', current: false },
    { id: 's3', since: '2026-10-30T19:45:00.000Z', browser: null, country: null, current: false },
  ],
}

const agreement: MarketingConsent = {
  granted: false,
  wording: 'Text and e-mail me offers from Nerdify. Optional.',
  at: null,
}

function answerOf({ pathname, searchParams }: URL, method: string, props: MyInfoProps): unknown {
  const { changes, me, answer, changed, consent = {}, sessions } = props
  if (method !== 'GET') return changed?.()
  switch (pathname) {
    case apiPaths.me():
      return answer === undefined ? aClientAnswer({ available_balance: 27, ...me }) : answer()
    case apiPaths.marketingConsent():
      return consent === 'unknown' ? undefined : { ...agreement, ...consent }
    case apiPaths.mySessions():
      if (sessions === 'on their way') return noAnswerYet()
      return sessions === 'unknown' ? aRefusal(503, 'Sessions: not now') : openSessions
    case apiPaths.myBalance():
      return changes === undefined ? undefined : pageOf(changes, Number(searchParams.get('page')))
    default:
      return undefined
  }
}

const screens = { [webPaths.myInfo()]: MyInfo }

const MyInfoWith = (_props: MyInfoProps) => <StoryPage path={webPaths.myInfo()} screens={screens} />

const meta = {
  title: 'Screens/My info',
  component: MyInfoWith,
  parameters: { layout: 'fullscreen' },
  beforeEach: ({ args }) => answerCalls((address, { method }) => answerOf(address, method, args)),
} satisfies Meta<typeof MyInfoWith>
export default meta
type Story = StoryObj<typeof meta>

/** [SAFE-03] Before identity is confirmed in a session of one order: masked, and no balance. */
export const NotShown: Story = {
  args: {
    changes: 0,
    me: { phone: '•••0103', email: { email: 'a•••@example.com' }, available_balance: null },
  },
  async play({ canvas, userEvent }) {
    const email = await canvas.findByRole('textbox', { name: 'E-mail' })
    await waitFor(() => expect(email).toHaveValue('a•••@example.com'))
    await userEvent.click(email)
    await userEvent.tab()
    await waitFor(() => expect(canvas.queryByText('Invalid email')).toBeNull())
    await waitFor(() => expect(canvas.queryByText('Bonuses and credited tips')).toBeNull())
  },
}

/** [INFO-05] The nickname, without a plan. */
export const Nickname: Story = {
  args: { changes: 0, me: { nickname: 'Alex' }, changed: () => aClientAnswer({ nickname: 'Sam' }) },
  async play({ canvas, userEvent }) {
    const field = await canvas.findByRole('textbox', { name: nicknameTexts.label })
    await expect(field).toHaveValue('Alex')
    await userEvent.clear(field)
    await userEvent.type(field, 'Sam{Enter}')
    await isSeen(() => canvas.getByText(nicknameTexts.saved))
  },
}

/** [INFO-04] The e-mail first; five lines of a long history, and more by a click, which moves the focus. */
export const LongHistory: Story = {
  args: { changes: 47 },
  async play({ canvas, userEvent }) {
    const lines = () => canvas.getAllByText(changeText).map((text) => text.closest('li'))
    await waitFor(() => expect(lines()).toHaveLength(5))
    const email = await canvas.findByRole('textbox', { name: 'E-mail' })
    const heading = await canvas.findByRole('heading', { name: 'History of your balance' })
    await expect(email.compareDocumentPosition(heading)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)

    const more = () => canvas.getByRole('button', { name: /^Show more/ })
    for (const [left, shown] of [
      [42, 25],
      [22, 45],
      [2, 47],
    ] as const) {
      const before = lines().length
      await waitFor(() => expect(more()).toHaveAccessibleName(`Show more (${left} left)`))
      more().focus()
      await userEvent.keyboard('{Enter}')
      await waitFor(() => expect(lines()).toHaveLength(shown))
      await waitFor(() => expect(lines()[before]).toHaveFocus())
    }
    await waitFor(() => expect(canvas.queryByRole('button', { name: /^Show more/ })).toBeNull())
  },
}

/** [INFO-04] Five lines need no button. */
export const ShortHistory: Story = {
  args: { changes: 5 },
  async play({ canvas }) {
    await waitFor(() => expect(canvas.getAllByText(changeText)).toHaveLength(5))
    await waitFor(() => expect(canvas.queryByRole('button', { name: /^Show more/ })).toBeNull())
  },
}

export const PendingBonus: Story = {
  name: '[REF-04] A bonus for a friend is pending',
  args: { changes: 0, me: { referral_details: { count: 1, count_with_orders: 1, earn: 0, pending: 20 } } },
  async play({ canvas }) {
    await isSeen(() => canvas.getByText(myInfoTexts.balancePending('$20.00')))
  },
}

export const NoHistory: Story = { args: { changes: 0 } }

/** [UI-08] The history cannot load; the rest of the page stays. */
export const HistoryNotRead: Story = {
  async play({ canvas }) {
    await waitFor(() => expect(canvas.getByRole('alert')).toHaveTextContent('Not now'))
    await waitFor(() => expect(canvas.getByRole('textbox', { name: 'E-mail' })).toHaveValue('alex@example.com'))
  },
}

export const Loading: Story = {
  args: { answer: noAnswerYet },
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getByText(myInfoTexts.loading)).toBeInTheDocument())
  },
}

export const NotLoaded: Story = {
  name: '[UI-08] Not loaded',
  args: { answer: () => aRefusal(503, 'Not now') },
  play: async ({ canvas }) => {
    await isSeen(() => canvas.getByText(myInfoTexts.failedTitle))
  },
}

export const NoEmail: Story = {
  name: '[INFO-01] No e-mail yet, nothing on the balance',
  args: { changes: 0, me: { email: null, available_balance: 0 } },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('textbox', { name: 'E-mail' }))
    await userEvent.keyboard('a{Backspace}')
    await userEvent.tab()
    await isSeen(() => canvas.getByText(myInfoTexts.emailMissing))
  },
}

export const EmailRefused: Story = {
  name: '[INFO-02] The server has a word about the e-mail',
  args: {
    changes: 3,
    changed: () => aRefusal(422, 'This is our own address. Please enter yours.', { error_value: 'email' }),
  },
  play: async ({ canvas, userEvent }) => {
    const email = await canvas.findByRole('textbox', { name: 'E-mail' })
    await userEvent.clear(email)
    await userEvent.type(email, 'support@example.com')
    await userEvent.click(await canvas.findByRole('button', { name: myInfoTexts.submit }))
    await isSeen(() => canvas.getByText('This is our own address. Please enter yours.'))
    await waitFor(() => expect(email).toHaveValue('support@example.com'))
  },
}

const newAddress = 'alex.new@example.com'

export const EmailSaved: Story = {
  name: '[SAFE-02][INFO-02] The e-mail is saved, and a link waits in its mailbox',
  args: { changes: 3, changed: () => aClientAnswer({ available_balance: 27, pending_email: newAddress }) },
  play: async ({ canvas, userEvent }) => {
    const email = await canvas.findByRole('textbox', { name: 'E-mail' })
    await userEvent.clear(email)
    await userEvent.type(email, `${newAddress}{Enter}`)
    await isSeen(() => canvas.getByText(myInfoTexts.emailSaved))
    await isSeen(() => canvas.getByText(/^We sent a link to alex.new@example.com/))
    await isSeen(() => canvas.getByText(/Until then we keep using alex@example.com/))
  },
}

export const EmailPending: Story = {
  name: '[SAFE-02] A first e-mail waits for its link, which is requested again',
  args: {
    changes: 0,
    me: { email: null, pending_email: newAddress },
    changed: () => aClientAnswer({ email: null, pending_email: newAddress, available_balance: 27 }),
  },
  play: async ({ canvas, userEvent }) => {
    await isSeen(() => canvas.getByText(/Until then we’ll text you/))
    await waitFor(() => expect(canvas.getByRole('textbox', { name: 'E-mail' })).toHaveValue(newAddress))
    await userEvent.click(await canvas.findByRole('button', { name: myInfoTexts.sendLinkAgain }))
    await isSeen(() => canvas.getByText(myInfoTexts.linkSentAgain))
  },
}

export const FirstEmail: Story = {
  name: '[SAFE-02] A first e-mail gets receipts before its link is opened',
  args: { changes: 0, me: { email: { email: newAddress }, email_confirmed: false } },
  play: async ({ canvas }) => {
    await isSeen(() => canvas.getByText(/Until then only your receipts and news of paid tasks go there/))
  },
}

export const EmailFault: Story = {
  name: '[INFO-02] An invalid e-mail, and a probable typo',
  args: { changes: 3 },
  play: async ({ canvas, userEvent }) => {
    const email = await canvas.findByRole('textbox', { name: 'E-mail' })
    await userEvent.clear(email)
    await userEvent.type(email, 'alex@')
    await userEvent.tab()
    await waitFor(() => expect(email).toBeInvalid())
    await userEvent.type(email, 'gmial.com')
    await isSeen(() => canvas.getByRole('button', { name: 'alex@gmail.com' }))
  },
}

export const Messages: Story = {
  name: '[MSG-06][LAW-07] Choices that are not saved',
  args: { changes: 0, consent: { granted: true, at: '2026-11-01T17:00:00.000Z' } },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('radio', { name: 'Nothing' }))
    await isSeen(() => canvas.getByText(myInfoTexts.messagesFailed))
    await isSeen(() => canvas.getByText(/You agreed on Sun, Nov\s1(, 2026)?\./))
  },
}

export const ConsentUnknown: Story = {
  name: '[LAW-07] The consent cannot be read',
  args: { changes: 0, consent: 'unknown' },
  play: async ({ canvas }) => {
    await isSeen(() => canvas.getByText(myInfoTexts.offersFailed))
  },
}

export const Deletion: Story = {
  name: '[LAW-06] Before the account is deleted, with a failure',
  args: { changes: 0 },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: myInfoTexts.deleteAccount }))
    await isSeen(() => canvas.getByText(/You lose your balance of \$27\.00/))
    await userEvent.click(await canvas.findByRole('button', { name: myInfoTexts.deleteYes }))
    await expect(await canvas.findByRole('alert')).toHaveTextContent('Not now')
  },
}

export const DeletionDue: Story = {
  name: '[LAW-06] The account will be deleted in some days; the data is unavailable for now',
  args: { changes: 0, me: { delete_at: '2026-11-28T17:00:00.000Z' } },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: myInfoTexts.download }))
    await expect(await canvas.findByRole('alert')).toHaveTextContent(/We couldn’t prepare your data/)
    await isSeen(() => canvas.getByRole('button', { name: myInfoTexts.deleteNo }))
  },
}

export const Sessions: Story = {
  name: '[SAFE-04] The open sessions, with this browser marked',
  args: { changes: 0, changed: noAnswerYet },
  async play({ canvas, userEvent }) {
    const list = () => canvas.getByRole('heading', { name: myInfoTexts.sessions }).parentElement
    await waitFor(() => expect(list()).toHaveTextContent('Safari on iPhone, United States (this one)'))
    await waitFor(() => expect(list()).toHaveTextContent(myInfoTexts.unknownBrowser))
    await userEvent.click(await canvas.findByRole('button', { name: myInfoTexts.signOutEverywhere }))
    await isSeen(() => canvas.getByText(myInfoTexts.signingOut))
  },
}

export const SessionsNotRead: Story = {
  name: '[UI-08] The sessions cannot load, and signing out everywhere can fail',
  args: { changes: 0, sessions: 'unknown' },
  async play({ canvas, userEvent }) {
    await expect(await canvas.findByText('Sessions: not now')).toBeVisible()
    await userEvent.click(await canvas.findByRole('button', { name: myInfoTexts.signOutEverywhere }))
    await waitFor(() => expect(canvas.getAllByRole('alert').map(({ textContent }) => textContent)).toContain('Not now'))
  },
}

export const SessionsLoading: Story = { args: { changes: 0, sessions: 'on their way' } }
