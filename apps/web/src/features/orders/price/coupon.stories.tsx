import type { OrderChange } from '@nerdify/contract/orders.ts'
import { cabinetOverlayPath } from '@nerdify/contract/cabinet-overlays.ts'
import { webPaths } from '@nerdify/contract/web-paths.ts'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, waitFor } from 'storybook/test'
import { aRefusal } from '@nerdify/browser/testing/answered-calls.ts'
import { localStore } from '@nerdify/browser/browser-storage.ts'
import { draftPrefix } from '../../../storage/draft-prefix.ts'
import { session } from '../../../visit/session.ts'
import { isSeen } from '../../../testing/story-steps.ts'
import { couponTexts } from '../../../texts/orders/order-coupon.ts'
import { OrderFlow, prepareOrderFlow, anOrderDueIn, changesAsked, withLostCoupon } from '../../../testing/OrderFlow.tsx'

const meta = {
  title: 'Screens/Placing an order/Coupon',
  component: OrderFlow,
  parameters: { layout: 'fullscreen' },
  beforeEach: prepareOrderFlow,
} satisfies Meta<typeof OrderFlow>
export default meta
type Story = StoryObj<typeof meta>

export const CouponApplied: Story = {
  name: '[DISC-01] Form with a coupon',
  args: {
    path: webPaths.orderForm('order-10'),
    order: anOrderDueIn(11, {
      _id: 'order-10',
      price: 32,
      discountValid: true,
      discountCode: 'WELCOME-BACK-2026',
      discount_amount: 8,
    }),
  },
}

export const CouponNotRemoved: Story = {
  name: '[DISC-03] Form with a coupon that could not be removed',
  args: {
    path: webPaths.orderForm('order-29'),
    order: anOrderDueIn(11, {
      _id: 'order-29',
      price: 32,
      discountValid: true,
      discountCode: 'WELCOME',
      discount_amount: 8,
    }),
    answer: ({ body }) => (body as OrderChange).action === 'discount_del' && aRefusal(503, 'Please try again.'),
  },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click((await canvas.findAllByRole('button', { name: 'Remove' }))[0] as HTMLElement)
    await expect(await canvas.findByRole('alert')).toHaveTextContent('Please try again.')
    await isSeen(() => canvas.getByText('WELCOME'))
  },
}

export const CouponRefused: Story = {
  name: '[DISC-04][TALK-02] A refused coupon, whose link brings order and code to the conversation',
  args: {
    path: webPaths.orderForm('order-11'),
    order: anOrderDueIn(11, { _id: 'order-11' }),
    answer: () => aRefusal(422, 'This code is not valid.', { error_type: 'unknown_code', error_value: 'code' }),
  },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getAllByRole('button', { name: /coupon/i })[0] as HTMLElement)
    await userEvent.type(await canvas.findByRole('textbox', { name: /coupon/i }), 'nothing')
    await userEvent.click(await canvas.findByRole('button', { name: 'Apply' }))
    await isSeen(() => canvas.getByText('This code is not valid.'))
    const link = await canvas.findByRole('link', { name: 'Contact us if you have any questions.' })
    await expect(link).toHaveAttribute('href', cabinetOverlayPath({ name: 'messages', orderId: 'order-11' }))
    link.addEventListener('click', (event) => event.preventDefault(), { once: true, capture: true })
    await userEvent.click(link)
    const key = `${draftPrefix}${session.clientId() ?? ''}.message.order-11`
    await expect(localStore.get(key)).toMatch(/^Order \S+, coupon nothing: $/i)
    localStore.remove(key)
  },
}

