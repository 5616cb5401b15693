import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, waitFor } from 'storybook/test'
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

const longText = 'The causes of the French Revolution, in twenty thousand characters.\n'.repeat(300)

/** The browser's time to insert and lay out the text, in milliseconds. */
function insertionTime(area: HTMLTextAreaElement): number {
  area.focus()
  area.select()
  const begin = performance.now()
  document.execCommand('insertText', false, longText)
  area.getBoundingClientRect()
  return performance.now() - begin
}

export const TakesALongPaste: Story = {
  name: '(ux 34) takes 20,000 characters at once, as fast as a plain text area',
  render: (args) => (
    <>
      <RuledTextArea {...args} />
      <textarea aria-label="Bare" />
    </>
  ),
  play: async ({ canvas }) => {
    const bare = canvas.getByLabelText<HTMLTextAreaElement>('Bare')
    const area = canvas.getByLabelText<HTMLTextAreaElement>('Describe your task')
    // Retries, since the machine may have been busy during one measurement.
    await waitFor(() => expect(insertionTime(area)).toBeLessThan(2 * insertionTime(bare) + 50))
    await expect(area.value).toBe(longText)
  },
}
