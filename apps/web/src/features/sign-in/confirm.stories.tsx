import { apiPaths } from '@nerdify/contract/api-paths.ts'
import type { Client } from '@nerdify/contract/client.ts'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, waitFor } from 'storybook/test'
import { aClientAnswer } from '../../testing/a-client-answer.ts'
import { answerCalls, aRefusal, noAnswerYet } from '@nerdify/browser/testing/answered-calls.ts'
import { StoryPage } from '../../testing/StoryPage.tsx'
import { isSeen } from '../../testing/story-steps.ts'
import { codeTexts, confirmTexts } from '../../texts/sign-in.ts'
import { Main } from '@nerdify/ui/page/PageFrame.tsx'
import { ConfirmDialog } from './ConfirmDialog.tsx'

interface ConfirmProps {
  me?: Partial<Client>
  /** The server's answers to the request for a code or a link, and to the typed code. */
  asked?: () => unknown
  checked?: () => unknown
}

const Page = () => (
  <Main>
    <h1>My info</h1>
    <ConfirmDialog />
  </Main>
)
const Confirm = (_props: ConfirmProps) => <StoryPage path="/" screens={{ '/': Page }} />

const sent = () => ({ ok: true, resend_after: 30, expires_at: '2026-11-21T12:10:00.000Z' })

const meta = {
  title: 'Screens/Confirm',
  component: Confirm,
  parameters: { layout: 'fullscreen' },
  beforeEach: ({ args: { me, asked = sent, checked } }) =>
    answerCalls(({ pathname }, { body }) => {
      if (pathname === apiPaths.me()) return aClientAnswer({ email: null, ...me })
      return (body as { type: string }).type === 'check_code' ? checked?.() : asked()
    }),
} satisfies Meta<typeof Confirm>
export default meta
type Story = StoryObj<typeof meta>
type Play = NonNullable<Story['play']>

const press =
  (name: string): Play =>
  async ({ canvas, userEvent }) =>
    userEvent.click(await canvas.findByRole('button', { name }))

export const ByPhone: Story = {
  name: '[SAFE-03] Before the code is sent',
  play: ({ canvas }) => isSeen(() => canvas.getByText(/ends in 0103/)),
}

export const Sending: Story = {
  name: 'The code on its way',
  args: { asked: noAnswerYet },
  play: async (context) => {
    await press(confirmTexts.textMe)(context)
    await isSeen(() => context.canvas.getByText(confirmTexts.sending))
  },
}

export const SendError: Story = {
  name: 'The code was not sent, and there is a mailbox',
  args: {
    me: { email: { email: 'alex@example.com' } },
    asked: () => aRefusal(429, 'We can’t text you a code right now.', { error_type: 'too_many_requests' }),
  },
  play: async (context) => {
    await press(confirmTexts.textMe)(context)
    await expect(await context.canvas.findByRole('alert')).toHaveTextContent('We can’t text you a code right now.')
  },
}

export const Code: Story = {
  name: '[SAFE-03] The code',
  play: async (context) => {
    await press(confirmTexts.textMe)(context)
    await expect(await context.canvas.findByRole('textbox')).toHaveFocus()
  },
}

export const CodeWrong: Story = {
  name: 'The code, wrong',
  args: { checked: () => aRefusal(422, 'Please enter a valid code', { error_type: 'code_wrong' }) },
  play: async (context) => {
    await press(confirmTexts.textMe)(context)
    await context.userEvent.type(await context.canvas.findByRole('textbox'), '12345')
    await press(confirmTexts.submit)(context)
    await expect(await context.canvas.findByText('Please enter a valid code')).toBeVisible()
    await waitFor(() => expect(context.canvas.getByRole('textbox', { name: codeTexts.label })).toHaveValue('12345'))
  },
}

export const ByEmail: Story = {
  name: '[SAFE-03] Without a phone, a link is mailed',
  args: { me: { phone: null, email: { email: 'alex@example.com' } } },
  play: async (context) => {
    await press(confirmTexts.emailMe)(context)
    await isSeen(() => context.canvas.getByText(confirmTexts.mailed('alex@example.com')))
  },
}

export const Masked: Story = {
  name: '[SAFE-03] The code, where phone and e-mail are shown masked',
  args: { me: { phone: '•••0103', email: { email: 'a•••@example.com' } } },
  play: async (context) => {
    await isSeen(() => context.canvas.getByText(/ends in 0103/))
    await press(confirmTexts.textMe)(context)
    await isSeen(() => context.canvas.getByText(confirmTexts.texted('•••0103')))
  },
}

export const MaskedEmail: Story = {
  name: '[SAFE-03] A link is mailed, where the e-mail is shown masked',
  args: { me: { phone: null, email: { email: 'a•••@example.com' } } },
  play: async (context) => {
    await press(confirmTexts.emailMe)(context)
    await isSeen(() => context.canvas.getByText(confirmTexts.mailed('a•••@example.com')))
  },
}

export const Unreachable: Story = {
  name: 'With neither of the two',
  args: { me: { phone: null } },
  play: ({ canvas }) => isSeen(() => canvas.getByText(confirmTexts.byNothing, { exact: false })),
}
