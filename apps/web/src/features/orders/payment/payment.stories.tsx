import { webPaths } from '@nerdify/contract/web-paths.ts'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, waitFor } from 'storybook/test'
import { aClientAnswer } from '../../../testing/a-client-answer.ts'
import { bringPageBack, isSeen } from '../../../testing/story-steps.ts'
import { leftForPayment } from '../../../orders/payment-link.ts'
import { extraServicesTexts } from '../../../texts/orders/order-extra-services.ts'
import { paymentTexts } from '../../../texts/orders/order-payment.ts'
import { OrderFlow, prepareOrderFlow, anOrderDueIn } from '../../../testing/OrderFlow.tsx'

const meta = {
  title: 'Screens/Placing an order/Payment',
  component: OrderFlow,
  parameters: { layout: 'fullscreen' },
  beforeEach: prepareOrderFlow,
} satisfies Meta<typeof OrderFlow>
export default meta
type Story = StoryObj<typeof meta>

export const AgeFirst: Story = {
  name: '[LAW-02] Payment asks for the age first',
  args: { path: webPaths.orderPayment('order-1'), order: anOrderDueIn(11), me: { adult_confirmed: false } },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button'))
    await isSeen(() => canvas.getByText('Please confirm that you are 18 or older'))
  },
}

export const LeavingStopped: Story = {
  name: '(ux 32) Payment, the button works again if the card page did not open',
  args: {
    path: webPaths.orderPayment('order-1'),
    order: anOrderDueIn(11),
    me: { adult_confirmed: false },
    answer: ({ method }) => (method === 'PATCH' ? aClientAnswer() : undefined),
  },
  beforeEach: () => {
    const stop = (event: NavigateEvent) => event.preventDefault()
    navigation.addEventListener('navigate', stop)
    return () => navigation.removeEventListener('navigate', stop)
  },
  play: async ({ canvas, userEvent }) => {
    const goOn = () => canvas.findByRole('button')
    await userEvent.click(await canvas.findByRole('checkbox'))
    await userEvent.click(await goOn())
    await waitFor(() => expect(leftForPayment()).toBe('order-1'))
    await waitFor(async () => expect(await goOn()).toHaveAttribute('aria-busy'))
    bringPageBack()
    await waitFor(async () => expect(await goOn()).not.toHaveAttribute('aria-busy'))
  },
}

export const DetailsBeforePayment: Story = {
  name: '[FLOW-32] Details, where the way to pay leads first',
  args: {
    path: webPaths.orderDetailsBeforePayment('order-1'),
    order: anOrderDueIn(11, { details: null, honour_code_agreed: false }),
    me: { email: null },
  },
  play: async ({ canvas }) => {
    await isSeen(() => canvas.getByText(/Tell us your e-mail/))
  },
}

export const ComplexOrderFirst: Story = {
  name: '[FLOW-32] Payment of a complex order asks for its task first',
  args: {
    path: webPaths.orderPayment('order-1'),
    order: anOrderDueIn(11, { is_complex: true, details: null, honour_code_agreed: false }),
  },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: paymentTexts.goOn }))
    await isSeen(() => canvas.getAllByText('Please describe your task or attach a file')[0] as HTMLElement)
  },
}

export const PaidByPress: Story = {
  name: '[SAFE-12][PAY-13] Payment, the balance covers all of it',
  args: { path: webPaths.orderPayment('order-1'), order: anOrderDueIn(11, { use_balance: true }), balance: 100 },
  play: async ({ canvas }) => {
    await isSeen(() => canvas.getByRole('link', { name: 'Pay from my balance' }))
  },
}

export const RepricedForPayment: Story = {
  name: '[PRICE-12] Payment, the price had to change',
  args: { path: webPaths.orderPaymentRepriced('order-1'), order: anOrderDueIn(11) },
  play: async ({ canvas }) => {
    await isSeen(() => canvas.getByRole('heading', { name: extraServicesTexts.repriced }))
    await isSeen(() => canvas.getByRole('link', { name: paymentTexts.goOn }))
  },
}

export const LeavingForPayment: Story = {
  name: '[FLOW-24][AUTH-12] Payment while the client cannot be read, with the subscription of its link',
  args: { path: webPaths.orderPayment('order-1', 'sub_123'), order: anOrderDueIn(11), me: null },
  play: async ({ canvas }) => {
    await isSeen(() => canvas.getByRole('link'))
    await expect(canvas.getByRole('link')).toHaveAttribute('href', expect.stringContaining('subscription_id=sub_123'))
  },
}
