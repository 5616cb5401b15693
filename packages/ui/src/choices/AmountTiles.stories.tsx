import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState } from 'react'
import { expect } from 'storybook/test'
import { AmountTiles } from './AmountTiles.tsx'

function Tips() {
  const [value, setValue] = useState<string>()
  return (
    <AmountTiles
      label="Tip amount"
      name="amount"
      options={[
        { value: '4', amount: '$4', note: '5%' },
        { value: '7', amount: '$7', note: '10%' },
        { value: '10', amount: '$10', note: '15%' },
      ]}
      value={value}
      onChange={setValue}
    />
  )
}

const meta = { component: Tips } satisfies Meta<typeof Tips>
export default meta

/** No amount is selected at first. */
export const NothingChosen: StoryObj<typeof meta> = {}

export const Chosen: StoryObj<typeof meta> = {
  async play({ canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('radio', { name: '$7 10%' }))
    await userEvent.keyboard('{ArrowRight}')
    await expect(canvas.getByRole('radio', { name: '$10 15%' })).toBeChecked()
  },
}
