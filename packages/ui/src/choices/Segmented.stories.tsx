import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState } from 'react'
import { expect } from 'storybook/test'
import { Segmented } from './Segmented.tsx'

function Controlled() {
  const [value, setValue] = useState<'Pages' | 'Words'>('Pages')
  return (
    <Segmented
      label="Measure"
      options={[
        { value: 'Pages', label: 'Pages' },
        { value: 'Words', label: 'Words' },
      ]}
      value={value}
      onChange={setValue}
    />
  )
}

const meta = { title: 'Fields/Segmented', component: Controlled } satisfies Meta<typeof Controlled>
export default meta
type Story = StoryObj<typeof meta>

export const PagesOrWords: Story = {
  name: 'a key or a click selects an option',
  play: async ({ canvas, userEvent }) => {
    await userEvent.tab()
    await userEvent.keyboard('{ArrowRight}')
    await expect(canvas.getByRole('radio', { name: 'Words' })).toBeChecked()
    await userEvent.click(canvas.getByText('Pages'))
    await expect(canvas.getByRole('radio', { name: 'Pages' })).toBeChecked()
  },
}
