import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from 'storybook/test'
import { Button, buttonClass } from '../actions/Button.tsx'
import { DownloadIcon, UndoIcon } from '../actions/Icons.tsx'
import { LoaderIcon, StarIcon, WalletIcon } from '../actions/StatusIcons.tsx'
import { CreditSteps } from './CreditSteps.tsx'
import { Money } from './Money.tsx'
import { OrderCard, OrderCardSkeleton } from './OrderCard.tsx'
import { Skeleton } from '../surfaces/Skeleton.tsx'
import { Stars } from '../choices/Stars.tsx'
import { Status } from './Status.tsx'
import { WorkTrack } from './WorkTrack.tsx'

const meta = {
  title: 'Showing/OrderCard',
  component: OrderCard,
  args: {
    number: 'No. 48213, Essay (writing)',
    status: (
      <Status kind="unpaid" icon={<WalletIcon />}>
        Unpaid
      </Status>
    ),
    title: <a href="#order">Causes of the French Revolution</a>,
    price: <Money>$27.00</Money>,
    meta: 'History, 2 pages',
    dates: [{ label: 'Created on', value: 'Nov 21, 2026' }],
    actions: (
      <>
        <a className={buttonClass({ variant: 'primary', size: 'small' })} href="#pay">
          Pay $27.00
        </a>
        <Button size="small">Edit</Button>
      </>
    ),
  },
} satisfies Meta<typeof OrderCard>
export default meta
type Story = StoryObj<typeof meta>

export const Unpaid: Story = {
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('article', { name: 'Causes of the French Revolution' })).toBeVisible()
  },
}

const steps = ['Nerd found', 'In progress', 'Quality check', 'Final touches', 'Sent']

const workStory = (current: number): Story => ({
  args: {
    number: 'No. 48177, Presentations',
    status: (
      <Status kind="work" icon={<LoaderIcon />}>
        {steps[current]}
      </Status>
    ),
    title: <a href="#order">Supply chain risk in retail</a>,
    price: <Money look="plain">$168.00</Money>,
    meta: 'Business and Management, 12 slides',
    track: <WorkTrack label="Progress" steps={steps} current={current} />,
    dates: [{ label: 'Expected on', value: 'Nov 23, 2026, 9:00 AM' }],
    actions: <Button size="small">Extra services</Button>,
  },
})

export const InProgress: Story = {
  ...workStory(1),
  name: '[CAB-04] the track marks the current step',
  play: async ({ canvas }) => {
    const currentSteps = canvas.getAllByRole('listitem').filter((item) => item.ariaCurrent === 'step')
    await expect(currentSteps.map((item) => item.textContent)).toEqual(['In progress'])
  },
}
export const FinalTouches: Story = workStory(3)

export const Late: Story = {
  args: {
    credit: (
      <CreditSteps
        label="Credit if it’s late"
        steps={[
          { amount: '$2.70', text: '10% now', isNow: true },
          { amount: '$6.75', text: '25% from 9 PM', isNow: false },
        ]}
      />
    ),
  },
  play: async ({ canvas }) => expect(canvas.getByRole('list', { name: 'Credit if it’s late' })).toBeVisible(),
}

export const Rated: Story = {
  args: {
    number: 'No. 47810, Essay (writing)',
    status: <Status kind="done">Completed</Status>,
    price: <Money look="plain">$76.00</Money>,
    dates: [{ label: 'Completed on', value: 'Nov 12, 2026' }],
    actions: (
      <>
        <Stars value={5} />
        <Button variant="quiet" size="small">
          Change rating
        </Button>
        <Button size="small">
          <DownloadIcon />
          Download
        </Button>
        <Button size="small">
          <StarIcon />
          Rate
        </Button>
      </>
    ),
  },
}

export const Refunded: Story = {
  args: {
    off: true,
    status: (
      <Status kind="off" icon={<UndoIcon />}>
        Refunded
      </Status>
    ),
    price: <Money look="plain">$57.00</Money>,
    dates: [{ label: 'Refunded on', value: 'Oct 30, 2026' }],
    actions: undefined,
  },
}

export const Loading: Story = {
  name: '(ux 47) the skeleton announces that the tasks are loading',
  render: () => (
    <Skeleton label="Loading your tasks">
      <OrderCardSkeleton />
      <OrderCardSkeleton />
    </Skeleton>
  ),
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('status')).toHaveTextContent('Loading your tasks')
  },
}
