import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn } from 'storybook/test'
import { FailureBanner } from './FailureBanner.tsx'

const meta = {
  title: 'Showing/FailureBanner',
  component: FailureBanner,
  args: {
    title: 'We could not load your tasks',
    children: 'The server did not answer. Your tasks are safe.',
    onRetry: fn(),
  },
} satisfies Meta<typeof FailureBanner>
export default meta
type Story = StoryObj<typeof meta>

export const Failed: Story = {
  name: '[UI-08] (ux 54) says what failed and offers a retry',
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Try again' }))
    await expect(args.onRetry).toHaveBeenCalledOnce()
  },
}

export const BackOnline: Story = {
  name: '[EASE-12] retries automatically once the device is online',
  play: async ({ args }) => {
    globalThis.dispatchEvent(new Event('online'))
    await expect(args.onRetry).toHaveBeenCalledOnce()
  },
}

export const ByPress: Story = {
  name: '[EASE-12] waits for a press if only a press may retry',
  args: { byPress: true },
  play: async ({ args }) => {
    globalThis.dispatchEvent(new Event('online'))
    await expect(args.onRetry).not.toHaveBeenCalled()
  },
}

export const Retrying: Story = { args: { busy: 'Loading' } }
