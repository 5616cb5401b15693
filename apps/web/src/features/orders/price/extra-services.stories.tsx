import { apiPaths } from '@nerdify/contract/api-paths.ts'
import type { Order, OrderChange } from '@nerdify/contract/orders.ts'
import { webPaths } from '@nerdify/contract/web-paths.ts'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, waitFor, within } from 'storybook/test'
import { aRefusal } from '@nerdify/browser/testing/answered-calls.ts'
import { isSafetyBesidePay, isSeen } from '../../../testing/story-steps.ts'
import { extraServicesTexts } from '../../../texts/orders/order-extra-services.ts'
import { paymentButtonTexts, paymentNoteTexts } from '../../../texts/orders/payment-button.ts'
import {
  OrderFlow,
  prepareOrderFlow,
  anOrderDueIn,
  aDraft,
  changesAsked,
  withLostCoupon,
  service,
  shownMasked,
} from '../../../testing/OrderFlow.tsx'

const meta = {
  title: 'Screens/Placing an order/Extra services',
  component: OrderFlow,
  parameters: { layout: 'fullscreen' },
  beforeEach: prepareOrderFlow,
} satisfies Meta<typeof OrderFlow>
export default meta
type Story = StoryObj<typeof meta>

const anAttachment: Order['attachments'][number] = {
  id: 'upload-1',
  filename: 'rubric.pdf',
  size: 2000,
  ext: 'pdf',
  filetype: 'document',
  status: 'loaded',
  progress: 100,
  location: null,
}

export const ExtraServicesOfOrder: Story = {
  name: '[EASE-06] (ux 36) Extra services, with all there is to check before paying',
  args: {
    path: webPaths.orderExtraServices('order-1'),
    order: anOrderDueIn(11, {
      details: 'Weigh the causes of the French Revolution.',
      attachments: [anAttachment],
    }),
  },
  play: async ({ canvas }) => {
    await isSeen(() => canvas.getByText('rubric.pdf'))
    for (const box of canvas.getAllByRole('checkbox')) await waitFor(() => expect(box).not.toBeChecked())
    await isSeen(() => canvas.getByRole('link', { name: 'Pay $40.00' }))
    await isSafetyBesidePay(canvas)
  },
}

export const ExtraServicesOfDraft: Story = {
  name: 'Extra services, not created yet',
  args: {
    path: webPaths.newOrderExtraServices('writing'),
    draft: { subject: 'History', details: 'Weigh the causes.' },
  },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('checkbox', { name: /TOP Nerd/ }))
    await isSeen(() => canvas.getByRole('button', { name: 'Pay $48.00' }))
    // WAIT-05: the late credit shows where the client pays.
    await isSeen(() => canvas.getByText(/If your work is late.*10%, 25% from 12 hours on/))
  },
}

export const ExtraServicesOnBalance: Story = {
  name: 'Extra services, from the balance',
  args: {
    path: webPaths.orderExtraServices('order-1'),
    order: anOrderDueIn(11, { details: 'Weigh the causes.', use_balance: true }),
    balance: 12.5,
  },
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getByRole('checkbox', { name: 'Use my balance $12.50' })).toBeChecked())
    await waitFor(() => expect(canvas.getAllByText('From your balance')[0]).toBeInTheDocument())
    await isSeen(() => canvas.getByRole('link', { name: 'Pay $27.50' }))
  },
}

export const ExtraServicesCovered: Story = {
  name: 'Extra services, the balance pays all',
  args: {
    path: webPaths.newOrderExtraServices('writing'),
    draft: { subject: 'History', details: 'Weigh the causes.' },
    balance: 100,
  },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('checkbox', { name: 'Use my balance $100.00' }))
    await isSeen(() => canvas.getByRole('button', { name: 'Pay from my balance' }))
  },
}

export const ExtraServicesTooSmallForCard: Story = {
  name: '[PAY-15] Extra services, the price is too small for a card',
  args: {
    path: webPaths.orderExtraServices('order-1'),
    order: anOrderDueIn(11, { details: 'Weigh the causes.', price: 0.3, quote_price: 0.3 }),
  },
  play: ({ canvas }) => isSeen(() => canvas.getByRole('link', { name: paymentButtonTexts.placeOrder })),
}