export const CouponTypedOnly: Story = {
  name: '[DISC-03] Form with a code that is typed: "Get it done" applies it, and stays where it is refused',
  args: {
    path: webPaths.orderForm('order-27'),
    order: anOrderDueIn(11, { _id: 'order-27' }),
    answer({ method, body }) {
      if (method !== 'PATCH') return undefined
      changesAsked.push(body as OrderChange)
      return aRefusal(422, 'This code is not valid.', { error_type: 'unknown_code', error_value: 'code' })
    },
  },
  beforeEach() {
    changesAsked.length = 0
  },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'I have a coupon' }))
    await userEvent.type(await canvas.findByRole('textbox', { name: /coupon/i }), 'nothing')
    await userEvent.click(await canvas.findByRole('button', { name: 'Get it done' }))
    await isSeen(() => canvas.getByText('This code is not valid.'))
    await waitFor(() => expect(canvas.getByRole('textbox', { name: /coupon/i })).toHaveFocus())
    await isSeen(() => canvas.getByRole('textbox', { name: 'Pages' }))
    await waitFor(() => expect(changesAsked).toEqual([{ action: 'discount_add', code: 'NOTHING' }]))
    await userEvent.click(await canvas.findByRole('button', { name: 'Close the coupon field' }))
    await waitFor(() => expect(canvas.queryByText('This code is not valid.')).toBeNull())
    await waitFor(() => expect(canvas.getByRole('button', { name: 'I have a coupon' })).toHaveFocus())
  },
}

export const CouponBeforeTheSize: Story = {
  name: '[EASE-08] Form with a code and a wrong size: only the size shows the error',
  args: {
    path: webPaths.newOrderForm('writing'),
    draft: { subject: 'History', size: { count: 51, measure: 'Pages' } },
  },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'I have a coupon' }))
    const code = await canvas.findByRole('textbox', { name: /coupon/i })
    await userEvent.type(code, 'NERD10')
    await userEvent.click(await canvas.findByRole('button', { name: 'Apply' }))
    await isSeen(() => canvas.getByRole('heading', { name: 'There is a problem' }))
    await waitFor(() =>
      expect(canvas.getByRole('textbox', { name: 'Pages' })).toHaveAccessibleDescription(
        'This value must be below 50 pages',
      ),
    )
    await waitFor(() => expect(code).not.toHaveAttribute('aria-invalid'))
    await waitFor(() => expect(code).toHaveValue('NERD10'))
  },
}

export const CouponWithPlan: Story = {
  name: '[EASE-08] Form of a client with a plan: a fault of the size is never shown as the coupon’s',
  args: {
    path: webPaths.orderForm('order-28'),
    order: anOrderDueIn(11, { _id: 'order-28' }),
    me: { tags: ['subscription_active', 'subscription_nerdify_basic'], subscriptions_active: ['nerdify_basic'] },
    answer: ({ method }) =>
      method === 'PATCH' ? aRefusal(422, 'This value must be below 50 pages', { error_value: 'size' }) : undefined,
  },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'I have a coupon' }))
    const code = await canvas.findByRole('textbox', { name: /coupon/i })
    await userEvent.type(code, 'NERD10')
    await userEvent.click(await canvas.findByRole('button', { name: 'Apply' }))
    await isSeen(() => canvas.getByText(couponTexts.notChecked))
    await waitFor(() => expect(canvas.queryByText('This value must be below 50 pages')).toBeNull())

    const size = await canvas.findByRole('textbox', { name: 'Pages' })
    await userEvent.clear(size)
    await userEvent.type(size, '2.5')
    await userEvent.click(await canvas.findByRole('button', { name: 'Apply' }))
    await waitFor(() => expect(size).toHaveAccessibleDescription('Whole pages only'))
    await waitFor(() => expect(code).not.toHaveAccessibleDescription(/pages/))
  },
}

export const CouponLost: Story = {
  name: '[DISC-12][DISC-15] Form of an order that has lost its coupon; the notice can be closed',
  args: {
    path: webPaths.orderForm('order-13'),
    order: withLostCoupon('order-13'),
    answer: ({ body }) =>
      (body as OrderChange).action === 'discount_del' &&
      anOrderDueIn(11, { _id: 'order-13', version: 2, deadline: withLostCoupon('order-13').deadline }),
  },
  play: async ({ canvas, userEvent }) => {
    await isSeen(() => canvas.getByText(/This code can be only applied for orders over \$30/))
    await userEvent.click(await canvas.findByRole('button', { name: 'Close' }))
    await waitFor(() => expect(canvas.queryByText(/This code can be only applied/)).toBeNull())
    await isSeen(() => canvas.getByRole('button', { name: 'I have a coupon' }))
  },
}
