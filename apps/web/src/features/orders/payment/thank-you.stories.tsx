import type { Order } from '@nerdify/contract/orders.ts'
import { webPaths } from '@nerdify/contract/web-paths.ts'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, waitFor } from 'storybook/test'
import { aPaidOrderAnswer } from '../../../testing/an-order-answer.ts'
import { aRefusal } from '@nerdify/browser/testing/answered-calls.ts'
import { isSeen } from '../../../testing/story-steps.ts'
import { thankYouTexts } from '../../../texts/orders/order-payment.ts'
import { paymentButtonTexts } from '../../../texts/orders/payment-button.ts'
import {
  OrderFlow,
  prepareOrderFlow,
  anOrderDueIn,
  shownMasked,
  paidOrder,
  aLateCredit,
} from '../../../testing/OrderFlow.tsx'

const meta = {
  title: 'Screens/Placing an order/Thank-you',
  component: OrderFlow,
  parameters: { layout: 'fullscreen' },
  beforeEach: prepareOrderFlow,
} satisfies Meta<typeof OrderFlow>
export default meta
type Story = StoryObj<typeof meta>

const thankYou = webPaths.orderThankYou('order-1')

export const PaymentConfirming: Story = {
  name: 'Thank-you, confirming',
  args: { path: thankYou, check: { status: 'confirming', order: anOrderDueIn(11) } },
}

export const PaymentMissing: Story = {
  name: 'Thank-you, not paid',
  args: { path: thankYou, check: { status: 'unpaid', order: anOrderDueIn(11) } },
  play: async ({ canvas }) => {
    await waitFor(() =>
      expect(canvas.getByRole('heading', { level: 1 })).toHaveTextContent('This order isn’t paid yet'),
    )
  },
}

export const PaymentMissingInPart: Story = {
  name: '(ux 37) Thank-you, paid in part, the balance pays some of the rest',
  args: {
    path: thankYou,
    balance: 12.5,
    check: { status: 'unpaid', order: anOrderDueIn(11, { client_paid: 10, use_balance: true }) },
  },
  play: async ({ canvas }) => {
    await isSeen(() => canvas.getByText(/^\$30\.00 of order No\./))
    const pay = await canvas.findByRole('link', { name: 'Pay $17.50' })
    await expect(pay.getAttribute('href')).toContain('balance=12.5')
  },
}

export const PaymentLostDiscount: Story = {
  name: '[HOLD-09] Thank-you, the payment lost its discount: the rest, why, and the way to pay it',
  args: {
    path: thankYou,
    check: { status: 'unpaid', order: anOrderDueIn(11, { client_paid: 10, discountErrorType: 'paid_orders_max' }) },
  },
  play: async ({ canvas }) => {
    await isSeen(() => canvas.getByText(/^\$30\.00 of order No\./))
    await isSeen(() => canvas.getByText(/^Your discount is for a first order/))
    await isSeen(() => canvas.getByRole('link', { name: 'Pay $30.00' }))
  },
}

export const PaymentDone: Story = {
  name: '[FLOW-25] Thank-you, paid: how the client hears of the Nerd, and the deadline for a calendar',
  args: { path: thankYou, check: { status: 'paid', order: aPaidOrderAnswer({ deadline: anOrderDueIn(11).deadline }) } },
  play: async ({ canvas }) => {
    await isSeen(() => canvas.getByText('Paid $27.00'))
    await isSeen(() => canvas.getByText(thankYouTexts.taken.sms))
    const link = canvas.getByRole('link', { name: thankYouTexts.addToCalendar })
    await expect(link.getAttribute('href')).toMatch(/\/deadline\.ics$/)
  },
}

export const ReceiptAtFirstEmail: Story = {
  name: '[SAFE-02][PAY-14] Thank-you, the receipt went to an address that is to be confirmed',
  args: {
    path: thankYou,
    check: { status: 'paid', order: aPaidOrderAnswer({ deadline: anOrderDueIn(11).deadline }) },
    me: { email_confirmed: false },
  },
  play: ({ canvas }) => isSeen(() => canvas.getByText(thankYouTexts.receiptMailed('alex@example.com', false))),
}

export const PaidWithNothing: Story = {
  name: '[FLOW-25][PAY-14] Thank-you for an order that cost nothing: no receipt was sent',
  args: {
    path: thankYou,
    check: {
      status: 'paid',
      order: paidOrder({ client_paid: 0 }),
      payment: {
        lines: [
          { text: 'Essay, 2 pages', amount: 20 },
          { text: 'FRIEND', amount: -20 },
        ],
        total: 0,
        by_card: 0,
        card_brand: null,
        card_last4: null,
        from_balance: 0,
        services: null,
      },
    },
  },
  play: async ({ canvas }) => {
    await isSeen(() => canvas.getByText('Paid $0.00'))
    await expect(canvas.queryByText(thankYouTexts.receiptMailed('alex@example.com', true))).toBeNull()
  },
}