let payCalls = 0

export const PayOnlyByPress: Story = {
  name: '[EASE-12][PAY-13] A failed press of the payment button is not repeated once online',
  args: {
    path: webPaths.orderExtraServices('order-1'),
    order: anOrderDueIn(11, { details: 'Weigh the causes.', use_balance: true }),
    balance: 100,
    answer: ({ body }) => {
      if ((body as OrderChange | undefined)?.option !== 'payment_link_sent') return undefined
      payCalls += 1
      return aRefusal(503, 'Not paid')
    },
  },
  loaders: () => {
    payCalls = 0
  },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('link', { name: 'Pay from my balance' }))
    await isSeen(() => canvas.getByText('Not paid'))
    const heading = canvas.getByRole('heading', { level: 1 })
    // A click lets the page's effects run, before and after the event.
    await userEvent.click(heading)
    window.dispatchEvent(new Event('online'))
    await userEvent.click(heading)
    await expect(payCalls).toBe(1)
    await userEvent.click(canvas.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(payCalls).toBe(2))
  },
}

const onBalance = anOrderDueIn(11, { _id: 'order-17', details: 'Weigh the causes.', use_balance: true })

let isCreationLost = true

export const ExtraServicesBalanceTakenBack: Story = {
  name: '[PAY-13][FLOW-30] Extra services of a draft: the balance is deselected after a lost answer',
  args: {
    path: webPaths.newOrderExtraServices('writing'),
    draft: { ...aDraft, details: 'Weigh the causes.' },
    balance: 12.5,
    answer({ method, path, body }) {
      if (method === 'PATCH') changesAsked.push(body as OrderChange)
      const isAnswered =
        method === 'POST' ? !isCreationLost : method === 'GET' && path === apiPaths.order(onBalance._id)
      return isAnswered ? onBalance : undefined
    },
  },
  beforeEach() {
    isCreationLost = true
    changesAsked.length = 0
  },
  play: async ({ canvas, userEvent }) => {
    const useBalance = await canvas.findByRole('checkbox', { name: 'Use my balance $12.50' })
    await userEvent.click(useBalance)
    await userEvent.click(await canvas.findByRole('button', { name: 'Pay $27.50' }))
    await isSeen(() => canvas.getByRole('button', { name: 'Try again' }))
    await userEvent.click(useBalance)
    isCreationLost = false
    await userEvent.click(await canvas.findByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(changesAsked[0]).toMatchObject({ use_balance: false }))
    await isSeen(() => canvas.getByRole('link', { name: 'Pay $40.00' }))
  },
}

export const ExtraServicesPreferredNerd: Story = {
  name: '[SRV-05] Extra services, one of the Nerds of earlier orders',
  args: {
    path: webPaths.newOrderExtraServices('writing'),
    draft: { subject: 'History', details: 'Weigh the causes.' },
    me: { tags: ['subscription_active', 'subscription_nerdify_premium'] },
    nerds: [
      { name: 'Noor', rating: 4.9 },
      { name: 'Omar', rating: 4 },
    ],
  },
  play: async ({ canvas, userEvent }) => {
    await waitFor(() => expect(canvas.queryByRole('radio')).toBeNull())
    await userEvent.click(await canvas.findByRole('checkbox', { name: /Preferred Nerd/ }))
    const nerds = await canvas.findByRole('radiogroup', { name: 'Which Nerd?' })
    await waitFor(() => expect(within(nerds).getByRole('radio', { name: /Noor/ })).toBeChecked())
    await isSeen(() => canvas.getByRole('button', { name: 'Pay $40.00' }))
    await userEvent.click(await within(nerds).findByRole('radio', { name: /Omar/ }))
    await waitFor(() => expect(within(nerds).getByRole('radio', { name: /Omar/ })).toBeChecked())
    await isSeen(() => canvas.getByRole('button', { name: 'Pay $40.00' }))
  },
}

