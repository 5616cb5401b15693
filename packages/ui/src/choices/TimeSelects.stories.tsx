import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState } from 'react'
import { expect } from 'storybook/test'
import { TimeSelects } from './TimeSelects.tsx'

function Controlled() {
  const [time, setTime] = useState({ hours: 2, minutes: 15 })
  return (
    <TimeSelects
      {...time}
      hourOptions={Array.from({ length: 25 }, (_, value) => ({ value, label: `${value} hours` }))}
      minuteOptions={[0, 15, 30, 45].map((value) => ({ value, label: `${value} minutes` }))}
      onChange={setTime}
    />
  )
}

const meta = { title: 'Fields/TimeSelects', component: Controlled } satisfies Meta<typeof Controlled>
export default meta
type Story = StoryObj<typeof meta>

export const HoursAndMinutes: Story = {
  name: '[FLOW-09] selects hours and minutes separately',
  play: async ({ canvas, userEvent }) => {
    await userEvent.selectOptions(canvas.getByLabelText('Hours'), '24')
    await userEvent.selectOptions(canvas.getByLabelText('Minutes'), '45')
    await expect(canvas.getByLabelText('Hours')).toHaveValue('24')
    await expect(canvas.getByLabelText('Minutes')).toHaveValue('45')
  },
}
