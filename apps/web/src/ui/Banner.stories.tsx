import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState } from 'react'
import { expect, fn, waitFor } from 'storybook/test'
import { Banner } from './Banner.tsx'
import { Button } from './Button.tsx'
import { AlertIcon, CloudAlertIcon, SealIcon } from './Icons.tsx'
import { Toast } from './Toast.tsx'

const meta = {
  title: 'Showing/Banner and toast',
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

export const Offline: Story = {
  args: {
    icon: <CloudAlertIcon />,
    title: 'You are offline, changes are kept',
  },
}

function Copying() {
  const [message, setMessage] = useState<string>()
  return (
    <>
      <Button onClick={() => setMessage('Link copied')}>Copy</Button>
      <Toast message={message} onGone={() => setMessage(undefined)} milliseconds={400} />
    </>
  )
}

export const ToastComesAndGoes: Story = {
  name: 'a toast is announced politely and goes by itself',
  render: () => <Copying />,
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Copy' }))
    await expect(canvas.getByRole('status')).toHaveTextContent('Link copied')
    await waitFor(() => expect(canvas.getByRole('status')).toBeEmptyDOMElement())
  },
}

export const ToastShown: Story = { render: () => <Toast message="Link copied" onGone={fn()} milliseconds={60_000} /> }
