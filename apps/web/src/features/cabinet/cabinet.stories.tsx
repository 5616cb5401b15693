import { apiPaths } from '@nerdify/contract/api-paths.ts'
import { cabinetOverlayPath, cabinetOverlayPatterns } from '@nerdify/contract/cabinet-overlays.ts'
import type { OrderFile } from '@nerdify/contract/files.ts'
import type { Order, OrderHistory } from '@nerdify/contract/orders.ts'
import type { TipForm } from '@nerdify/contract/tips.ts'
import { webPaths } from '@nerdify/contract/web-paths.ts'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { MemoryRouter, Route, Routes } from 'react-router'
import { expect, waitFor } from 'storybook/test'
import { aPage, aPaidOrderAnswer, anOrderAnswer } from '../../api/an-order-answer.ts'
import { answerCalls } from '../../api/answered-calls.ts'
import { createQueryClient } from '../../api/queries.ts'
import { PageFrame } from '../../ui/PageFrame.tsx'
import { Component as Cabinet } from './CabinetScreen.tsx'

const sent = aPaidOrderAnswer({
  _id: 'sent',
  title: 'Probability problem set 4',
  client_status: 'Sent',
  isCanShowStatusBar: false,
  isCanShowRating: true,
  isCanShowRatingBtn: true,
  isCanDownloadFile: true,
  actions: [
    'download',
    'rate',
    'add_services',
    'request_revision',
    'accept',
    'receipt',
    'order_again',
    'request_refund',
  ],
  date_label: { label: 'Completed on', at: '2026-11-20T17:00:00.000Z' },
})
const rated = {
  ...sent,
  _id: 'rated',
  mark: 5,
  isRated: true,
  isCanShowRating: false,
  isCanShowRatingBtn: false,
  isCanShowChangeRateBtn: true,
  isCanShowTipsBtn: true,
  actions: ['download', 'tip', 'change_rating', 'request_revision', 'receipt', 'order_again'],
} satisfies Order
const onRevision = aPaidOrderAnswer({
  _id: 'on-revision',
  client_status: 'On revision',
  system_client_status: 'Revision Accepted',
  revision_deadline: '2026-11-23T17:00:00.000Z',
  actions: ['download', 'receipt', 'request_refund'],
})
const refundRequested = { ...sent, _id: 'refund-requested', system_client_status: 'Refund Requested' }
const refunded = aPaidOrderAnswer({
  _id: 'refunded',
  system_client_status: 'Refund Accepted',
  isCanShowStatusBar: false,
  refunded: 27,
  actions: ['download', 'receipt', 'order_again'],
  date_label: { label: 'Refunded on', at: '2026-11-20T17:00:00.000Z' },
})
/** The deadline of an unpaid order is ahead, whenever the story is looked at. */
const unpaid = anOrderAnswer({ deadline: new Date(Date.now() + 11 * 3_600_000).toISOString() })
const late = anOrderAnswer({ _id: 'late', deadline: '2026-01-01T17:00:00.000Z', actions: ['choose_deadline'] })

const file = (change: Partial<OrderFile>): OrderFile => ({
  _id: change.name ?? 'file',
  name: 'essay.pdf',
  size: 204_800,
  location: '/f/token',
  type: 'file_final_draft',
  created_at: '2026-11-20T17:00:00.000Z',
  deleted: false,
  revision_accept: false,
  client_accept: false,
  status: 'ready',
  ...change,
})
const files: OrderFile[] = [
  file({ name: 'task.docx', type: 'order_form' }),
  file({
    name: 'A very long name of a first draft that does not fit on one line of a phone.pdf',
    type: 'file_draft_paper',
  }),
  file({}),
  file({ name: 'tables.xlsx', location: null, status: 'scanning' }),
]

const history: OrderHistory = [
  { event: 'paid', at: '2026-11-18T17:00:00.000Z', note: null },
  { event: 'nerd_found', at: '2026-11-18T18:00:00.000Z', note: null },
  { event: 'send', at: '2026-11-20T17:00:00.000Z', note: null },
  { event: 'request_refund', at: '2026-11-20T18:00:00.000Z', note: 'A source was made up.' },
]

const tipForm: TipForm = {
  action: webPaths.payTip(),
  options: [
    { percent: 5, amount: 2 },
    { percent: 10, amount: 3 },
    { percent: 15, amount: 5 },
  ],
  fields: {
    details: 'signed',
    client_id: 'client-1',
    currency: 'USD',
    company: 'Nerdify',
    vendor: 'Nerdify',
    payment_method_name: 'card',
  },
}

interface CabinetProps {
  path: string
  orders: readonly Order[]
  toRate?: Order
}

/** What the API answers: the world outside of the cabinet. */
const answerOf = ({ pathname }: URL, { orders, toRate }: CabinetProps): unknown => {
  if (pathname === apiPaths.orders()) return aPage([...orders], { to_rate: toRate ?? null })
  if (pathname === apiPaths.me()) return { orders_count: orders.length, tags: [] }
  for (const order of orders) {
    if (pathname === apiPaths.order(order._id)) return order
    if (pathname === apiPaths.orderFiles(order._id)) return files
    if (pathname === apiPaths.orderHistory(order._id)) return history
    if (pathname === apiPaths.tipForm(order._id)) return tipForm
    if (pathname === apiPaths.paymentCheck(order._id)) return { status: 'paid', order }
  }
  return undefined
}

