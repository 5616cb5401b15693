import type { Meta, StoryObj } from '@storybook/react-vite'
import { AlertIcon, CheckCircleIcon, UndoIcon } from '../actions/Icons.tsx'
import { GlassesIcon, LoaderIcon, WalletIcon } from '../actions/StatusIcons.tsx'
import { Cluster } from '../page/Layout.tsx'
import { Status } from './Status.tsx'

const meta = { title: 'Showing/Status' } satisfies Meta
export default meta
type Story = StoryObj<typeof meta>

export const All: Story = {
  render: () => (
    <Cluster gap={2}>
      <Status kind="unpaid" icon={<WalletIcon />}>
        Unpaid
      </Status>
      <Status kind="nerd" icon={<GlassesIcon />}>
        Nerd found
      </Status>
      <Status kind="work" icon={<LoaderIcon />}>
        In progress
      </Status>
      <Status kind="done" icon={<CheckCircleIcon />}>
        Sent
      </Status>
      <Status kind="bad" icon={<AlertIcon />}>
        Payment failed
      </Status>
      <Status kind="off" icon={<UndoIcon />}>
        Refunded
      </Status>
    </Cluster>
  ),
}
