import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn } from 'storybook/test'
import { Checkbox } from './Checkbox.tsx'

const onChange = fn()

const meta = {
  title: 'Fields/Checkbox',
  component: Checkbox,
  args: { label: 'I am 18 or older', checked: false, onChange },
} satisfies Meta<typeof Checkbox>
export default meta
type Story = StoryObj<typeof meta>

export const Toggles: Story = {
  name: 'a click on the label toggles it, and so does the space bar',
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByText('I am 18 or older'))
    await userEvent.keyboard(' ')
    await expect(onChange.mock.calls).toEqual([[true], [true]])
    const { height } = (canvas.getByText('I am 18 or older').closest('label') as HTMLElement).getBoundingClientRect()
    await expect(height).toBeGreaterThanOrEqual(44)
  },
}

export const Checked: Story = { args: { checked: true } }

export const WithError: Story = {
  name: 'the error describes the checkbox',
  args: { error: 'Please confirm that you are 18 or older' },
  play: async ({ canvas }) => {
    const box = canvas.getByRole('checkbox')
    await expect(box).toBeInvalid()
    await expect(box).toHaveAccessibleDescription('Please confirm that you are 18 or older')
  },
}
