import type { Client, NerdList } from '@nerdify/contract/client.ts'
import type { Order, PaymentCheckAnswer } from '@nerdify/contract/orders.ts'
import type { ServicePricesAnswer } from '@nerdify/contract/pricing.ts'
import { webPaths } from '@nerdify/contract/web-paths.ts'
import { aPriceTable } from '@nerdify/domain/pricing/a-price-table.ts'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { MemoryRouter, Route, Routes } from 'react-router'
import { expect, within } from 'storybook/test'
import { aPaidOrderAnswer, anOrderAnswer } from '../../api/an-order-answer.ts'
import { createQueryClient, queryKeys } from '../../api/queries.ts'
import { PageFrame } from '../../ui/PageFrame.tsx'
import { Component as AdditionalServices } from './additional-services/AdditionalServicesScreen.tsx'
import { Component as Details } from './details/DetailsScreen.tsx'
import type { Draft } from './draft.ts'
import { drafts, newOrderDraftKey, orderDraftKey } from './drafts.ts'
import { Component as ExtraServices } from './extra-services/ExtraServicesScreen.tsx'
import { Component as OrderForm } from './form/OrderFormScreen.tsx'
import { Component as JobType } from './job-type/JobTypeScreen.tsx'
import { paymentCheckKey, Component as ThankYou } from './thank-you/ThankYouScreen.tsx'

const client: Client = {
  _id: 'client-1',
  id: 'client-1',
  email: { email: 'alex@example.com' },
  phone: '+14155550103',
  nickname: null,
  available_balance: 0,
  country_final: 'US',
  tags: [],
  subscriptions_active: [],
  exp_data: {},
  userdef: {},
  adult_confirmed: true,
  restricted_region: false,
  has_completed_order: false,
  paid_orders_count: 0,
  orders_count: 1,
  delete_at: null,
  referral_code: 'private',
  profile_referral_code: 'shared',
  referral_details: { count: 0, count_with_orders: 0, earn: 0 },
  announce_by: 'sms',
}

const servicePrices: ServicePricesAnswer = {
  top_writer: { percent_of_quote: 20 },
  draft_needed: { percent_of_quote: 10 },
  adv_plagreport: { amount: 8 },
  prioritize_my_task: { amount: 5 },
  client_recomended_writer: { percent_of_quote: 10 },
}

const service = (price: number, added = false) => ({ price, added, active: false, refunded: false, free_reason: null })

/** An order that is due in `hours`, whenever the story is looked at. */
const anOrderDueIn = (hours: number, change: Partial<Order> = {}): Order =>
  anOrderAnswer({
    deadline: new Date(Date.now() + hours * 3_600_000).toISOString(),
    price: 40,
    quote_price: 40,
    services: {
      top_writer: service(8),
      draft_needed: service(4),
      adv_plagreport: service(8),
      prioritize_my_task: service(5),
      client_recomended_writer: service(4),
    },
    ...change,
  })

const jobType = ':jobType'
const orderId = ':orderId'

interface FlowProps {
  path: string
  /** The state of the history entry. */
  state?: unknown
  order?: Order
  /** The draft of a new essay, or what is kept of the order. */
  draft?: Draft
  check?: PaymentCheckAnswer
  /** The Nerds whom the client may prefer. */
  nerds?: NerdList['results']
  /** The client's balance, in dollars. */
  balance?: number
  /** What else is different about the client. */
  me?: Partial<Client>
}

/** The answers of the API and the drafts of the browser, as the story has them. */
function prepared({ order, draft = {}, check, nerds, balance = 0, me }: FlowProps) {
  const queryClient = createQueryClient()
  queryClient.setQueryData(queryKeys.me, { ...client, available_balance: balance, ...me })
  queryClient.setQueryData(queryKeys.pricing, aPriceTable)
  queryClient.setQueryData(queryKeys.servicePrices, servicePrices)
  if (order !== undefined) queryClient.setQueryData(queryKeys.order(order._id), order)
  if (nerds !== undefined) queryClient.setQueryData(queryKeys.nerds, { results: nerds })
  if (check !== undefined) queryClient.setQueryData(paymentCheckKey(check.order._id), check)
  const draftKey = order === undefined ? newOrderDraftKey('writing') : orderDraftKey(order._id)
  drafts.clear(draftKey)
  drafts.change(draftKey, draft)
  return queryClient
}

