import { answerCalls, aRefusal, noAnswerYet } from '@nerdify/browser/testing/answered-calls.ts'
import { deskPaths } from '@nerdify/contract/desk-paths.ts'
import { opsPaths } from '@nerdify/contract/ops-paths.ts'
import type { OperatorAnswer, StaffMember } from '@nerdify/contract/staff.ts'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, userEvent, waitFor, within } from 'storybook/test'
import { App } from '../../App.tsx'
import { Screens } from '../../Screens.tsx'
import { forgetStoredWords } from '../../frame/stored-words.ts'
import { aClerk, DeskStory } from '../../testing/DeskStory.tsx'
import { pressOffline } from '../../testing/press-offline.ts'

const at = '2026-11-01T16:05:00.000Z'
const member = (name: string, change: Partial<StaffMember>): StaffMember => ({
  id: name,
  name,
  email: `${name.toLowerCase()}@nerdify.test`,
  role: 'clerk',
  invited_at: at,
  joined_at: at,
  ...change,
})
const results = [member('Olive', { role: 'owner' }), member('Cleo', {}), member('Nils', { joined_at: null })]

interface StaffProps {
  role: OperatorAnswer['role']
  write?: () => unknown
}

const StaffAt = ({ role }: StaffProps) => (
  <DeskStory
    path={deskPaths.staff()}
    screens={{ '*': <Screens me={{ ...aClerk, name: 'Olive', email: 'olive@nerdify.test', role }} /> }}
  />
)

const meta = {
  title: 'Desk/Staff',
  component: StaffAt,
  parameters: { layout: 'padded' },
  args: { role: 'owner' },
  beforeEach({ args: { write } }) {
    forgetStoredWords()
    return answerCalls((_, { method }) => (method === 'GET' ? { results } : write?.()))
  },
} satisfies Meta<typeof StaffAt>
export default meta
type Story = StoryObj<typeof meta>

export const NotForClerks: Story = {
  name: '[DESK-06] A clerk sees no owner’s screen by its address',
  args: { role: 'clerk' },
  async play({ canvas }) {
    await canvas.findByRole('heading', { name: 'This page is not for your role' })
    await expect(canvas.getByText('Clerks may not change staff. Ask an owner.')).toBeVisible()
  },
}

export const Remove: Story = {
  args: { write: () => results[1] },
  async play({ canvas }) {
    await userEvent.click(await canvas.findByRole('button', { name: 'Remove Cleo' }))
    const dialog = within(await screen.findByRole('dialog'))
    await userEvent.click(dialog.getByRole('button', { name: 'Remove' }))
    await waitFor(() => expect(canvas.getByText('Cleo was removed.')).toBeVisible())
  },
}

export const LastOwner: Story = {
  name: '[DESK-06] The last owner stays one, and the refusal is in words',
  args: {
    write: () => aRefusal(409, 'This is the last owner. Make another person an owner first.'),
  },
  async play({ canvas }) {
    await userEvent.click(await canvas.findByRole('button', { name: 'Change the role of Olive' }))
    const dialog = within(await screen.findByRole('dialog'))
    await userEvent.selectOptions(dialog.getByLabelText('Role'), 'Lead')
    await userEvent.click(dialog.getByRole('button', { name: 'Save the role' }))
    await waitFor(() => expect(dialog.getByText(/^This is the last owner/)).toBeVisible())
    await expect(dialog.getByLabelText('Role')).toHaveValue('lead')
  },
}

export const OwnRole: Story = {
  name: '[DESK-06][OPS-15] An owner who becomes a lead has a lead’s desk at once',
  render: () => <DeskStory path={deskPaths.staff()} screens={{ '*': <App /> }} />,
  beforeEach() {
    let role: OperatorAnswer['role'] = 'owner'
    localStorage.setItem('desk.session', '1')
    const restore = answerCalls(({ pathname }, { method }) => {
      if (method === 'PATCH') role = 'lead'
      if (pathname === opsPaths.me()) return { ...aClerk, name: 'Olive', email: 'olive@nerdify.test', role }
      return pathname === opsPaths.staff() || method === 'PATCH' ? { results } : noAnswerYet()
    })
    return () => {
      restore()
      localStorage.removeItem('desk.session')
    }
  },
  async play({ canvas }) {
    await userEvent.click(await canvas.findByRole('button', { name: 'Change the role of Olive' }))
    const dialog = within(await screen.findByRole('dialog'))
    await userEvent.selectOptions(dialog.getByLabelText('Role'), 'Lead')
    await userEvent.click(dialog.getByRole('button', { name: 'Save the role' }))
    await canvas.findByRole('heading', { name: 'This page is not for your role' })
    await expect(canvas.queryByRole('link', { name: 'Staff' })).toBeNull()
  },
}

export const NameTaken: Story = {
  name: '[DESK-06] A refused invitation keeps what was typed, with the reason at its field',
  args: { write: () => aRefusal(422, 'Somebody has or had this name. Choose another one.', { error_value: 'name' }) },
  async play({ canvas }) {
    await userEvent.type(await canvas.findByLabelText('E-mail'), 'cleo2@nerdify.test')
    const name = canvas.getByLabelText(/^Name/)
    await userEvent.type(name, 'Cleo{Enter}')
    await waitFor(() => expect(name).toHaveAccessibleDescription(/had this name/))
    await expect(canvas.getByLabelText('E-mail')).toHaveValue('cleo2@nerdify.test')
  },
}

export const OfflineInvitation: Story = {
  name: '[API-11][OPS-15] An invitation that the connection loses keeps its words and is mailed once',
  args: { write: () => results[1] },
  async play({ canvas }) {
    await userEvent.type(await canvas.findByLabelText('E-mail'), 'ada@nerdify.test')
    await pressOffline({
      press: () => userEvent.click(canvas.getByRole('button', { name: 'Mail the invitation' })),
      seeWords: () => expect(canvas.getByLabelText('E-mail')).toHaveValue('ada@nerdify.test'),
    })
    await waitFor(() => expect(canvas.getByLabelText('E-mail')).toHaveValue(''))
  },
}

export const OfflineInvitationAgain: Story = {
  name: '[API-11][OPS-15] A repeated invitation that the connection loses is mailed once',
  args: { write: () => results[1] },
  async play({ canvas }) {
    const again = await canvas.findByRole('button', { name: 'Mail another link to Nils' })
    await pressOffline({ press: () => userEvent.click(again), seeWords: () => expect(again).toBeVisible() })
  },
}

/** Opens a step with a person, and loses the connection at its button. */
const offlineDialog = (open: string, send: string): Pick<Story, 'args' | 'play'> => ({
  args: { write: () => results[1] },
  async play({ canvas }) {
    await userEvent.click(await canvas.findByRole('button', { name: open }))
    const dialog = within(await screen.findByRole('dialog'))
    const button = dialog.getByRole('button', { name: send })
    await pressOffline({ press: () => userEvent.click(button), seeWords: () => expect(button).toBeVisible() })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  },
})
export const OfflineRemoval: Story = {
  name: '[API-11][OPS-15] A removal that the connection loses is made once',
  ...offlineDialog('Remove Cleo', 'Remove'),
}
export const OfflineRole: Story = {
  name: '[API-11][OPS-15] Another role that the connection loses is given once',
  ...offlineDialog('Change the role of Cleo', 'Save the role'),
}
