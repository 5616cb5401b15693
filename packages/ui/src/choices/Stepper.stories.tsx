import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState } from 'react'
import { expect, fn } from 'storybook/test'
import { ErrorText } from '../fields/Field.tsx'
import { Stepper, type StepperProps } from './Stepper.tsx'

function Controlled({ value, onChange, ...rest }: StepperProps) {
  const [count, setCount] = useState(value)
  return (
    <Stepper
      {...rest}
      value={count}
      valueText={`${count} pages`}
      onChange={(next) => {
        if (next !== undefined) setCount(next)
        onChange(next)
      }}
    />
  )
}

const meta = {
  title: 'Fields/Stepper',
  component: Controlled,
  args: {
    label: 'Pages',
    unit: 'pages',
    value: 2,
    numberFrom: (text) => (/^[\d,]+$/.test(text) ? Number(text.replaceAll(',', '')) : undefined),
    min: 1,
    max: 50,
    onChange: fn(),
  },
} satisfies Meta<typeof Controlled>
export default meta
type Story = StoryObj<typeof meta>

export const Buttons: Story = {
  name: '(ux 28) − and + step, announce the new value, stop at the limits and keep the focus',
  play: async ({ canvas, userEvent }) => {
    const fewer = canvas.getByRole('button', { name: 'Fewer pages' })
    await userEvent.click(canvas.getByRole('button', { name: 'More pages' }))
    await expect(canvas.getByRole('status')).toHaveTextContent('3 pages')
    await userEvent.click(fewer)
    await userEvent.click(fewer)
    await userEvent.click(fewer)
    await expect(canvas.getByLabelText('Pages')).toHaveValue('1')
    await expect(fewer).toHaveFocus()
    await expect(fewer).toHaveAttribute('aria-disabled', 'true')
  },
}

export const TypedValue: Story = {
  name: '(ux 28) passes typed values unchanged, even over the limit; an emptied field restores the last',
  play: async ({ args, canvas, userEvent }) => {
    const input = canvas.getByLabelText('Pages')
    await expect(input).toHaveAttribute('inputmode', 'numeric')
    await userEvent.clear(input)
    await expect(input).toHaveValue('')
    await expect(args.onChange).not.toHaveBeenCalled()
    await userEvent.type(input, '51')
    await expect(args.onChange).toHaveBeenLastCalledWith(51)
    await userEvent.clear(input)
    await userEvent.tab()
    await expect(input).toHaveValue('51')
  },
}

export const TypedFraction: Story = {
  name: '[FLOW-06] keeps typed text that is not a whole number, without a value; allows thousands commas',
  play: async ({ args, canvas, userEvent }) => {
    const input = canvas.getByLabelText('Pages')
    await userEvent.clear(input)
    await userEvent.type(input, '2.5')
    await expect(args.onChange).toHaveBeenLastCalledWith(undefined)
    await expect(args.onChange).not.toHaveBeenCalledWith(25)
    await userEvent.tab({ shift: true })
    await userEvent.tab({ shift: true })
    await expect(input).toHaveValue('2.5')
    await userEvent.clear(input)
    await expect(args.onChange).toHaveBeenLastCalledWith(2)
    await userEvent.type(input, '1,500')
    await expect(args.onChange).toHaveBeenLastCalledWith(1500)
    await userEvent.click(canvas.getByRole('button', { name: 'Fewer pages' }))
    await expect(input).toHaveValue('50')
  },
}

export const ArrowKeys: Story = {
  name: '(ux 28) the arrow keys step',
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByLabelText('Pages'))
    await userEvent.keyboard('{ArrowUp}{ArrowUp}{ArrowDown}')
    await expect(canvas.getByLabelText('Pages')).toHaveValue('3')
  },
}

export const WordsInSteps: Story = {
  name: '[FLOW-07] − and + step to the next multiple of 100',
  args: { label: 'Words', unit: 'words', value: 650, min: 100, max: 15_000, step: 100 },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'More words' }))
    await expect(canvas.getByLabelText('Words')).toHaveValue('700')
    await userEvent.clear(canvas.getByLabelText('Words'))
    await userEvent.type(canvas.getByLabelText('Words'), '650')
    await userEvent.click(canvas.getByRole('button', { name: 'Fewer words' }))
    await expect(canvas.getByLabelText('Words')).toHaveValue('600')
  },
}

export const OverTheLimit: Story = {
  args: { value: 51, control: { 'aria-describedby': 'fault', 'aria-invalid': true } },
  render: (args) => (
    <>
      <Controlled {...args} />
      <ErrorText id="fault">This value must be below 50 pages</ErrorText>
    </>
  ),
  play: async ({ canvas, userEvent }) => {
    await expect(canvas.getByLabelText('Pages')).toHaveAccessibleDescription('This value must be below 50 pages')
    await userEvent.click(canvas.getByRole('button', { name: 'Fewer pages' }))
    await expect(canvas.getByLabelText('Pages')).toHaveValue('50')
  },
}

export const AtMinimum: Story = { args: { value: 1 } }