export const UnpaidBalanceNotShown: Story = {
  name: '[SAFE-03][PAY-13] Thank-you, unpaid, the balance is used and not shown',
  args: {
    path: thankYou,
    check: { status: 'unpaid', order: anOrderDueIn(11, { use_balance: true }) },
    me: shownMasked,
  },
  play: async ({ canvas }) => {
    await isSeen(() => canvas.getByRole('link', { name: paymentButtonTexts.goOn }))
  },
}

export const PaidWithServicesLeft: Story = {
  name: '[FLOW-25] Thank-you, with services still for sale',
  args: { path: thankYou, check: { status: 'paid', order: paidOrder({ isCanAddServices: true }) } },
}

export const PaidLater: Story = {
  name: '[FLOW-25] Thank-you for services, and the app',
  args: {
    path: thankYou,
    check: {
      status: 'paid',
      order: paidOrder({ client_status: 'Nerd found', isCanAddServices: false }),
      payment: {
        lines: [{ text: 'Plagiarism Report', amount: 8 }],
        total: 8,
        by_card: 6,
        card_brand: 'visa',
        card_last4: '4242',
        from_balance: 2,
        services: ['adv_plagreport'],
      },
    },
    me: { exp_data: { app2_scale: 'on' } },
  },
  play: async ({ canvas }) => {
    await isSeen(() => canvas.getByText('Paid $8.00'))
    await isSeen(() => canvas.getByText(/New in this order: Plagiarism Report\./))
    await waitFor(() => expect(canvas.getByText('From your balance')).toBeInTheDocument())
    await waitFor(() => expect(canvas.getByText('Paid by Visa 4242')).toBeInTheDocument())
    await waitFor(() => expect(canvas.queryByText(thankYouTexts.next)).toBeNull())
  },
}

/** The thank-you page of an ended order: no thanks, and no question. */
const anEnd = (name: string, over: keyof typeof thankYouTexts.over, change: Partial<Order>): Story => ({
  name: `[FLOW-25] Thank-you, ${name}`,
  args: { path: thankYou, check: { status: change.isPaid === false ? 'unpaid' : 'paid', order: paidOrder(change) } },
  play: async ({ canvas }) => {
    await isSeen(() => canvas.getByRole('heading', { level: 1, name: thankYouTexts.over[over].title }))
    await waitFor(() => expect(canvas.queryByText(/^Paid \$/)).toBeNull())
    await waitFor(() => expect(canvas.queryByRole('link', { name: /^Pay/ })).toBeNull())
  },
})

export const ThankYouRefunded: Story = anEnd('refunded since', 'refunded', {
  system_client_status: 'Refund Accepted',
  refunded: 27,
})

export const ThankYouRefundRequested: Story = anEnd('a refund is asked for', 'refundRequested', {
  system_client_status: 'Refund Requested',
})

export const ThankYouDeclined: Story = anEnd('declined since', 'declined', {
  isPaid: false,
  client_paid: 0,
  declined: true,
  receipt_link: null,
})

export const ThankYouDeleted: Story = anEnd('deleted since', 'deleted', {
  isPaid: false,
  client_paid: 0,
  isDeleted: true,
  receipt_link: null,
})

export const PaidAndLate: Story = {
  name: '[WAIT-04] Thank-you of an order that is late by now',
  args: {
    path: thankYou,
    check: {
      status: 'paid',
      order: paidOrder({ deadline: '2026-01-01T17:00:00.000Z', late_credit: aLateCredit.steps }),
    },
  },
  play: async ({ canvas }) => {
    await isSeen(() => canvas.getByText(/This task is late.*\$20\.00 to your balance/))
    await waitFor(() => expect(canvas.queryByText(/due by/)).toBeNull())
    await waitFor(() => expect(canvas.queryByRole('link', { name: /services/i })).toBeNull())
  },
}

export const ThankYouNotRead: Story = {
  name: '[UI-08] Thank-you, the payment check fails',
  args: { path: webPaths.orderThankYou('order-5'), answer: () => aRefusal(503, 'Not now') },
  play: async ({ canvas }) => {
    await isSeen(() => canvas.getByRole('button', { name: 'Try again' }))
  },
}
