import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState } from 'react'
import { expect } from 'storybook/test'
import { Cluster } from '../page/Layout.tsx'
import { StarRating, Stars, type StarValue } from './Stars.tsx'

function Controlled() {
  const [value, setValue] = useState<StarValue>()
  return (
    <StarRating
      label="How was your Nerd’s work?"
      words={['poor', 'weak', 'fair', 'good', 'excellent']}
      value={value}
      onChange={setValue}
    />
  )
}

const meta = { title: 'Fields/Stars', component: Controlled } satisfies Meta<typeof Controlled>
export default meta
type Story = StoryObj<typeof meta>

export const Keys: Story = {
  name: '(ux 49) is a radio group with arrow keys, labels and targets of at least 44 px',
  play: async ({ canvas, userEvent }) => {
    await expect(canvas.getByRole('radiogroup', { name: 'How was your Nerd’s work?' })).toBeVisible()
    await userEvent.tab()
    await userEvent.keyboard(' {ArrowRight}{ArrowRight}{ArrowRight}')
    const four = canvas.getByRole('radio', { name: '4 of 5, good' })
    await expect(four).toBeChecked()
    await expect(four).toHaveFocus()
    await expect(canvas.getByText('4 of 5, good')).toBeVisible()
    await expect(four.getBoundingClientRect().width).toBeGreaterThanOrEqual(44)
  },
}

export const NotRated: Story = {}

export const ReadOnly: Story = {
  render: () => (
    <Cluster gap={5}>
      <Stars value={5} />
      <Stars value={3} />
      <Stars value={0} />
    </Cluster>
  ),
}