/** The steps of placing an order, in a browser of their own. */
function Flow(props: FlowProps) {
  const [queryClient] = useState(() => prepared(props))
  const { path, state } = props
  return (
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[{ pathname: path, state }]}>
        <PageFrame>
          <Routes>
            <Route path={webPaths.newOrder()} Component={JobType} />
            <Route path={webPaths.newOrderForm(jobType)} Component={OrderForm} />
            <Route path={webPaths.newOrderDetails(jobType)} Component={Details} />
            <Route path={webPaths.newOrderExtraServices(jobType)} Component={ExtraServices} />
            <Route path={webPaths.orderForm(orderId)} Component={OrderForm} />
            <Route path={webPaths.orderDetails(orderId)} Component={Details} />
            <Route path={webPaths.orderExtraServices(orderId)} Component={ExtraServices} />
            <Route path={webPaths.orderThankYou(orderId)} Component={ThankYou} />
            <Route path={webPaths.orderAdditionalServices(orderId)} Component={AdditionalServices} />
          </Routes>
        </PageFrame>
      </MemoryRouter>
    </QueryClientProvider>
  )
}

const meta = {
  title: 'Screens/Placing an order',
  component: Flow,
  parameters: { layout: 'fullscreen' },
} satisfies Meta<typeof Flow>
export default meta
type Story = StoryObj<typeof meta>

export const JobTypeToChoose: Story = {
  name: 'Job type',
  args: { path: webPaths.newOrder() },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Next' }))
    await expect(canvas.getByText('There is a problem')).toBeVisible()
    await userEvent.click(canvas.getByRole('radio', { name: /Essay writing/ }))
    await expect(canvas.queryByText('There is a problem')).toBeNull()
  },
}

export const NewForm: Story = {
  name: 'Form, new',
  args: { path: webPaths.newOrderForm('writing') },
  play: async ({ canvas }) => {
    await expect(canvas.getByText('Step 2 of 4')).toBeVisible()
    await expect(canvas.getAllByText('$40.00')[0]).toBeVisible()
  },
}

export const FormWithoutSubject: Story = {
  name: 'Form, subject missing',
  args: { path: webPaths.newOrderForm('writing') },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Get it done' }))
    await expect(canvas.getAllByText('Please choose subject from the list')).toHaveLength(2)
    await expect(document.title).toMatch(/^Error: /)
  },
}

export const FormTooShort: Story = {
  name: 'Form, deadline too short',
  args: { path: webPaths.newOrderForm('writing'), draft: { subject: 'History', deadline: { hours: 3 } } },
  play: async ({ canvas, userEvent }) => {
    await expect(canvas.getByText('Please, give your Nerd more time to complete your task')).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: 'Choose 6 hours' }))
    await expect(canvas.queryByText('Please, give your Nerd more time to complete your task')).toBeNull()
  },
}

export const FormTooLong: Story = {
  name: 'Form, too many pages',
  args: { path: webPaths.newOrderForm('writing'), draft: { subject: 'History' } },
  play: async ({ canvas, userEvent }) => {
    const pages = canvas.getByRole('textbox', { name: 'Pages' })
    await userEvent.clear(pages)
    await userEvent.type(pages, '51')
    await expect(canvas.queryByText('This value must be below 50 pages')).toBeNull()
    await userEvent.tab()
    await expect(canvas.getByText('This value must be below 50 pages')).toBeVisible()
  },
}

export const FormOfTime: Story = { name: 'Form, hours and minutes', args: { path: webPaths.newOrderForm('quiz') } }

export const FormOfOrder: Story = {
  name: 'Form of an order',
  args: { path: webPaths.orderForm('order-1'), order: anOrderDueIn(11) },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('slider')).toHaveAttribute('aria-valuetext', expect.stringMatching(/^12 hours, by /))
  },
}

