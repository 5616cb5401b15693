import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn } from 'storybook/test'
import { PlusIcon } from '../actions/Icons.tsx'
import { StepButton } from './StepButton.tsx'

const meta = {
  title: 'Choices/StepButton',
  component: StepButton,
  args: { label: 'More pages', isAtEnd: false, onClick: fn(), children: <PlusIcon /> },
} satisfies Meta<typeof StepButton>
export default meta
type Story = StoryObj<typeof meta>

export const Default: Story = {}

export const AtTheEnd: Story = {
  name: '(ux 31) looks blocked at the end, but takes focus and clicks',
  args: { isAtEnd: true },
  play: async ({ args, canvas, userEvent }) => {
    const button = canvas.getByRole('button', { name: 'More pages' })
    await userEvent.click(button)
    await expect(button).toHaveAttribute('aria-disabled', 'true')
    await expect(button).toHaveFocus()
    await expect(args.onClick).toHaveBeenCalledOnce()
  },
}
