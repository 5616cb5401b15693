import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState } from 'react'
import { expect } from 'storybook/test'
import { Chips } from './Chips.tsx'

type Reason = 'quality' | 'deadline' | 'support'

function Controlled() {
  const [values, setValues] = useState<readonly Reason[]>(['quality'])
  return (
    <Chips<Reason>
      label="What went wrong?"
      options={[
        { value: 'quality', label: 'Quality' },
        { value: 'deadline', label: 'Deadline' },
        { value: 'support', label: 'Support' },
      ]}
      values={values}
      onChange={setValues}
    />
  )
}

const meta = { title: 'Fields/Chips', component: Controlled } satisfies Meta<typeof Controlled>
export default meta
type Story = StoryObj<typeof meta>

export const Several: Story = {
  name: 'selects and deselects several chips',
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByText('Support'))
    await userEvent.click(canvas.getByText('Quality'))
    await expect(canvas.getAllByRole<HTMLInputElement>('checkbox').map((box) => box.checked)).toEqual([
      false,
      false,
      true,
    ])
  },
}
