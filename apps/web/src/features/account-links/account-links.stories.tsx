import { webPaths } from '@nerdify/contract/web-paths.ts'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, waitFor } from 'storybook/test'
import { answerCalls, aRefusal, noAnswerYet } from '@nerdify/browser/testing/answered-calls.ts'
import { StoryPage } from '../../testing/StoryPage.tsx'
import { isSeen } from '../../testing/story-steps.ts'
import { accountLinkTexts } from '../../texts/account-links.ts'
import { ConfirmEmail, KeepAccount, UndoEmail } from './AccountLinkScreen.tsx'

const screens = {
  [webPaths.confirmEmail(':key')]: ConfirmEmail,
  [webPaths.undoEmail(':key')]: UndoEmail,
  [webPaths.keepAccount(':key')]: KeepAccount,
}

const account = { phone_end: '1244', email: null }

interface AccountLinkProps {
  path: string
  /** The server's answers to the lookup, if not the account, and to the click. */
  looked?: () => unknown
  answer?: () => unknown
}

const AccountLink = ({ path }: AccountLinkProps) => <StoryPage path={path} screens={screens} />

const meta = {
  title: 'Screens/Links about an account',
  component: AccountLink,
  parameters: { layout: 'fullscreen' },
  beforeEach: ({ args: { answer, looked } }) =>
    answerCalls((_address, { body }) => {
      const isLook = (body as { look?: boolean }).look === true
      return isLook && looked !== undefined ? looked() : isLook ? { account } : answer?.()
    }),
} satisfies Meta<typeof AccountLink>
export default meta
type Story = StoryObj<typeof meta>

const { confirm_email: confirm, undo_email: undo, keep_account: keep } = accountLinkTexts

const pressConfirm = async ({ canvas, userEvent }: Parameters<NonNullable<Story['play']>>[0]) =>
  userEvent.click(await canvas.findByRole('button', { name: confirm.press(account) }))

export const Looking: Story = {
  name: '[SAFE-02] The link is being opened',
  args: { path: webPaths.confirmEmail('key'), looked: noAnswerYet },
  play: ({ canvas }) => isSeen(() => canvas.getByRole('heading', { name: accountLinkTexts.looking })),
}

export const ToConfirm: Story = {
  name: '[SAFE-02] The e-mail, to be confirmed by a press that names the account',
  args: { path: webPaths.confirmEmail('key') },
  play: ({ canvas }) => isSeen(() => canvas.getByRole('button', { name: /the account whose phone ends in 1244/ })),
}

export const ToConfirmWithoutPhone: Story = {
  name: '[SAFE-02] The e-mail of an account without a phone, to be confirmed',
  args: {
    path: webPaths.confirmEmail('key'),
    looked: () => ({ account: { phone_end: null, email: 'a•••@example.com' } }),
  },
  play: ({ canvas }) => isSeen(() => canvas.getByRole('button', { name: /the account of a•••@example.com/ })),
}

export const Confirmed: Story = {
  name: '[SAFE-02] The e-mail is confirmed',
  args: { path: webPaths.confirmEmail('key'), answer: () => ({ ok: true, email: 'alex@example.com' }) },
  play: async (context) => {
    const { canvas } = context
    await pressConfirm(context)
    await waitFor(() => expect(canvas.getByRole('heading', { name: confirm.doneTitle })).toHaveFocus())
    await isSeen(() => canvas.getByText(confirm.done('alex@example.com')))
  },
}

const expired = 'This link has expired.'

export const NotConfirmed: Story = {
  name: '[SAFE-02] The link is too old',
  args: { path: webPaths.confirmEmail('key'), answer: () => aRefusal(422, expired, { error_type: 'link_expired' }) },
  play: async (context) => {
    const { canvas } = context
    await pressConfirm(context)
    await waitFor(() => expect(canvas.getByRole('heading', { name: accountLinkTexts.refusedTitle })).toHaveFocus())
    await isSeen(() => canvas.getByText(expired))
    await waitFor(() => expect(canvas.queryByRole('button', { name: accountLinkTexts.tryAgain })).toBeNull())
  },
}

export const NoAnswer: Story = {
  name: '[UI-08] No answer: it can be tried again',
  args: { path: webPaths.confirmEmail('key'), looked: () => aRefusal(503, 'Not now') },
  play: async ({ canvas }) => {
    await isSeen(() => canvas.getByRole('button', { name: accountLinkTexts.tryAgain }))
  },
}

export const ToUndo: Story = {
  name: '[SAFE-02] The change of the e-mail, to be undone by a press',
  args: { path: webPaths.undoEmail('key') },
  play: ({ canvas }) => isSeen(() => canvas.getByRole('button', { name: undo.press() })),
}

export const Undone: Story = {
  name: '[SAFE-02] The change is undone',
  args: { path: webPaths.undoEmail('key'), answer: () => ({ ok: true, email: 'alex@example.com' }) },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: undo.press() }))
    await waitFor(() => expect(canvas.getByRole('heading', { name: undo.doneTitle })).toHaveFocus())
    await isSeen(() => canvas.getByText(undo.done('alex@example.com')))
    await isSeen(() => canvas.getByRole('link', { name: accountLinkTexts.login }))
  },
}

export const UndoneWithout: Story = {
  name: '[SAFE-02] The change of a first e-mail is undone',
  args: { path: webPaths.undoEmail('key'), answer: () => ({ ok: true, email: null }) },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: undo.press() }))
    await isSeen(() => canvas.getByText(undo.done(null)))
  },
}

export const Kept: Story = {
  name: '[SAFE-13] The account stays, by a press',
  args: { path: webPaths.keepAccount('key'), answer: () => ({ ok: true, email: null }) },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: keep.press() }))
    await waitFor(() => expect(canvas.getByRole('heading', { name: keep.doneTitle })).toHaveFocus())
  },
}