export const ExtraServicesRepriced: Story = {
  name: '[PRICE-12] Extra services, the price had to change',
  args: { path: webPaths.orderRepriced('order-1'), order: anOrderDueIn(11, { details: 'Weigh the causes.' }) },
  play: async ({ canvas }) => {
    await isSeen(() => canvas.getByText('The price has changed'))
    await isSeen(() => canvas.getByText(/^We hold a price for 30 minutes, and that time was up\./))
  },
}

export const ExtraServicesWithoutCoupon: Story = {
  name: '[PRICE-12][DISC-15] Extra services, the coupon was lost before the card page',
  args: { path: webPaths.orderRepriced('order-1', 'withoutCoupon'), order: withLostCoupon('order-1') },
  play: async ({ canvas }) => {
    await isSeen(() => canvas.getByText(/^This code can be only applied for orders over \$30/))
    await waitFor(() => expect(canvas.queryByText(/30 minutes/)).toBeNull())
  },
}

const repriced = anOrderDueIn(11, { _id: 'order-14', details: 'Weigh the causes.' })

export const ServiceAfterTheQuote: Story = {
  name: '[PRICE-12] Extra services, one is added after the quote’s 30 minutes',
  args: {
    path: webPaths.orderExtraServices('order-14'),
    order: repriced,
    answer: ({ body }) => ({
      ...repriced,
      version: 2,
      quote_price: 48,
      price: 53,
      services: {
        ...repriced.services,
        prioritize_my_task: service(5, (body as OrderChange).action === 'service_add'),
      },
    }),
  },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('checkbox', { name: /Prioritize my Task/ }))
    await isSeen(() => canvas.getByText('The price has changed'))
    await isSeen(() => canvas.getByText(/^We hold a price for 30 minutes/))
    await waitFor(() => expect(canvas.getAllByText('$53.00')[0]).toBeVisible())
    await userEvent.click(await canvas.findByRole('button', { name: 'Close' }))
    await waitFor(() => expect(canvas.queryByText('The price has changed')).toBeNull())
  },
}

const paidAtOnce = anOrderDueIn(11, { _id: 'order-15', details: 'Weigh the causes.' })

let answerService = () => {}

export const PayAfterTheQuote: Story = {
  name: '[PRICE-12] (ux 55) Extra services, paying at once by the keyboard with a service that has made a new price',
  args: {
    path: webPaths.orderExtraServices('order-15'),
    order: paidAtOnce,
    answer: () =>
      new Promise((resolve) => {
        const services = { ...paidAtOnce.services, prioritize_my_task: service(5, true) }
        answerService = () => resolve({ ...paidAtOnce, version: 2, quote_price: 48, price: 53, services })
      }),
  },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('checkbox', { name: /Prioritize my Task/ }))
    const pay = await canvas.findByRole('link', { name: 'Pay $45.00' })
    pay.focus()
    await userEvent.keyboard('{Enter}')
    await isSeen(() => canvas.getByText('Opening'))
    await expect(pay).toHaveFocus()
    answerService()
    await isSeen(() => canvas.getByText('The price has changed'))
    await isSeen(() => canvas.getByRole('link', { name: 'Pay $53.00' }))
    await expect(pay).toHaveFocus()
  },
}

export const ExtraServicesBalanceChanged: Story = {
  name: '[PAY-13] Extra services, the balance pays less than was shown',
  args: {
    path: webPaths.orderBalanceChanged('order-1'),
    order: anOrderDueIn(11, { details: 'Weigh the causes.', use_balance: true }),
    balance: 4,
  },
}

export const BalanceNotShown: Story = {
  name: '[SAFE-03][PAY-13] Extra services, the balance is used and not shown',
  args: {
    path: webPaths.orderExtraServices('order-1'),
    order: anOrderDueIn(11, { use_balance: true, balance_held: 5 }),
    me: shownMasked,
  },
  play: async ({ canvas }) => {
    await isSeen(() => canvas.getAllByText(paymentNoteTexts.balanceUnknown, { exact: false })[0] as HTMLElement)
    await isSeen(() => canvas.getByRole('link', { name: paymentButtonTexts.goOn }))
    await waitFor(() => expect(canvas.queryByText(extraServicesTexts.myBalance)).toBeNull())
    await isSeen(() => canvas.getByText('a•••@example.com'))
  },
}
