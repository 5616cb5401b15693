import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState } from 'react'
import { expect, fn, waitFor } from 'storybook/test'
import { Coupon, type CouponState } from './Coupon.tsx'

const meta = {
  title: 'Fields/Coupon',
  component: Coupon,
  args: { state: { kind: 'closed' }, onOpen: fn(), onCodeChange: fn(), onApply: fn(), onRemove: fn(), onClose: fn() },
} satisfies Meta<typeof Coupon>
export default meta
type Story = StoryObj<typeof meta>

export const Closed: Story = {
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'I have a coupon' }))
    await expect(args.onOpen).toHaveBeenCalledOnce()
  },
}

const onSubmit = fn()

export const EnterApplies: Story = {
  name: '(ux 26) Enter applies the coupon and does not submit the surrounding form',
  args: { state: { kind: 'open', code: 'FRIEND20' } },
  render: (args) => (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      <Coupon {...args} />
      <button type="submit">Get it done</button>
    </form>
  ),
  play: async ({ args, canvas, userEvent }) => {
    onSubmit.mockClear()
    await expect(canvas.getByLabelText('Coupon code')).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect(args.onApply).toHaveBeenCalledOnce()
    await expect(onSubmit).not.toHaveBeenCalled()
  },
}

export const WithError: Story = {
  args: {
    state: {
      kind: 'open',
      code: 'SPRING24',
      error: (
        <>
          This code has expired. <a href="#contact">Contact us if you have any questions.</a>
        </>
      ),
    },
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByLabelText('Coupon code')).toHaveValue('SPRING24')
    await expect(canvas.getByLabelText('Coupon code')).toHaveFocus()
  },
}

export const Closable: Story = {
  name: '[DISC-03] its button and Escape close the open field',
  args: { state: { kind: 'open', code: 'FRIEND20' } },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Close the coupon field' }))
    await expect(args.onClose).toHaveBeenCalledOnce()
    await userEvent.click(canvas.getByLabelText('Coupon code'))
    await userEvent.keyboard('{Escape}')
    await expect(args.onClose).toHaveBeenCalledTimes(2)
  },
}

export const Checking: Story = {
  name: '(ux 26) the code cannot be edited while it is checked',
  args: { state: { kind: 'open', code: 'FRIEND20', busy: 'Checking' } },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.type(canvas.getByLabelText('Coupon code'), 'X')
    await expect(args.onCodeChange).not.toHaveBeenCalled()
  },
}

export const Applied: Story = {
  args: { state: { kind: 'applied', code: 'FRIEND20', saving: '$20.00 off this order' } },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Remove' }))
    await expect(args.onRemove).toHaveBeenCalledOnce()
  },
}

function StatefulCoupon() {
  const [state, setState] = useState<CouponState>({ kind: 'open', code: 'FRIEND20' })
  return (
    <Coupon
      state={state}
      onOpen={() => setState({ kind: 'open', code: '' })}
      onCodeChange={(code) => setState({ kind: 'open', code })}
      onApply={() => setState({ kind: 'applied', code: 'FRIEND20', saving: '$20.00 off this order' })}
      onRemove={() => setState({ kind: 'closed' })}
      onClose={() => setState({ kind: 'closed' })}
    />
  )
}

export const FocusStays: Story = {
  name: '(ux 26)(ux 55) keeps the focus in the coupon when the focused control disappears',
  render: () => <StatefulCoupon />,
  play: async ({ canvas, userEvent }) => {
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(canvas.getByRole('group', { name: 'Coupon' })).toHaveFocus())
    await userEvent.tab()
    await expect(canvas.getByRole('button', { name: 'Remove' })).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(canvas.getByRole('button', { name: 'I have a coupon' })).toHaveFocus())
  },
}
