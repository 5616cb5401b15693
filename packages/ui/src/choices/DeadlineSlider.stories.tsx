import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState } from 'react'
import { expect, fn, waitFor } from 'storybook/test'
import { Calendar } from './Calendar.tsx'
import { DeadlineSlider, type DeadlineSliderProps } from './DeadlineSlider.tsx'
import { ErrorText } from '../fields/Field.tsx'

const stops = [
  ['3 hours', '3h'],
  ['6 hours', '6h'],
  ['12 hours', '12h'],
  ['18 hours', '18h'],
  ['1 day', '1d'],
  ['2 days', '2d'],
  ['3 days', '3d'],
  ['4 days', '4d'],
  ['4+ days', '4+'],
].map(([label = '', shortLabel = ''], index) => ({ label, shortLabel, tooShort: index < 2 }))

function Controlled({ index: initialIndex, onChange, ...rest }: DeadlineSliderProps) {
  const [index, setIndex] = useState(initialIndex)
  return (
    <DeadlineSlider
      {...rest}
      index={index}
      valueText={`${rest.stops[index]?.label}, by Sunday 22 November, 9:00 AM PST`}
      onChange={(next) => {
        setIndex(next)
        onChange(next)
      }}
    />
  )
}

const meta = {
  title: 'Fields/DeadlineSlider',
  component: Controlled,
  args: { label: 'Deadline', stops, index: 2, onChange: fn(), readyBy: 'Ready today by 9:45 PM', valueText: '' },
} satisfies Meta<typeof Controlled>
export default meta
type Story = StoryObj<typeof meta>

export const TwelveHours: Story = {
  name: '(ux 20) announces the deadline, not the index',
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('slider', { name: 'Deadline' })).toHaveAttribute(
      'aria-valuetext',
      '12 hours, by Sunday 22 November, 9:00 AM PST',
    )
  },
}

export const FullLabels: Story = {
  name: '[FLOW-10] (ux 19) shows the selected stop’s full label at any width, the others where they fit',
  play: async ({ canvas, canvasElement, userEvent }) => {
    // As wide as the page's gutter.
    canvasElement.style.paddingInline = '1rem'
    const isVisible = (text: string) =>
      canvas.getAllByText(text, { selector: 'li span' }).some((label) => label.checkVisibility())
    for (const [width, hasRoom] of [
      [390, false],
      [640, true],
    ] as const) {
      canvasElement.style.width = `${width}px`
      await waitFor(() => expect(isVisible('6 hours')).toBe(hasRoom))
      await expect(isVisible('12 hours')).toBe(true)
      await expect(isVisible('12h')).toBe(false)
    }
    canvasElement.style.width = '390px'
    await userEvent.click(canvas.getByText('4+', { selector: 'li span' }))
    await waitFor(() => expect(isVisible('4+ days')).toBe(true))
    await expect(isVisible('12 hours')).toBe(false)
    await expect(canvasElement.scrollWidth).toBeLessThanOrEqual(canvasElement.clientWidth)
  },
}

export const StepButtons: Story = {
  name: '(ux 19) − and + reach the same values, announce them and stop at the ends',
  args: { index: 1 },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Later deadline' }))
    await expect(canvas.getByRole('slider')).toHaveValue('2')
    await expect(canvas.getByRole('status')).toHaveTextContent('12 hours, by Sunday')
    const earlier = canvas.getByRole('button', { name: 'Earlier deadline' })
    await userEvent.click(earlier)
    await userEvent.click(earlier)
    await userEvent.click(earlier)
    await expect(canvas.getByRole('slider')).toHaveValue('0')
    await expect(earlier).toHaveFocus()
    await expect(args.onChange).toHaveBeenCalledTimes(3)
  },
}

export const TapOnAStop: Story = {
  name: '[FLOW-14] (ux 19) every labeled stop, even one too short, takes taps and is at least 24 × 44 px',
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: /2 days$/ }))
    await expect(canvas.getByRole('slider')).toHaveValue('5')
    const tooShortStop = canvas.getByRole('button', { name: /3 hours\s?, too short for this size$/ })
    await userEvent.click(tooShortStop)
    await expect(canvas.getByRole('slider')).toHaveValue('0')
    await expect(tooShortStop).toHaveAttribute('aria-pressed', 'true')
    const { width, height } = tooShortStop.getBoundingClientRect()
    await expect(width).toBeGreaterThanOrEqual(24)
    await expect(height).toBeGreaterThanOrEqual(44)
  },
}

export const TooShort: Story = {
  args: {
    index: 1,
    control: { 'aria-describedby': 'fault', 'aria-invalid': true },
    readyBy: 'Ready today by 3:45 PM',
    children: <ErrorText id="fault">Please, give your Nerd more time to complete your task</ErrorText>,
  },
}

export const BeyondTheStops: Story = {
  args: {
    index: 8,
    readyBy: 'Friday, November 27, 9 AM Pacific',
    children: (
      <Calendar
        label="Choose a date"
        today={{ year: 2026, month: 11, day: 21 }}
        selected={{ year: 2026, month: 11, day: 27 }}
        firstDay={{ year: 2026, month: 11, day: 23 }}
        lastDay={{ year: 2027, month: 2, day: 19 }}
        isAvailable={({ month, day }) => month !== 11 || day >= 23}
        onSelect={fn()}
        note="Dates at least 24 hours ahead. Delivered at 9 AM Pacific."
      />
    ),
  },
}

export const TenStops: Story = {
  args: { stops: [{ label: '2 hours', shortLabel: '2h' }, ...stops], index: 3 },
}
