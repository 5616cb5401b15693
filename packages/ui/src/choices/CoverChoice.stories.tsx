import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState } from 'react'
import { expect } from 'storybook/test'
import { CoverChoice, CoverRadios } from './CoverChoice.tsx'
import { VisuallyHidden } from '../page/VisuallyHidden.tsx'

const meta = { title: 'Choosing/CoverChoice', component: CoverChoice } satisfies Meta<typeof CoverChoice>
export default meta
type Story = StoryObj<typeof meta>

const sizes = [
  { value: 'one', words: 'One page' },
  { value: 'two', words: 'Two pages' },
]

function Sizes() {
  const [value, setValue] = useState<string>()
  return (
    <CoverRadios label="Size" options={sizes} value={value} onChange={setValue} look={{ group: '', choice: '' }}>
      {({ words }, isChosen) => (
        <>
          {words}
          {isChosen && <VisuallyHidden> is what you chose</VisuallyHidden>}
        </>
      )}
    </CoverRadios>
  )
}

export const Radios: Story = {
  name: 'the whole label is the target, and the native arrow keys work',
  render: () => <Sizes />,
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByText('One page'))
    await expect(canvas.getByRole('radio', { name: 'One page is what you chose' })).toBeChecked()
    await userEvent.keyboard('{ArrowDown}')
    await expect(canvas.getByRole('radio', { name: /Two pages/ })).toBeChecked()
  },
}

export const CheckboxWithHiddenWords: Story = {
  name: 'visually hidden words are part of the accessible name of a checkbox',
  render: () => (
    <CoverChoice type="checkbox">
      <span>
        Extra <VisuallyHidden>service of this order</VisuallyHidden>
      </span>
    </CoverChoice>
  ),
  play: async ({ canvas, userEvent }) => {
    const box = canvas.getByRole('checkbox', { name: 'Extra service of this order' })
    await userEvent.click(box)
    await expect(box).toBeChecked()
  },
}
