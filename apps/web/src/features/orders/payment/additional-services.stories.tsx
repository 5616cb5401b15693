import { webPaths } from '@nerdify/contract/web-paths.ts'
import { lateOrderText } from '@nerdify/domain/orders/order-late.ts'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, waitFor } from 'storybook/test'
import { bringPageBack, isSafetyBesidePay, isSeen } from '../../../testing/story-steps.ts'
import { noteLeaving } from '../../../orders/payment-link.ts'
import { paymentButtonTexts, paymentNoteTexts } from '../../../texts/orders/payment-button.ts'
import {
  anOrderDueIn,
  OrderFlow,
  prepareOrderFlow,
  paidOrder,
  service,
  shownMasked,
} from '../../../testing/OrderFlow.tsx'

const meta = {
  title: 'Screens/Placing an order/Additional services',
  component: OrderFlow,
  parameters: { layout: 'fullscreen' },
  beforeEach: prepareOrderFlow,
} satisfies Meta<typeof OrderFlow>
export default meta
type Story = StoryObj<typeof meta>

const later = webPaths.orderAdditionalServices('order-1')

const withTopNerd = paidOrder({
  price: 48,
  service_price: 8,
  services: { ...paidOrder().services, top_writer: service(8, true) },
})

export const LaterServices: Story = {
  name: 'Additional services',
  args: { path: later, order: paidOrder() },
  play: async ({ canvas, userEvent }) => {
    const choose = await canvas.findByRole('button', { name: 'Choose what to add' })
    await waitFor(() => expect(choose).toHaveAttribute('aria-disabled', 'true'))
    await userEvent.click(choose)
    await isSeen(() => canvas.getByText('Choose a service first.'))
  },
}

export const LaterServicesChosen: Story = {
  name: '[EASE-06] Additional services, chosen, partly from the balance',
  args: { path: later, order: { ...withTopNerd, use_balance: true }, balance: 3 },
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getByRole('checkbox', { name: /TOP Nerd/ })).toBeChecked())
    await waitFor(() => expect(canvas.getByRole('checkbox', { name: 'Use my balance $3.00' })).toBeChecked())
    await isSeen(() => canvas.getByRole('link', { name: 'Pay $5.00' }))
    await isSafetyBesidePay(canvas)
  },
}

export const LaterServicesLeft: Story = {
  name: 'Additional services, a Nerd is found',
  args: { path: later, order: paidOrder({ client_status: 'Nerd found' }) },
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getAllByRole('checkbox')).toHaveLength(1))
    await isSeen(() => canvas.getByText(/^No longer available.*Prioritize my Task, TOP Nerd\.$/))
  },
}

export const LaterServicesUnavailable: Story = {
  name: '[FLOW-27] Additional services, unavailable',
  args: {
    path: later,
    order: paidOrder({
      client_status: 'Nerd found',
      isCanAddServices: false,
      services: { ...paidOrder().services, adv_plagreport: { ...service(8, true), active: true } },
    }),
  },
  play: async ({ canvas }) => {
    await waitFor(() =>
      expect(canvas.getByRole('heading', { level: 1 })).toHaveTextContent('Oops! We are really sorry.'),
    )
    await waitFor(() => expect(canvas.getByRole('link', { name: 'Go to my tasks' })).toHaveAttribute('href', '/orders'))
  },
}

export const LaterServicesDelivered: Story = {
  name: '[FLOW-27] Additional services, the work is sent',
  args: { path: later, order: paidOrder({ client_status: 'Sent', isCanAddServices: false }) },
  play: async ({ canvas }) => {
    await isSeen(() => canvas.getByText(/as we have already sent you the work\.$/))
  },
}

export const LaterServicesLate: Story = {
  name: '[WAIT-04] Additional services, none on a late order, not even one that awaits its payment',
  args: {
    path: later,
    order: { ...withTopNerd, isCanAddServices: false, deadline: anOrderDueIn(-1).deadline },
  },
  play: ({ canvas }) => isSeen(() => canvas.getByText(lateOrderText)),
}

export const ServicesBalanceNotShown: Story = {
  name: '[SAFE-03][PAY-13] Additional services, the balance is used and not shown',
  args: {
    path: webPaths.orderAdditionalServices('order-1'),
    order: { ...withTopNerd, isCanAddServices: true, use_balance: true },
    me: shownMasked,
  },
  play: async ({ canvas }) => {
    await isSeen(() => canvas.getByText(paymentNoteTexts.balanceUnknown))
    await isSeen(() => canvas.getByRole('link', { name: paymentButtonTexts.goOn }))
  },
}

export const LaterServicesBroughtBack: Story = {
  name: '(ux 39, ux 40) Additional services, unchanged after Back from the card page',
  args: { path: later, order: withTopNerd, answer: () => ({ status: 'paid', order: withTopNerd }) },
  play: async ({ canvas }) => {
    await isSeen(() => canvas.getByRole('heading', { level: 1 }))
    noteLeaving('order-1')
    bringPageBack()
    await isSeen(() => canvas.getByText('You have not been charged'))
  },
}

export const LaterServicesNotCharged: Story = {
  name: '(ux 40) Additional services, back from the card page without paying',
  args: {
    path: later,
    order: withTopNerd,
    left: 'order-1',
    answer: () => ({ status: 'paid', order: withTopNerd }),
  },
  play: async ({ canvas }) => {
    await isSeen(() => canvas.getByText('You have not been charged'))
  },
}
