import type { Meta, StoryObj } from '@storybook/react-vite'
import { type ComponentProps, useState } from 'react'
import { expect, fn, waitFor } from 'storybook/test'
import { Banner } from './Banner.tsx'
import { Button } from '../actions/Button.tsx'
import { AlertIcon, SealIcon } from '../actions/Icons.tsx'

const meta = {
  title: 'Showing/Banner',
  component: Banner,
  args: {
    icon: <SealIcon />,
    title: 'Try Premium for free',
    children: '30 days, then $7 a month.',
    actions: <Button size="small">See the plans</Button>,
    onClose: fn(),
  },
} satisfies Meta<typeof Banner>
export default meta
type Story = StoryObj<typeof meta>

export const Information: Story = {
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Close' }))
    await expect(args.onClose).toHaveBeenCalledOnce()
  },
}

function WithHeading(args: ComponentProps<typeof Banner>) {
  const [isShown, setShown] = useState(true)
  return (
    <main>
      <h1>Your tasks</h1>
      {isShown && <Banner {...args} onClose={() => setShown(false)} />}
    </main>
  )
}

export const FocusMovesToHeading: Story = {
  name: '(ux 55) the focus moves to the heading when a click removes the banner',
  render: WithHeading,
  play: async ({ canvas, userEvent }) => {
    canvas.getByRole('button', { name: 'Close' }).focus()
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(canvas.getByRole('heading', { name: 'Your tasks' })).toHaveFocus())
  },
}

export const Failure: Story = {
  args: {
    kind: 'bad',
    icon: <AlertIcon />,
    title: 'Payment failed',
    children: 'Enter a card that works to keep your subscription.',
    actions: <Button size="small">Update card</Button>,
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('alert')).toHaveTextContent('Payment failed')
  },
}

export const Offer: Story = { args: { kind: 'nerd' } }