function CabinetAt(props: CabinetProps) {
  const [queryClient] = useState(createQueryClient)
  return (
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[props.path]}>
        <PageFrame>
          <Routes>
            {[webPaths.orders(), webPaths.ordersFilter(':paidStatus'), ...cabinetOverlayPatterns].map((path) => (
              <Route key={path} path={path} Component={Cabinet} />
            ))}
          </Routes>
        </PageFrame>
      </MemoryRouter>
    </QueryClientProvider>
  )
}

const meta = {
  title: 'Screens/Cabinet',
  component: CabinetAt,
  parameters: { layout: 'fullscreen' },
  beforeEach: ({ args }) => answerCalls((address) => answerOf(address, args as CabinetProps)),
} satisfies Meta<typeof CabinetAt>
export default meta
type Story = StoryObj<typeof meta>

/** Dialogs rise: an element is seen once it is there. */
const isSeen = (find: () => HTMLElement) => waitFor(() => expect(find()).toBeVisible())

const over = (order: Order, name: Parameters<typeof cabinetOverlayPath>[0]['name'], detail?: string) => ({
  path: cabinetOverlayPath({ name, orderId: order._id, detail }),
  orders: [order],
})

export const EachState: Story = {
  name: 'Orders in each state',
  args: {
    path: webPaths.orders(),
    orders: [unpaid, late, aPaidOrderAnswer({ _id: 'paid' }), sent, rated, onRevision, refundRequested, refunded],
  },
  play: async ({ canvas }) => {
    await isSeen(() => canvas.getByRole('link', { name: 'Pay $27.00' }))
    await isSeen(() => canvas.getByRole('link', { name: 'Choose a new deadline' }))
    await isSeen(() => canvas.getByRole('link', { name: /^Tip your Nerd/ }))
    await expect(canvas.getAllByRole('article')).toHaveLength(8)
  },
}

export const Prompt: Story = {
  name: 'The last unrated order',
  args: { path: webPaths.orders(), orders: [sent], toRate: sent },
  play: async ({ canvas }) => {
    await isSeen(() => canvas.getByRole('region', { name: 'Rate your last order' }))
    await isSeen(() => canvas.getByRole('link', { name: '4 of 5, good' }))
  },
}

export const Files: Story = {
  args: over(sent, 'files'),
  play: async ({ canvas }) => {
    await isSeen(() => canvas.getByRole('link', { name: 'Download essay.pdf' }))
    await expect(canvas.queryByRole('link', { name: 'Download tables.xlsx' })).toBeNull()
  },
}

export const Progress: Story = {
  name: 'Details, a refund asked for',
  args: over(refundRequested, 'progress'),
  play: async ({ canvas }) => {
    await isSeen(() => canvas.getByText('We review your request in 3-5 business days, by Fri, Nov 27.'))
    await isSeen(() => canvas.getByText(/A source was made up/))
  },
}

export const Revision: Story = {
  name: 'Revision, nothing written',
  args: over(sent, 'revision'),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Request a revision' }))
    await isSeen(() => canvas.getByText('Please say what should change.'))
    await expect(canvas.getByRole('textbox', { name: 'What should change?' })).toHaveFocus()
  },
}

export const Refund: Story = {
  args: over(sent, 'refund'),
  play: async ({ canvas }) => {
    await isSeen(() => canvas.getByText(/You may ask until/))
  },
}

export const NoRefund: Story = {
  name: 'Refund, asked for already',
  args: over(refunded, 'refund'),
  play: async ({ canvas }) => {
    await isSeen(() => canvas.getByText('A refund cannot be requested now'))
  },
}

export const Rating: Story = {
  args: over(sent, 'rating', 'f'),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Send rating' }))
    await isSeen(() => canvas.getByText('Choose from 1 to 5 stars first.'))
  },
}

export const NegativeRating: Story = {
  name: 'Rating, two stars',
  args: over(sent, 'rating-negative', '2'),
  play: async ({ canvas }) => {
    // The box itself is drawn by its label.
    await isSeen(() => canvas.getByText('Support'))
    await expect(canvas.getByRole('checkbox', { name: 'Support' })).not.toBeChecked()
  },
}

export const Tips: Story = {
  args: over(rated, 'tips'),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('radio', { name: '$3 10%' }))
    await isSeen(() => canvas.getByRole('button', { name: 'Tip $3' }))
  },
}

export const Tipped: Story = {
  name: 'Tip paid',
  args: over({ ...rated, isTipsPaid: true, total_tips_amount: 3, actions: ['download'] }, 'tips-success', '3'),
  play: async ({ canvas }) => {
    await isSeen(() => canvas.getByText('Your Nerd got your tip'))
    await isSeen(() => canvas.getByText('$3'))
  },
}
