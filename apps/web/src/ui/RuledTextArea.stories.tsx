import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from 'storybook/test'
import { RuledTextArea } from './RuledTextArea.tsx'

const meta = {
  title: 'Fields/RuledTextArea',
  component: RuledTextArea,
  args: { label: 'Describe your task', hint: 'Instructions, style, sources.' },
} satisfies Meta<typeof RuledTextArea>
export default meta
type Story = StoryObj<typeof meta>

export const Empty: Story = {}
export const Short: Story = { args: { short: true, defaultValue: 'Use at least three sources.' } }
export const NearTheLimit: Story = { args: { count: '120 characters left' } }
export const WithError: Story = { args: { error: 'Describe your task or add a file.' } }

export const GrowsWithItsContent: Story = {
  name: '(ux 34) grows with its content',
  play: async ({ canvas, userEvent }) => {
    const area = canvas.getByLabelText('Describe your task')
    const before = area.getBoundingClientRect().height
    await userEvent.click(area)
    await userEvent.paste('A line of the task.\n'.repeat(9))
    await expect(area.getBoundingClientRect().height).toBeGreaterThan(before)
  },
}

export const TakesALongPaste: Story = {
  name: '(ux 34) keeps 20,000 pasted characters, and answers within 200 ms',
  play: async ({ canvas }) => {
    const area = canvas.getByLabelText<HTMLTextAreaElement>('Describe your task')
    const text = 'The causes of the French Revolution, in twenty thousand characters.\n'.repeat(300)
    area.focus()
    const begin = performance.now()
    document.execCommand('insertText', false, text)
    area.getBoundingClientRect()
    await expect(performance.now() - begin).toBeLessThan(200)
    await expect(area.value).toHaveLength(text.length)
  },
}
