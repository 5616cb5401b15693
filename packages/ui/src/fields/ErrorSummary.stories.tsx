import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState } from 'react'
import { expect } from 'storybook/test'
import { Button } from '../actions/Button.tsx'
import { ErrorSummary, type ErrorSummaryProps } from './ErrorSummary.tsx'
import { Stack } from '../page/Layout.tsx'
import { TextField } from './TextField.tsx'

function Form({ faults, attempts: initialAttempts = 0 }: ErrorSummaryProps & { attempts?: number }) {
  const [attempts, setAttempts] = useState(initialAttempts)
  const textOf = (id: string) => (attempts > 0 ? faults.find(({ fieldId }) => fieldId === id)?.text : undefined)
  return (
    <Stack>
      {attempts > 0 && <ErrorSummary key={attempts} faults={faults} />}
      <TextField id="subject" label="Subject" error={textOf('subject')} />
      <TextField id="email" label="E-mail" error={textOf('email')} />
      <Button onClick={() => setAttempts(attempts + 1)}>Next</Button>
    </Stack>
  )
}

const meta = {
  title: 'Fields/ErrorSummary',
  component: Form,
  args: {
    faults: [
      { fieldId: 'subject', text: 'Please choose subject from the list' },
      { fieldId: 'email', text: 'Invalid email' },
    ],
  },
} satisfies Meta<typeof Form>
export default meta
type Story = StoryObj<typeof meta>

export const Shown: Story = { args: { attempts: 1 } }

export const LinksToFields: Story = {
  name: '(ux 30) takes the focus at each attempt, says "There is a problem", and links to each field',
  play: async ({ canvas, userEvent }) => {
    const next = canvas.getByRole('button', { name: 'Next' })
    const address = window.location.href
    await userEvent.click(next)
    await expect(canvas.getByRole('group', { name: 'There is a problem' })).toHaveFocus()
    await userEvent.click(next)
    await expect(canvas.getByRole('group', { name: 'There is a problem' })).toHaveFocus()
    await userEvent.click(canvas.getByRole('link', { name: 'Invalid email' }))
    await expect(canvas.getByLabelText('E-mail')).toHaveFocus()
    await expect(window.location.href).toBe(address)
  },
}
