import type { Meta, StoryObj } from '@storybook/react-vite'
import { useRef, useState } from 'react'
import { expect, fireEvent, fn } from 'storybook/test'
import { CodeField, type CodeFieldProps } from './CodeField.tsx'

const digitsFrom = (text: string) => {
  const digits = (text.split('#').at(-1) ?? '').replace(/[\s-]/g, '')
  return /^\d*$/.test(digits) ? digits.slice(0, 5) : undefined
}

function Controlled({ value, onChange, ...rest }: CodeFieldProps) {
  const [digits, setDigits] = useState(value)
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <CodeField
        {...rest}
        ref={input}
        value={digits}
        onChange={(next) => {
          setDigits(next)
          onChange(next)
        }}
      />
      <button type="button" onClick={() => input.current?.select()}>
        Select the digits
      </button>
    </>
  )
}

const meta = {
  title: 'Fields/CodeField',
  component: Controlled,
  args: {
    label: '5-digit code',
    hideLabel: true,
    length: 5,
    value: '',
    digitsFrom,
    onChange: fn(),
    onAutofill: fn(),
  },
} satisfies Meta<typeof Controlled>
export default meta
type Story = StoryObj<typeof meta>

export const Typing: Story = {
  name: '[AUTH-04] keeps the typed digits and drops everything else',
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.type(canvas.getByLabelText('5-digit code'), '4x8 2136')
    await expect(canvas.getByLabelText('5-digit code')).toHaveValue('48213')
    await expect(args.onAutofill).not.toHaveBeenCalled()
  },
}

export const PartialCode: Story = { args: { value: '482' } }

export const WrongCode: Story = {
  name: '(ux 9) keeps the digits of a wrong code, and typing over the selection replaces them',
  args: { value: '48213', error: 'Looks like you have mistyped the verification code. Please check and re-enter it.' },
  play: async ({ canvas, userEvent }) => {
    const input = canvas.getByLabelText('5-digit code')
    await expect(input).toBeInvalid()
    await userEvent.click(canvas.getByText('Select the digits'))
    await userEvent.type(input, '1', { skipClick: true, initialSelectionStart: 0, initialSelectionEnd: 5 })
    await expect(input).toHaveValue('1')
  },
}

const expectPaste =
  (text: string): NonNullable<Story['play']> =>
  async ({ args, canvas, userEvent }) => {
    const input = canvas.getByLabelText('5-digit code')
    await userEvent.click(input)
    await userEvent.paste(text)
    await expect(input).toHaveValue('12345')
    await expect(args.onAutofill).not.toHaveBeenCalled()
  }

export const PasteWithSpace: Story = { name: '[AUTH-07] (ux 5) takes a pasted "12 345"', play: expectPaste('12 345') }
export const PasteWithDash: Story = { name: '[AUTH-07] (ux 5) takes a pasted "12-345"', play: expectPaste('12-345') }
export const PasteMessage: Story = {
  name: '[AUTH-07] (ux 5) takes the code of a pasted message',
  play: expectPaste('12345 is your Nerdify code\n\n@nerdify.example #12345'),
}

export const PasteNoCode: Story = {
  name: '[AUTH-07] ignores a pasted text without a code',
  args: { value: '482' },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByLabelText('5-digit code'))
    await userEvent.paste('10001 or 79554')
    await expect(canvas.getByLabelText('5-digit code')).toHaveValue('482')
    await expect(args.onChange).not.toHaveBeenCalled()
  },
}

export const Autofill: Story = {
  name: '(ux 6) distinguishes an autofilled code from a typed one',
  play: async ({ args, canvas }) => {
    await fireEvent.input(canvas.getByLabelText('5-digit code'), { target: { value: '12345' } })
    await expect(args.onChange).toHaveBeenLastCalledWith('12345')
    await expect(args.onAutofill?.mock.calls).toEqual([['12345']])
  },
}
