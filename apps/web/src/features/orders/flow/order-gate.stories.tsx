import { webPaths } from '@nerdify/contract/web-paths.ts'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, waitFor } from 'storybook/test'
import { apiPaths } from '@nerdify/contract/api-paths.ts'
import { aClientAnswer } from '../../../testing/a-client-answer.ts'
import { aPaidOrderAnswer } from '../../../testing/an-order-answer.ts'
import { aRefusal, noAnswerYet } from '@nerdify/browser/testing/answered-calls.ts'
import { isSeen } from '../../../testing/story-steps.ts'
import { OrderFlow, prepareOrderFlow, anOrderDueIn, heldAnswer } from '../../../testing/OrderFlow.tsx'

const meta = {
  title: 'Screens/Placing an order/An order by its address',
  component: OrderFlow,
  parameters: { layout: 'fullscreen' },
  beforeEach: prepareOrderFlow,
} satisfies Meta<typeof OrderFlow>
export default meta
type Story = StoryObj<typeof meta>

export const OrderLoading: Story = {
  name: 'An order that is being read',
  args: { path: webPaths.orderForm('order-5'), answer: noAnswerYet },
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getByRole('main')).toHaveAttribute('aria-busy', 'true'))
  },
}

export const OrderNotFound: Story = {
  name: '[AUTH-19] An order that does not exist',
  args: { path: webPaths.orderDetails('order-5'), answer: () => aRefusal(404, 'Not found') },
  play: async ({ canvas }) => {
    await isSeen(() => canvas.getByRole('link', { name: 'Go to my tasks' }))
    await waitFor(() => expect(canvas.queryByRole('button', { name: 'Try again' })).toBeNull())
  },
}

export const OrderNotRead: Story = {
  name: '[UI-08] An order that cannot be read now',
  args: { path: webPaths.orderAgain('order-5'), answer: () => aRefusal(503, 'Not now') },
  play: async ({ canvas }) => {
    await isSeen(() => canvas.getByRole('button', { name: 'Try again' }))
  },
}

export const ReceiptLoading: Story = {
  name: '[PAY-14] The way to an order’s receipts, while it is read',
  args: { path: webPaths.orderReceipt('order-6'), answer: noAnswerYet },
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getByRole('main')).toHaveAttribute('aria-busy', 'true'))
  },
}

export const ReceiptNotTheirs: Story = {
  name: '[SAFE-12] The receipts of somebody else’s order',
  args: { path: webPaths.orderReceipt('order-6'), answer: () => aRefusal(404, 'Not found') },
  play: async ({ canvas }) => {
    await isSeen(() => canvas.getByRole('link', { name: 'Go to my tasks' }))
  },
}

export const OrderedAgain: Story = {
  name: '[CAB-10] Ordered again: the form of a new order with the old answers',
  args: {
    path: webPaths.orderAgain('order-6'),
    order: aPaidOrderAnswer({
      deadline: anOrderDueIn(11).deadline,
      _id: 'order-6',
      subject: 'Geography',
      size: '7 Pages',
    }),
  },
  play: async ({ canvas }) => {
    await isSeen(() => canvas.getByDisplayValue('Geography'))
    await waitFor(() => expect(canvas.getByRole('textbox', { name: 'Pages' })).toHaveValue('7'))
  },
}

/** The client of a story, who is read after the order. */
let heldClient = heldAnswer()

export const OrderedAgainByPlan: Story = {
  name: '[CAB-10] Ordered again by its address: a plan’s lead time stays, however late the plan is read',
  args: {
    path: webPaths.orderAgain('order-6'),
    order: aPaidOrderAnswer({
      _id: 'order-6',
      created_at: '2026-11-21T17:00:00.000Z',
      deadline: '2026-11-21T18:45:00.000Z',
    }),
    me: null,
    answer: ({ path }) => (path === apiPaths.me() ? heldClient.promise : undefined),
  },
  beforeEach: () => {
    heldClient = heldAnswer()
  },
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getByRole('main')).toHaveAttribute('aria-busy', 'true'))
    heldClient.resolve(aClientAnswer({ tags: ['subscription_nerdify_premium', 'subscription_active'] }))
    const slider = await canvas.findByRole('slider', { name: 'Deadline' })
    await waitFor(() => expect(slider).toHaveAttribute('aria-valuetext', expect.stringMatching(/^2 hours/)))
  },
}
