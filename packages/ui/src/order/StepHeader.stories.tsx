import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from 'storybook/test'
import { FlowHeader } from './StepHeader.tsx'
import { BackLabel, linkClass } from '../actions/TextLink.tsx'

const back = (
  <a className={linkClass('back')} href="#back">
    <BackLabel>Back</BackLabel>
  </a>
)
const meta = {
  title: 'Showing/StepHeader',
  component: FlowHeader,
  args: { back, step: 2, steps: 4, title: 'Anything extra?', lede: 'All optional.' },
} satisfies Meta<typeof FlowHeader>
export default meta
type Story = StoryObj<typeof meta>

export const StepInText: Story = {
  name: '(ux 15) shows the step in text',
  play: async ({ canvas }) => {
    await expect(canvas.getByText('Step 2 of 4')).toBeVisible()
  },
}
export const LastOfThree: Story = { args: { step: 3, steps: 3 } }
