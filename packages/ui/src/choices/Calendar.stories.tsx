import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState } from 'react'
import { expect, fn } from 'storybook/test'
import { Calendar, type CalendarDay, type CalendarProps } from './Calendar.tsx'

function Controlled({ selected, onSelect, ...rest }: CalendarProps) {
  const [day, setDay] = useState<CalendarDay | undefined>(selected)
  return (
    <Calendar
      {...rest}
      selected={day}
      onSelect={(next) => {
        setDay(next)
        onSelect(next)
      }}
    />
  )
}

const meta = {
  title: 'Fields/Calendar',
  component: Controlled,
  args: {
    label: 'Choose a date',
    today: { year: 2026, month: 11, day: 21 },
    selected: { year: 2026, month: 11, day: 27 },
    firstDay: { year: 2026, month: 11, day: 23 },
    lastDay: { year: 2027, month: 2, day: 19 },
    isAvailable: ({ month, day }) => month !== 11 || day >= 23,
    onSelect: fn(),
    onEscape: fn(),
    note: 'Dates at least 24 hours ahead. Delivered at 9 AM Pacific.',
  },
} satisfies Meta<typeof Controlled>
export default meta
type Story = StoryObj<typeof meta>

export const DayNames: Story = {
  name: '(ux 21) announces the weekday, date and availability of each day',
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('button', { name: 'Friday, November 27, 2026, chosen' })).toBeEnabled()
    await expect(canvas.getByRole('button', { name: 'Saturday, November 21, 2026, not available' })).toBeDisabled()
    await expect(canvas.getByRole('button', { name: 'Previous month' })).toHaveAttribute('aria-disabled', 'true')
  },
}

export const UnavailableWeeks: Story = {
  name: '[FLOW-11] hides each week without an available day, except the current week',
  play: async ({ canvas }) => {
    const weeks = [...canvas.getByRole('grid').querySelectorAll('tbody tr')].filter((week) => week.checkVisibility())
    await expect(weeks.map((week) => week.textContent)).toEqual(['15161718192021', '22232425262728', '2930'])
  },
}

export const Keys: Story = {
  name: '(ux 21) the arrow keys move, Page Down changes the month, Enter selects, Escape closes',
  play: async ({ args, canvas, userEvent }) => {
    canvas.getByRole('button', { name: /November 27/ }).focus()
    await userEvent.keyboard('{ArrowRight}')
    await expect(canvas.getByRole('button', { name: 'Saturday, November 28, 2026' })).toHaveFocus()
    await userEvent.keyboard('{PageDown}')
    await expect(canvas.getByRole('button', { name: 'Monday, December 28, 2026' })).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect(args.onSelect.mock.calls).toEqual([[{ year: 2026, month: 12, day: 28 }]])
    await userEvent.keyboard('{Escape}')
    await expect(args.onEscape).toHaveBeenCalledOnce()
  },
}
