import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from 'storybook/test'
import { Button } from '../actions/Button.tsx'
import { SelectField } from './SelectField.tsx'
import { TextField } from './TextField.tsx'

const meta = {
  title: 'Fields/TextField',
  component: TextField,
  args: { label: 'E-mail', type: 'email', autoComplete: 'email', defaultValue: 'alex@example' },
} satisfies Meta<typeof TextField>
export default meta
type Story = StoryObj<typeof meta>

export const WithHint: Story = {
  args: { defaultValue: '', placeholder: 'you@example.com', hint: 'We write here when your order is ready.' },
  play: async ({ canvas }) => {
    await expect(canvas.getByLabelText('E-mail')).toHaveAccessibleDescription('We write here when your order is ready.')
  },
}

export const ErrorDescribesTheField: Story = {
  name: '(ux 9) the error describes the field and replaces the hint',
  args: { hint: 'We write here.', error: 'Invalid email' },
  play: async ({ canvas }) => {
    const input = canvas.getByLabelText('E-mail')
    await expect(input).toHaveAccessibleDescription('Invalid email')
    await expect(input).toBeInvalid()
    await expect(canvas.queryByText('We write here.')).toBeNull()
  },
}

export const SavedIsAnnounced: Story = {
  name: '(ux 51) the saved note is announced politely',
  args: { defaultValue: 'alex@example.com', saved: 'Email Saved' },
  play: async ({ canvas }) => {
    await expect(canvas.getByText('Email Saved').closest('[aria-live="polite"]')).not.toBeNull()
  },
}

export const WithAction: Story = {
  args: { label: 'Your link', labelNote: 'optional', type: 'text', action: <Button>Copy</Button> },
}

export const HiddenLabel: Story = { args: { hideLabel: true } }

export const Choice: Story = {
  render: () => (
    <SelectField
      label="Country"
      defaultValue="us"
      options={[
        { value: 'us', label: 'United States (+1)' },
        { value: 'au', label: 'Australia (+61)' },
      ]}
    />
  ),
}