export const DetailsToFill: Story = {
  name: 'Details',
  args: { path: webPaths.orderDetails('order-1'), order: anOrderDueIn(11) },
  play: async ({ canvas, userEvent }) => {
    const description = canvas.getByRole('textbox', { name: 'Task description' })
    await expect(canvas.getByRole('button', { name: 'Continue' })).toHaveAttribute('aria-disabled', 'true')
    await userEvent.type(description, 'Weigh the causes.')
    await expect(canvas.getByRole('button', { name: 'Continue' })).not.toHaveAttribute('aria-disabled')
  },
}

export const DetailsMissing: Story = {
  name: 'Details, missing',
  args: { path: webPaths.orderDetails('order-2'), order: anOrderDueIn(11, { _id: 'order-2' }) },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Continue' }))
    await expect(canvas.getAllByText('Please describe your task or attach a file')).toHaveLength(2)
  },
}

export const DetailsOfNewcomer: Story = {
  name: '[LAW-01][LAW-02][LAW-03] Details of a first order: the age is asked, not ticked, beside the honour code',
  args: {
    path: webPaths.orderDetails('order-3'),
    order: anOrderDueIn(11, { _id: 'order-3', details: 'Weigh the causes.' }),
    me: { adult_confirmed: false },
  },
  play: async ({ canvas, userEvent }) => {
    const box = canvas.getByRole('checkbox', { name: 'I am 18 or older' })
    await expect(box).not.toBeChecked()
    await expect(canvas.getByText(/for study and reference/)).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: 'Continue' }))
    await expect(canvas.getAllByText('Please confirm that you are 18 or older')).toHaveLength(2)
    await userEvent.click(box)
    await expect(canvas.queryByText('Please confirm that you are 18 or older')).toBeNull()
    await expect(canvas.getByRole('button', { name: 'Continue' })).not.toHaveAttribute('aria-disabled')
  },
}

export const DetailsRefused: Story = {
  name: '[LAW-05] (ux 29) Details that we refuse, told on leaving the field and gone once rephrased',
  args: { path: webPaths.orderDetails('order-4'), order: anOrderDueIn(11, { _id: 'order-4' }) },
  play: async ({ canvas, userEvent }) => {
    const description = canvas.getByRole('textbox', { name: 'Task description' })
    await userEvent.type(description, 'Please take my exam')
    await expect(canvas.queryByText(/honour code does not let us/)).toBeNull()
    await userEvent.tab()
    await expect(canvas.getByText(/does not let us sit an exam or a test for you \(“take my exam”\)/)).toBeVisible()
    await expect(canvas.getByRole('button', { name: 'Continue' })).toHaveAttribute('aria-disabled', 'true')
    await userEvent.type(description, ' notes and summarise them')
    await expect(canvas.queryByText(/honour code does not let us/)).toBeNull()
    await expect(description).toHaveValue('Please take my exam notes and summarise them')
  },
}

export const JobTypesWhereRestricted: Story = {
  name: '[LAW-04] Job type where the law restricts it',
  args: { path: webPaths.newOrder(), me: { restricted_region: true } },
  play: async ({ canvas }) => {
    await expect(canvas.getByText(/the law does not let us do assessed work for money/)).toBeVisible()
    await expect(canvas.getAllByRole('radio').map((radio) => radio.getAttribute('value'))).toEqual([
      'editing',
      'problems',
    ])
  },
}

export const ExtraServicesOfOrder: Story = {
  name: '(ux 36) Extra services, with all there is to check before paying',
  args: {
    path: webPaths.orderExtraServices('order-1'),
    order: anOrderDueIn(11, {
      details: 'Weigh the causes of the French Revolution.',
      attachments: [{ id: 'upload-1', filename: 'rubric.pdf', size: 2000, ext: 'pdf' }],
    }),
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByText('rubric.pdf')).toBeVisible()
    for (const box of canvas.getAllByRole('checkbox')) await expect(box).not.toBeChecked()
    await expect(canvas.getByRole('link', { name: 'Pay $40.00' })).toBeVisible()
  },
}

