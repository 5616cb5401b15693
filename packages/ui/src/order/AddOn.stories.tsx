import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn } from 'storybook/test'
import { AddOn, AddOnList } from './AddOn.tsx'
import { Wrap } from '../page/Layout.tsx'
import { Worksheet } from './Worksheet.tsx'

const meta = {
  title: 'Fields/AddOn',
  component: AddOn,
  args: {
    title: 'Prioritize my Task',
    price: '$5.00',
    text: 'Your order goes to the front of the queue, so a Nerd picks it up sooner.',
    state: 'Add',
    checked: false,
    onChange: fn(),
  },
} satisfies Meta<typeof AddOn>
export default meta
type Story = StoryObj<typeof meta>

export const Add: Story = {
  name: '(ux 35) is a native checkbox over the whole row, with the price in its label',
  play: async ({ args, canvas, userEvent }) => {
    const box = canvas.getByRole('checkbox', { name: 'Prioritize my Task $5.00' })
    await expect(box).toHaveAccessibleDescription(/front of the queue.*Add/)
    await userEvent.tab()
    await userEvent.keyboard(' ')
    await expect(args.onChange.mock.calls).toEqual([[true]])
    await expect(box.getBoundingClientRect().height).toBeGreaterThan(80)
  },
}

export const Added: Story = { args: { checked: true, state: 'Added' } }

export const Included: Story = {
  name: '(ux 35) says "free with your plan" in text, not only by strikethrough',
  args: { checked: true, state: 'Included in your plan', price: 'Free' },
  play: async ({ canvas }) => {
    await expect(canvas.getByText('Free')).toBeVisible()
    await expect(canvas.getByText('Included in your plan')).toBeVisible()
  },
}

export const Busy: Story = {
  args: { checked: true, state: 'Adding', busy: true },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('checkbox'))
    await expect(args.onChange).not.toHaveBeenCalled()
  },
}

export const Failed: Story = {
  name: '(ux 35) announces that the change was rolled back',
  args: { error: 'This was not added. Try again.' },
  play: ({ canvas }) => expect(canvas.getByRole('alert')).toHaveTextContent('This was not added. Try again.'),
}

export const ListOnASheet: Story = {
  parameters: { layout: 'fullscreen' },
  render: (args) => (
    <Wrap>
      <Worksheet plain>
        <AddOnList label="Extra services">
          <AddOn {...args} checked state="Added" />
          <AddOn {...args} title="TOP Nerd" price="$8.00" text="Only Nerds rated 4.9 or higher can take your order." />
          <AddOn
            {...args}
            title="Plagiarism Report"
            price="Free"
            text="Certified proof of no plagiarism, sent with your finished work."
            checked
            state="Included in your plan"
          />
        </AddOnList>
      </Worksheet>
    </Wrap>
  ),
}
