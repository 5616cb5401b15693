import { answerCalls, aRefusal } from '@nerdify/browser/testing/answered-calls.ts'
import { deskPaths } from '@nerdify/contract/desk-paths.ts'
import { opsPaths } from '@nerdify/contract/ops-paths.ts'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, userEvent } from 'storybook/test'
import { DeskStory } from '../../testing/DeskStory.tsx'
import { storeTarget, takeTarget } from './link-request.ts'
import { LinkScreen } from './LinkScreen.tsx'
import { SignInScreen } from './SignInScreen.tsx'

interface SignInProps {
  path?: string
  hasEnded?: boolean
  answer?: (path: string) => unknown
}

const SignIn = ({ path = deskPaths.queue(), hasEnded = false }: SignInProps) => (
  <DeskStory
    path={path}
    screens={{ [deskPaths.signIn()]: <LinkScreen />, [deskPaths.queue()]: <SignInScreen hasEnded={hasEnded} /> }}
  />
)

const meta = {
  title: 'Desk/Sign in',
  component: SignIn,
  parameters: { layout: 'fullscreen' },
  beforeEach: ({ args: { answer } }) => answerCalls(({ pathname }) => answer?.(pathname)),
} satisfies Meta<typeof SignIn>
export default meta
type Story = StoryObj<typeof meta>

export const SessionEnded: Story = {
  args: { hasEnded: true },
  play: async ({ canvas }) => expect(canvas.getByText(/^Your session has ended/)).toBeVisible(),
}

export const Sent: Story = {
  name: '[OPS-15] After the request the screen says to check the mail, and the focus is on it',
  args: { answer: (path) => path === opsPaths.signIn() && { expires_at: '2026-11-23T18:44:00.000Z' } },
  async play({ canvas }) {
    await userEvent.type(canvas.getByLabelText('Your work e-mail'), 'cleo@nerdify.test{Enter}')
    await expect(await canvas.findByRole('heading', { name: 'Check your mail' })).toHaveFocus()
  },
}

export const Refused: Story = {
  name: '[OPS-15][SAFE-10] A refused request keeps the address, with the reason at its field',
  args: { answer: () => aRefusal(429, 'Please wait 5 minutes, then ask for another link.') },
  async play({ canvas }) {
    const field = canvas.getByLabelText('Your work e-mail')
    await userEvent.type(field, 'cleo@nerdify.test{Enter}')
    await expect(await canvas.findByText(/^Please wait 5 minutes/)).toBeVisible()
    await expect(field).toHaveValue('cleo@nerdify.test')
    await expect(field).toHaveFocus()
  },
}

const link = `${deskPaths.signIn()}#key`

export const Malformed: Story = {
  name: '[OPS-15] An address that is no link says so, with a way to a new one',
  args: { path: `${deskPaths.signIn()}#%`, answer: () => aRefusal(404, 'This link does not work.') },
  play: async ({ canvas }) => expect(await canvas.findByText('This link does not work.')).toBeVisible(),
}

export const LinkUsed: Story = {
  args: { path: link, answer: () => aRefusal(422, 'This link was used already. Please ask for a new one.') },
  async play({ canvas }) {
    await expect(await canvas.findByText(/^This link was used already/)).toBeVisible()
    await expect(canvas.getByRole('link', { name: 'Ask for a new link' })).toHaveAttribute('href', deskPaths.queue())
  },
}

export const LinkDead: Story = {
  name: '[OPS-15] The way from a dead link to a new one keeps the page that the person came from',
  args: { path: link, answer: () => aRefusal(422, 'This link has expired. Please ask for a new one.') },
  beforeEach() {
    storeTarget(deskPaths.order('4826300'))
    return () => void takeTarget()
  },
  async play({ canvas }) {
    const again = await canvas.findByRole('link', { name: 'Ask for a new link' })
    await expect(again).toHaveAttribute('href', deskPaths.order('4826300'))
  },
}

export const LinkOfOtherBrowser: Story = {
  name: '[OPS-15] Another browser signs in only at a press, which names the person',
  args: { path: link, answer: () => ({ press: { to: 'cleo@nerdify.test' } }) },
  async play({ canvas }) {
    await expect(await canvas.findByText(/cleo@nerdify\.test/)).toBeVisible()
    await expect(canvas.getByRole('button')).toBeVisible()
  },
}