export const ExtraServicesOfDraft: Story = {
  name: 'Extra services, not created yet',
  args: {
    path: webPaths.newOrderExtraServices('writing'),
    draft: { subject: 'History', details: 'Weigh the causes.' },
  },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('checkbox', { name: /TOP Nerd/ }))
    await expect(canvas.getByRole('button', { name: 'Pay $48.00' })).toBeVisible()
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
    await expect(canvas.getByRole('checkbox', { name: 'Use my balance $12.50' })).toBeChecked()
    await expect(canvas.getAllByText('From your balance')[0]).toBeInTheDocument()
    await expect(canvas.getByRole('link', { name: 'Pay $27.50' })).toBeVisible()
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
    await userEvent.click(canvas.getByRole('checkbox', { name: 'Use my balance $100.00' }))
    await expect(canvas.getByRole('button', { name: 'Pay from my balance' })).toBeVisible()
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
    await expect(canvas.queryByRole('radio')).toBeNull()
    await userEvent.click(canvas.getByRole('checkbox', { name: /Preferred Nerd/ }))
    const nerds = canvas.getByRole('radiogroup', { name: 'Which Nerd?' })
    await expect(within(nerds).getByRole('radio', { name: /Noor/ })).toBeChecked()
    await expect(canvas.getByRole('button', { name: 'Pay $44.00' })).toBeVisible()
    await userEvent.click(within(nerds).getByRole('radio', { name: /Omar/ }))
    await expect(within(nerds).getByRole('radio', { name: /Omar/ })).toBeChecked()
    await expect(canvas.getByRole('button', { name: 'Pay $44.00' })).toBeVisible()
  },
}

const thankYou = webPaths.orderThankYou('order-1')

export const PaymentConfirming: Story = {
  name: 'Thank-you, confirming',
  args: { path: thankYou, check: { status: 'confirming', order: anOrderDueIn(11) } },
}

export const PaymentMissing: Story = {
  name: 'Thank-you, not paid',
  args: { path: thankYou, check: { status: 'unpaid', order: anOrderDueIn(11) } },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('heading', { level: 1 })).toHaveTextContent('This order is not paid yet')
  },
}

export const PaymentDone: Story = {
  name: 'Thank-you, paid',
  args: { path: thankYou, check: { status: 'paid', order: aPaidOrderAnswer({ deadline: anOrderDueIn(11).deadline }) } },
  play: async ({ canvas }) => {
    await expect(canvas.getByText('Paid $27.00')).toBeVisible()
  },
}

const later = webPaths.orderAdditionalServices('order-1')
const paidOrder = (change: Partial<Order> = {}): Order => {
  const { services, deadline } = anOrderDueIn(11)
  return aPaidOrderAnswer({
    price: 40,
    quote_price: 40,
    cabinet_price: 40,
    client_paid: 40,
    services,
    deadline,
    ...change,
  })
}
const withTopNerd = paidOrder({
  price: 48,
  service_price: 8,
  services: { ...paidOrder().services, top_writer: service(8, true) },
})

export const LaterServices: Story = {
  name: 'Additional services',
  args: { path: later, order: paidOrder() },
  play: async ({ canvas, userEvent }) => {
    const choose = canvas.getByRole('button', { name: 'Choose what to add' })
    await expect(choose).toHaveAttribute('aria-disabled', 'true')
    await userEvent.click(choose)
    await expect(canvas.getByText('Tick a service first.')).toBeVisible()
  },
}

export const LaterServicesChosen: Story = {
  name: 'Additional services, chosen, partly from the balance',
  args: { path: later, order: { ...withTopNerd, use_balance: true }, balance: 3 },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('checkbox', { name: /TOP Nerd/ })).toBeChecked()
    await expect(canvas.getByRole('checkbox', { name: 'Use my balance $3.00' })).toBeChecked()
    await expect(canvas.getByRole('link', { name: 'Pay $5.00' })).toBeVisible()
  },
}

export const LaterServicesLeft: Story = {
  name: 'Additional services, a Nerd is found',
  args: { path: later, order: paidOrder({ client_status: 'Nerd found' }) },
  play: async ({ canvas }) => {
    await expect(canvas.getAllByRole('checkbox')).toHaveLength(1)
    await expect(canvas.getByText(/^No longer available.*Prioritize my Task, TOP Nerd\.$/)).toBeVisible()
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
    await expect(canvas.getByRole('heading', { level: 1 })).toHaveTextContent('Oops! We are really sorry.')
    await expect(canvas.getByRole('link', { name: 'Go to my tasks' })).toHaveAttribute('href', '/orders')
  },
}
