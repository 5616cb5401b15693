import { apiPaths } from '@nerdify/contract/api-paths.ts'
import { cabinetOverlayPath, cabinetOverlayPatterns } from '@nerdify/contract/cabinet-overlays.ts'
import type { Client } from '@nerdify/contract/client.ts'
import type { OrderFile } from '@nerdify/contract/files.ts'
import type { Order, OrderHistory, PaymentCheckAnswer } from '@nerdify/contract/orders.ts'
import type { TipForm } from '@nerdify/contract/tips.ts'
import { webPaths } from '@nerdify/contract/web-paths.ts'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, waitFor, within } from 'storybook/test'
import { aClientAnswer } from '../../testing/a-client-answer.ts'
import { aPage, aPaidOrderAnswer, anOrderAnswer } from '../../testing/an-order-answer.ts'
import { answerCalls, aRefusal, noAnswerYet } from '@nerdify/browser/testing/answered-calls.ts'
import { localStore } from '@nerdify/browser/browser-storage.ts'
import { StoryPage } from '../../testing/StoryPage.tsx'
import { bringPageBack, chooseFiles, isSeen } from '../../testing/story-steps.ts'
import { leftForPayment, noteLeaving, noteReturned } from '../../orders/payment-link.ts'
import { draftPrefix } from '../../storage/draft-prefix.ts'
import { session } from '../../visit/session.ts'
import { cabinetTexts, cardTexts } from '../../texts/cabinet.ts'
import {
  progressTexts,
  ratingTexts,
  refundTexts,
  revisionTexts,
  taskTexts,
  tipTexts,
} from '../../texts/cabinet-overlays.ts'
import { paymentNoteTexts } from '../../texts/orders/payment-button.ts'
import { uploadTexts } from '../../texts/orders/uploads.ts'
import { lateTexts } from '../../texts/late.ts'
import { planOfferTexts } from '../../texts/plan-offers.ts'
import { Component as Cabinet } from './CabinetScreen.tsx'
import { completedPath } from './filters.ts'

/** In the future, whenever the story runs. */
const ahead = new Date(Date.now() + 11 * 3_600_000).toISOString()
const paid = (change: Partial<Order> = {}) =>
  aPaidOrderAnswer({ deadline: ahead, date_label: { label: 'Expected on', at: ahead }, ...change })
const sent = paid({
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
  lists: ['completed', 'paid'],
  actions: ['download', 'tip', 'change_rating', 'request_revision', 'receipt', 'order_again'],
} satisfies Order
const onRevision = paid({
  _id: 'on-revision',
  client_status: 'On revision',
  system_client_status: 'Revision Accepted',
  revision_deadline: ahead,
  actions: ['download', 'receipt', 'request_refund'],
})
const refundRequested: Order = { ...sent, _id: 'refund-requested', system_client_status: 'Refund Requested' }
const refunded = paid({
  _id: 'refunded',
  system_client_status: 'Refund Accepted',
  isCanShowStatusBar: false,
  refunded: 27,
  lists: ['completed', 'paid'],
  actions: ['download', 'receipt', 'order_again'],
  date_label: { label: 'Refunded on', at: '2026-11-20T17:00:00.000Z' },
})
/** In the future, whenever the story runs. */
const unpaid = anOrderAnswer({ deadline: ahead })
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
  { event: 'paid', at: '2026-11-18T17:00:00.000Z', note: null, tell: null },
  { event: 'nerd_found', at: '2026-11-18T18:00:00.000Z', note: null, tell: null },
  { event: 'send', at: '2026-11-20T17:00:00.000Z', note: null, tell: null },
  {
    event: 'request_refund',
    at: new Date(Date.now() - 3_600_000).toISOString(),
    note: 'A source was made up.',
    tell: null,
  },
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
  orders?: readonly Order[]
  /** Number of orders after the first page, and the orders of the next one. */
  more?: number
  next?: readonly Order[]
  toRate?: Order
  toContinue?: readonly Order[]
  me?: Partial<Client>
  /** Answers that replace the list, the live updates, an order, its files, the tip's form, and a change. */
  instead?: Partial<Record<'list' | 'stream' | 'order' | 'files' | 'tipForm' | 'change', () => unknown>>
  /** The payment check of the order with which the client left for the card page. */
  left?: PaymentCheckAnswer
}

/** The API's answers. */
function answerOf({ pathname, searchParams }: URL, method: string, props: CabinetProps): unknown {
  const { orders = [], more = 0, next, toRate, toContinue = [], me, instead = {}, left } = props
  if (pathname === apiPaths.orders()) {
    if (instead.list !== undefined) return instead.list()
    const pages = more === 0 ? 1 : 2
    const total = orders.length + more
    if (searchParams.has('q')) return aPage([])
    if (searchParams.get('page') === '1') return next && aPage([...next], { page: 1, pages, total })
    return aPage([...orders], { to_rate: toRate ?? null, to_continue: [...toContinue], pages, total })
  }
  if (pathname === apiPaths.orderStream()) return instead.stream?.()
  if (pathname === apiPaths.me()) return aClientAnswer({ orders_count: orders.length, ...me })
  for (const order of orders) {
    if (pathname === apiPaths.order(order._id)) {
      if (method !== 'GET') return instead.change?.()
      return instead.order === undefined ? order : instead.order()
    }
    if (pathname === apiPaths.orderFiles(order._id)) return instead.files === undefined ? files : instead.files()
    if (pathname === apiPaths.orderHistory(order._id)) return history
    if (pathname === apiPaths.tipForm(order._id)) return instead.tipForm === undefined ? tipForm : instead.tipForm()
    if (pathname === apiPaths.paymentCheck(order._id)) return left ?? { status: 'paid', order }
  }
  return undefined
}

const screens = Object.fromEntries(
  [webPaths.orders(), webPaths.premiumOffer(), webPaths.ordersFilter(':paidStatus'), ...cabinetOverlayPatterns].map(
    (path) => [path, Cabinet],
  ),
)

const CabinetAt = ({ path }: CabinetProps) => <StoryPage path={path} screens={screens} />

const meta = {
  title: 'Screens/Cabinet',
  component: CabinetAt,
  parameters: { layout: 'fullscreen' },
  beforeEach({ args }) {
    if (args.left !== undefined) noteLeaving(args.left.order._id)
    const end = answerCalls((address, { method }) => answerOf(address, method, args))
    return () => {
      noteReturned()
      end()
    }
  },
} satisfies Meta<typeof CabinetAt>
export default meta
type Story = StoryObj<typeof meta>

const over = (order: Order, name: Parameters<typeof cabinetOverlayPath>[0]['name'], detail?: string) => ({
  path: cabinetOverlayPath({ name, orderId: order._id, detail }),
  orders: [order],
})

export const EachState: Story = {
  name: '[EASE-06][EASE-15] Orders in each state',
  args: {
    path: webPaths.orders(),
    orders: [unpaid, late, paid({ _id: 'paid' }), sent, rated, onRevision, refundRequested, refunded],
  },
  play: async ({ canvas, canvasElement }) => {
    await isSeen(() => canvas.getByRole('link', { name: /^Pay \$27\.00/ }))
    await isSeen(() => canvas.getByRole('link', { name: /^Choose a new deadline/ }))
    await waitFor(() => expect(canvas.getAllByRole('article')).toHaveLength(8))
    // EASE-15: a card has at most one filled button, and the bar has none then.
    const filled = '[class*="primary"]'
    await expect(canvas.getByRole('link', { name: /^Pay \$27\.00/ })).toBe(
      canvasElement.querySelector(`article ${filled}`),
    )
    for (const card of canvas.getAllByRole('article'))
      await expect(card.querySelectorAll(filled).length).toBeLessThanOrEqual(1)
    await expect(canvasElement.querySelector(`[data-bottom-bar] ${filled}`)).toBeNull()
    const actsOf = (card: HTMLElement) =>
      within(card).queryAllByRole('link', { name: /^(Download|Rate|Tip|Change|Request|Order|Details)/ })
    const acts = canvas.getAllByRole('article').map((card) => actsOf(card).map((act) => act.querySelector('span')))
    await expect(acts.map((ofCard) => ofCard.map((word) => word?.textContent).join())).toEqual([
      '',
      '',
      'Details',
      'Download,Rate,Details',
      'Download,Order again,Details',
      'Download,Details',
      'Download,Rate,Details',
      'Download,Order again,Details',
    ])
    const [download, rate] = actsOf(canvas.getAllByRole('article')[6] ?? canvasElement)
    await expect(rate).not.toHaveClass(/quiet/)
    await expect(download).toHaveClass(/quiet/)
    // EASE-06: the safety note is at Pay only.
    const safe = await canvas.findByText(paymentNoteTexts.safe)
    await expect(safe.closest('article')).toBe(canvas.getByRole('link', { name: /^Pay / }).closest('article'))
  },
}

const later = new Date(Date.now() + 30 * 3_600_000).toISOString()
const offered = paid({
  _id: 'offered',
  offered_deadline: later,
  actions: ['answer_deadline', 'add_services', 'files', 'receipt', 'request_refund'],
})

export const LaterDeadline: Story = {
  name: '[OPS-12] A later deadline to agree to',
  args: {
    path: webPaths.orders(),
    orders: [offered],
    instead: { change: () => paid({ _id: 'offered', deadline: later, offered_deadline: null }) },
  },
  play: async ({ canvas, userEvent }) => {
    await isSeen(() => canvas.getByText(/^Can your work come .* instead\? Unless you agree, your deadline stays/))
    await isSeen(() => canvas.getByRole('button', { name: /^Keep my deadline/ }))
    await userEvent.click(canvas.getByRole('button', { name: /^Agree to the new time/ }))
    await waitFor(() => expect(canvas.queryByText(/^Can your work come/)).toBeNull())
  },
}

let offerAnswer = Promise.withResolvers<unknown>()
let newestOffer = offered

export const ReplacedDeadline: Story = {
  name: '[OPS-12] A newer offer shows when the answer to the older one is refused',
  args: {
    path: webPaths.orders(),
    orders: [offered],
    instead: { list: () => aPage([newestOffer]), stream: noAnswerYet, change: () => offerAnswer.promise },
  },
  loaders: () => {
    offerAnswer = Promise.withResolvers<unknown>()
    newestOffer = offered
  },
  play: async ({ canvas, userEvent }) => {
    const question = () => canvas.getByText(/^Can your work come/).textContent
    const agree = await canvas.findByRole('button', { name: /^Agree to the new time/ })
    const older = question()
    await userEvent.click(agree)
    await userEvent.click(canvas.getByRole('button', { name: /^Keep my deadline/ }))
    await expect(agree).toHaveAttribute('aria-busy')
    const evenLater = new Date(Date.now() + 80 * 3_600_000).toISOString()
    newestOffer = { ...offered, version: offered.version + 1, offered_deadline: evenLater }
    offerAnswer.resolve(aRefusal(409, 'We’ve since asked for a different time.'))
    await isSeen(() => canvas.getByText('We’ve since asked for a different time.'))
    await waitFor(() => expect(question()).not.toBe(older))
  },
}

export const Prompt: Story = {
  name: 'The last unrated order',
  args: { path: webPaths.orders(), orders: [sent], toRate: sent },
  play: async ({ canvas }) => {
    await isSeen(() => canvas.getByRole('region', { name: 'Rate your last task' }))
    await isSeen(() => canvas.getByRole('link', { name: '4 of 5, good' }))
  },
}

export const WithoutPrice: Story = {
  name: '[STATE-16] An order without a price: a card leads to it',
  args: {
    path: webPaths.orders(),
    toContinue: [
      anOrderAnswer({
        _id: 'begun',
        number: '51907',
        name: null,
        subject: null,
        priceName: 'Quiz',
        type: 'Quiz',
        lists: [],
        isToContinue: true,
      }),
    ],
  },
  play: async ({ canvas }) => {
    await isSeen(() => canvas.getByText('Continue your task'))
    await isSeen(() => canvas.getByText(/^No\. 51907, Quiz: choose /))
    await waitFor(() =>
      expect(canvas.getByRole('link', { name: 'Continue' })).toHaveAttribute('href', webPaths.orderForm('begun')),
    )
  },
}

export const Files: Story = {
  args: over(sent, 'files'),
  play: async ({ canvas }) => {
    await isSeen(() => canvas.getByRole('link', { name: 'Download essay.pdf' }))
    await waitFor(() => expect(canvas.queryByRole('link', { name: 'Download tables.xlsx' })).toBeNull())
  },
}

export const Progress: Story = {
  name: '[EASE-14] Details of a requested refund, with the dates that the card omits',
  args: over(refundRequested, 'progress'),
  play: async ({ canvas }) => {
    await isSeen(() =>
      canvas.getByText(/^We’re reviewing your request\. You’ll hear from us in 3-\u20605 business days, by \w/),
    )
    await isSeen(() => canvas.getByText(/A source was made up/))
    const details = within(canvas.getByRole('dialog'))
    for (const label of ['Created on', 'Deadline', 'Completed on']) await isSeen(() => details.getByText(label))
  },
}

let wholeOrder = Promise.withResolvers<Order>()
const inWork = paid({ _id: 'in-work', details: null, actions: ['add_details', 'files'] })

export const TaskLoading: Story = {
  name: '[FLOW-32] Details whose task loads late never call it missing',
  args: { ...over(inWork, 'progress'), instead: { order: () => wholeOrder.promise } },
  beforeEach() {
    wholeOrder = Promise.withResolvers()
  },
  play: async ({ canvas }) => {
    const details = () => within(canvas.getByRole('dialog'))
    await isSeen(() => details().getByRole('heading', { name: progressTexts.price }))
    await expect(details().queryByText(taskTexts.none)).toBeNull()
    wholeOrder.resolve({ ...inWork, details: 'Weigh the causes.' })
    await isSeen(() => details().getByText('Weigh the causes.'))
    await isSeen(() => details().getByRole('textbox', { name: taskTexts.add }))
  },
}

export const VipPhone: Story = {
  name: '[WAIT-07] Details, for a client whose plan has a VIP phone',
  args: { ...over(onRevision, 'progress'), me: { vip_phone: '+1 212 555 0100' } },
  play: async ({ canvas }) => {
    await isSeen(() => canvas.getByRole('link', { name: 'VIP phone +1 212 555 0100' }))
  },
}

export const Revision: Story = {
  name: 'Revision, nothing written',
  args: over(sent, 'revision'),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Request a revision' }))
    await isSeen(() => canvas.getByText('Please say what should change.'))
    await waitFor(() => expect(canvas.getByRole('textbox', { name: 'What should change?' })).toHaveFocus())
  },
}

export const Refund: Story = {
  args: over(sent, 'refund'),
  play: async ({ canvas }) => {
    await isSeen(() => canvas.getByText(/You can ask until/))
  },
}

export const NoRefund: Story = {
  name: 'Refund, already requested',
  args: over(refunded, 'refund'),
  play: async ({ canvas }) => {
    await isSeen(() => canvas.getByText('You can’t ask for a refund right now'))
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
    // The label draws the box.
    await isSeen(() => canvas.getByText('Support'))
    await waitFor(() => expect(canvas.getByRole('checkbox', { name: 'Support' })).not.toBeChecked())
  },
}

export const Tips: Story = {
  args: over(rated, 'tips'),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('radio', { name: '$3 10%' }))
    await isSeen(() => canvas.getByRole('button', { name: 'Tip $3' }))
  },
}

export const TipsBroughtBack: Story = {
  name: '(ux 32) (ux 39) Tips, Back from the card page: the button lives again',
  args: over(rated, 'tips'),
  play: async ({ canvas, userEvent }) => {
    document.addEventListener('submit', (event) => event.preventDefault(), { once: true })
    await userEvent.click(await canvas.findByRole('radio', { name: '$3 10%' }))
    const button = await canvas.findByRole('button', { name: 'Tip $3' })
    await userEvent.click(button)
    await waitFor(() => expect(button).toHaveAttribute('aria-busy', 'true'))
    bringPageBack()
    await waitFor(() => expect(button).not.toHaveAttribute('aria-busy'))
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

export const Loading: Story = {
  name: '(ux 47) Loading',
  args: { path: webPaths.orders(), instead: { list: noAnswerYet } },
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getByText(cabinetTexts.loading)).toBeInTheDocument())
  },
}

export const NotLoaded: Story = {
  name: '[UI-08] Not loaded',
  args: { path: webPaths.orders(), instead: { list: () => aRefusal(503, 'Not now') } },
  play: async ({ canvas }) => {
    await isSeen(() => canvas.getByText(cabinetTexts.failedTitle))
  },
}

export const NextPage: Story = {
  name: '[CAB-01] (ux 55) The last page is loaded: the focus is on its first card',
  args: { path: webPaths.orders(), orders: [sent], more: 2, next: [rated, onRevision] },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: cabinetTexts.showMore }))
    await waitFor(() => expect(canvas.getAllByRole('article')[1]).toHaveFocus())
    await waitFor(() => expect(canvas.queryByRole('button', { name: cabinetTexts.showMore })).toBeNull())
    await waitFor(() => expect(canvas.getAllByRole('article')).toHaveLength(3))
  },
}

export const NextPageNotLoaded: Story = {
  name: '[CAB-01] The next page is not loaded',
  args: { path: webPaths.orders(), orders: [sent], more: 7 },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: cabinetTexts.showMore }))
    await expect(await canvas.findByRole('alert')).toHaveTextContent('Not now')
    await isSeen(() => canvas.getByRole('button', { name: cabinetTexts.tryAgain }))
  },
}

export const Empty: Story = {
  name: '[CAB-02] (ux 48) No order yet',
  args: { path: webPaths.orders() },
  play: async ({ canvas }) => {
    await isSeen(() => canvas.getByRole('link', { name: cabinetTexts.getStarted }))
  },
}

export const NothingCompleted: Story = {
  name: '(ux 48) Nothing behind the filter',
  args: { path: `${webPaths.orders()}?filter=completed`, me: { orders_count: 2 } },
  play: async ({ canvas }) => {
    await isSeen(() => canvas.getByText(cabinetTexts.filterEmpty.completed))
  },
}

export const NothingFound: Story = {
  name: '[CAB-12] A search without a result leads to the other list, with its words',
  args: { path: webPaths.orders(), orders: [sent], me: { orders_count: 23 } },
  play: async ({ canvas, userEvent }) => {
    const field = await canvas.findByRole('searchbox', { name: cabinetTexts.search })
    await userEvent.type(field, 'thesis')
    await isSeen(() => canvas.getByText(cabinetTexts.notFoundText('thesis')))
    await expect(field).toHaveValue('thesis')
    const other = canvas.getByRole('link', { name: cabinetTexts.searchOther.completed })
    await expect(other).toHaveAttribute('href', `${completedPath}&q=thesis`)
    await userEvent.clear(field)
    await isSeen(() => canvas.getByRole('article'))
  },
}

export const Unpaid: Story = {
  name: '[CAB-01] Unpaid orders, by the address’s filter',
  args: { path: webPaths.ordersFilter('unpaid'), orders: [unpaid] },
  play: async ({ canvas }) => {
    await isSeen(() => canvas.getByRole('link', { name: cabinetTexts.filter.unpaid, current: 'page' }))
  },
}

/** A word without a break opportunity. */
const longWord = 'Pneumonoultramicroscopicsilicovolcanoconiosis'.repeat(3)

export const LongTexts: Story = {
  name: '(ux 53) Long titles and large sums',
  args: {
    path: webPaths.orders(),
    orders: [
      { ...sent, title: `${longWord} and its causes`, cabinet_price: 123_456.78 },
      paid({
        _id: 'long',
        title: 'A comparison of the causes of the French and the Russian revolutions in the light of their letters',
        subject: 'Interdisciplinary studies of society and its institutions',
        client_status: 'Quality check',
      }),
    ],
  },
  play: async ({ canvas }) => {
    await isSeen(() => canvas.getByText('$123,456.78'))
    const { documentElement: page } = document
    await expect(page.scrollWidth).toBeLessThanOrEqual(page.clientWidth)
  },
}

/** A partial payment, a declined refund, and two orders that wait for their Nerd. */
export const OtherStates: Story = {
  name: '[CAB-04] Orders in the other states',
  args: {
    path: webPaths.orders(),
    orders: [
      anOrderAnswer({
        _id: 'partly',
        isLocked: true,
        client_paid: 20,
        system_client_status: 'Unpaid',
        date_label: { label: 'Expected on', at: '2026-11-23T17:00:00.000Z' },
        actions: ['pay', 'files', 'receipt', 'request_refund'],
      }),
      { ...sent, _id: 'declined', system_client_status: 'Refund Declined' },
      paid({ _id: 'found', client_status: 'Nerd found' }),
      paid({ _id: 'touches', client_status: 'Final touches' }),
      paid({ _id: 'asked', client_status: 'Revision requested' }),
      { ...sent, _id: 'again', client_status: 'Revision sent' },
      { ...rated, _id: 'done', client_status: 'Completed', mark: 2 },
      anOrderAnswer({ _id: 'begun', subject: null, actions: ['edit'] }),
    ],
  },
  play: async ({ canvas }) => {
    await isSeen(() => canvas.getByText('Revision requested'))
    await isSeen(() => canvas.getByText('Partly paid'))
    await isSeen(() => canvas.getByRole('link', { name: /^Continue/ }))
    await waitFor(() => expect(canvas.getAllByRole('article')).toHaveLength(8))
  },
}

const withServiceToPay = paid({
  _id: 'service-to-pay',
  price: 35,
  client_status: 'Nerd found',
  system_client_status: 'Refund Declined',
  refund_decline_reason: 'The work fits the task.',
  services: { ...paid().services, adv_plagreport: { ...paid().services.adv_plagreport, price: 8, added: true } },
  actions: ['pay', 'files', 'receipt'],
})

export const ServiceToPay: Story = {
  name: '[PAY-01][CAB-04] An unpaid service: the difference in price, and the way back to this list',
  args: { path: webPaths.ordersFilter('paid'), orders: [withServiceToPay] },
  play: async ({ canvas }) => {
    const pay = await canvas.findByRole('link', { name: /^Pay \$8\.00/ })
    const { searchParams } = new URL(pay.getAttribute('href') ?? '', window.location.href)
    await expect(searchParams.get('cancel_url')).toBe(webPaths.ordersFilter('paid'))
    await isSeen(() => canvas.getByText(/The work fits the task\..*plus Plagiarism Report \$8\.00/))
  },
}

const overdue = '2026-01-01T17:00:00.000Z'
const lateOrder = aPaidOrderAnswer({
  _id: 'overdue',
  client_status: 'Nerd found',
  deadline: overdue,
  date_label: { label: 'Expected on', at: overdue },
})

export const LateOrders: Story = {
  name: '[WAIT-04] Late orders, with a credit and without one',
  args: {
    path: webPaths.orders(),
    orders: [
      {
        ...lateOrder,
        _id: 'credited',
        late_credit: [
          { hours_late: 0, percent: 50 },
          { hours_late: 1_000_000, percent: 100 },
        ],
      },
      { ...lateOrder, actions: ['files', 'receipt'] },
      { ...sent, _id: 'came-late', late_credited: 13.5 },
    ],
  },
  play: async ({ canvas }) => {
    await isSeen(() => canvas.getByText(/This task is late.*We’ll add \$13\.50 to your balance/))
    await waitFor(() => expect(canvas.getAllByText(/This task is late/)).toHaveLength(2))
    await waitFor(() => expect(canvas.getAllByText('Was due on')).toHaveLength(2))
    await expect(canvas.getAllByText('Late')).toHaveLength(2)
    const steps = within(canvas.getByRole('list', { name: lateTexts.creditSteps })).getAllByRole('listitem')
    await expect(steps.map((step) => step.textContent)).toEqual([
      expect.stringMatching(/^\$13\.5050% now$/),
      expect.stringMatching(/^\$27\.00100% from /),
    ])
    await expect(canvas.queryByRole('link', { name: /Additional services/ })).toBeNull()
    await isSeen(() => canvas.getByText(/\$13\.50 of what you paid is on your balance/))
  },
}

export const NotCharged: Story = {
  name: '(ux 40) Back from the card page without paying, twice',
  args: { path: webPaths.orders(), orders: [unpaid], left: { status: 'unpaid', order: unpaid } },
  play: async ({ canvas }) => {
    await isSeen(() => canvas.getByText(cabinetTexts.notChargedText))
    await waitFor(() => expect(leftForPayment()).toBeUndefined())
    noteLeaving(unpaid._id)
    bringPageBack()
    await waitFor(() => expect(leftForPayment()).toBeUndefined())
    await isSeen(() => canvas.getByText(cabinetTexts.notChargedText))
  },
}

export const NotChargedElsewhere: Story = {
  name: '[STATE-15] (ux 48) The unpaid order is in no list that it does not belong to',
  args: {
    path: completedPath,
    left: { status: 'unpaid', order: unpaid },
    instead: { list: () => aPage([]) },
    orders: [unpaid],
  },
  play: async ({ canvas }) => {
    await isSeen(() => canvas.getByText(cabinetTexts.filterEmpty.completed))
    await waitFor(() => expect(canvas.queryByText(cabinetTexts.notChargedText)).toBeNull())
    await waitFor(() => expect(canvas.queryByRole('article')).toBeNull())
  },
}

const paidElsewhere = paid({ _id: unpaid._id, version: unpaid.version + 1 })

export const PaidElsewhere: Story = {
  name: '[CAB-08] The order is paid in another window: nothing says unpaid any more',
  args: {
    path: webPaths.orders(),
    orders: [unpaid],
    left: { status: 'unpaid', order: unpaid },
    instead: {
      order: () => paidElsewhere,
      stream: () => new Response(`event: changed\ndata: ${JSON.stringify([unpaid._id])}\n\n`),
    },
  },
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getByRole('article')).toHaveTextContent('Finding your Nerd'))
    await waitFor(() => expect(canvas.queryByText(cabinetTexts.notChargedText)).toBeNull())
    await waitFor(() => expect(canvas.queryByRole('link', { name: /^Pay/ })).toBeNull())
  },
}

export const Confirming: Story = {
  name: '[PAY-03] Back from the card page, the bank has not answered',
  args: { path: webPaths.orders(), orders: [unpaid], left: { status: 'confirming', order: unpaid } },
  play: async ({ canvas }) => {
    await isSeen(() => canvas.getByText(cabinetTexts.confirmingText))
  },
}

export const Plans: Story = {
  name: '[UI-04] The banner of plans',
  args: { path: webPaths.orders(), orders: [rated], me: { has_completed_order: true } },
  play: async ({ canvas }) => {
    await isSeen(() => canvas.getByRole('link', { name: planOfferTexts.bannerAction }))
  },
}

export const Premium: Story = {
  name: '[SUB-12] The premium offer',
  args: { path: webPaths.premiumOffer(), orders: [rated] },
  play: async ({ canvas }) => {
    await isSeen(() => canvas.getByRole('heading', { name: planOfferTexts.offerTitle }))
  },
}

export const Begun: Story = {
  name: '[FLOW-17] An order that was begun',
  args: { path: webPaths.orders(), orders: [unpaid] },
  beforeEach() {
    session.start(`e30.${btoa(JSON.stringify({ sub: 'client-1' }))}.signed`)
    localStore.set(`${draftPrefix}client-1.writing`, '{}')
    return () => session.end({ chosen: true })
  },
  play: async ({ canvas }) => {
    await isSeen(() => canvas.getByRole('link', { name: cardTexts.continue }))
  },
}

export const PromptNotClosed: Story = {
  name: '[STATE-13] The prompt cannot be closed just now',
  args: { path: webPaths.orders(), orders: [sent], toRate: sent },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: cardTexts.closePrompt }))
    await isSeen(() => canvas.getByText(cabinetTexts.promptFailed))
  },
}

export const OverlayLoading: Story = {
  name: 'An overlay, its order is being read',
  args: { ...over(sent, 'refund'), instead: { list: noAnswerYet, order: noAnswerYet } },
  play: async ({ canvas }) => {
    await isSeen(() => canvas.getByRole('dialog', { name: refundTexts.title }))
  },
}

export const OverlayNotRead: Story = {
  name: '[UI-08] An overlay, its order cannot be read',
  args: { ...over(sent, 'files'), instead: { list: noAnswerYet, order: () => aRefusal(503, 'Not now') } },
  play: async ({ canvas }) => {
    await isSeen(() => canvas.getByText('Not now'))
  },
}

export const NoFiles: Story = {
  name: '[CAB-05] Files, none yet',
  args: { ...over(sent, 'files'), instead: { files: () => [] } },
}

export const FilesNotRead: Story = {
  name: '[UI-08] Files that cannot be read',
  args: { ...over(sent, 'files'), instead: { files: () => aRefusal(503, 'Not now') } },
  play: async ({ canvas }) => {
    await isSeen(() => canvas.getByText('Not now'))
  },
}

export const ProgressOfWork: Story = {
  name: '[CAB-08] Details, in work',
  args: over(paid({ _id: 'found', client_status: 'Nerd found' }), 'progress'),
  play: async ({ canvas }) => {
    await isSeen(() => canvas.getByText(/working on it\. Your work is due/))
  },
}

export const ProgressAfterTip: Story = {
  name: '[EASE-06] Details after a tip, which the receipt lists',
  args: over({ ...rated, isTipsPaid: true, total_tips_amount: 3, actions: ['download', 'receipt'] }, 'progress'),
  play: async ({ canvas }) => {
    await isSeen(() => canvas.getByText('Tip for your Nerd'))
    await isSeen(() => canvas.getByText('$3.00'))
  },
}

export const NotAccepted: Story = {
  name: '[CAB-08] Details of delivered work; accepting it fails',
  args: over(sent, 'progress'),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: /^Accept/ }))
    await isSeen(() => canvas.getByText('Not now'))
  },
}

export const RevisionSent: Story = {
  name: '[CAB-11] Revision, requested',
  args: { ...over(sent, 'revision'), instead: { change: () => onRevision } },
  play: async ({ canvas, userEvent }) => {
    await userEvent.type(await canvas.findByRole('textbox', { name: revisionTexts.what }), 'A stronger thesis.')
    await userEvent.click(await canvas.findByRole('button', { name: revisionTexts.send }))
    await isSeen(() => canvas.getByRole('heading', { name: revisionTexts.sentTitle }))
  },
}

export const RevisionWithFiles: Story = {
  name: '[FILE-02] Revision with a refused file and a failed upload cannot be sent',
  args: over(sent, 'revision'),
  play: async ({ canvas, canvasElement, userEvent }) => {
    await userEvent.type(await canvas.findByRole('textbox', { name: revisionTexts.what }), 'As in my notes.')
    chooseFiles(canvasElement, 'run.exe', 'notes.pdf')
    await isSeen(() => canvas.getByText(/^run\.exe is a program/))
    const send = canvas.getByRole('button', { name: revisionTexts.send })
    await waitFor(() => expect(send).toHaveAttribute('aria-disabled', 'true'))
    await userEvent.click(send)
    await isSeen(() => canvas.getByText(uploadTexts.notAllLoaded))
  },
}

export const RefundNotSent: Story = {
  name: '[CAB-11] Refund, not sent just now',
  args: over(sent, 'refund'),
  play: async ({ canvas, userEvent }) => {
    await userEvent.type(await canvas.findByRole('textbox', { name: refundTexts.why }), 'A source was made up.')
    await userEvent.click(await canvas.findByRole('button', { name: refundTexts.send }))
    await isSeen(() => canvas.getByText('Not now'))
  },
}

export const ChangeOfRating: Story = {
  name: '[RATE-06] Rating, changed, and not saved just now',
  args: over(rated, 'rating', 'change'),
  play: async ({ canvas, userEvent }) => {
    await isSeen(() => canvas.getByRole('heading', { name: ratingTexts.changeTitle }))
    await userEvent.click(await canvas.findByRole('button', { name: ratingTexts.send }))
    await isSeen(() => canvas.getByText('Not now'))
  },
}

export const RatingNotNow: Story = {
  name: '[RATE-01] Rating, of an order that takes none',
  args: over(refunded, 'rating'),
  play: async ({ canvas }) => {
    await isSeen(() => canvas.getByRole('heading', { name: ratingTexts.notNowTitle }))
  },
}

export const LowRatingSent: Story = {
  name: '[RATE-04] Rating, two stars, sent to quality review',
  args: { ...over(sent, 'rating-negative', '2'), instead: { change: () => ({ ...sent, version: 2, mark: 2 }) } },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: ratingTexts.sendToQa }))
    await isSeen(() => canvas.getByRole('heading', { name: ratingTexts.thanksTitle }))
  },
}

export const RatedWithoutTip: Story = {
  name: '[RATE-03] Rating, five stars, where tipping is not offered',
  args: {
    ...over(sent, 'rating', '5'),
    instead: { change: () => ({ ...rated, _id: 'sent', version: 2, actions: ['download', 'receipt'] }) },
  },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: ratingTexts.send }))
    await isSeen(() => canvas.getByRole('heading', { name: ratingTexts.thanksTitle }))
  },
}

export const TipsNotRead: Story = {
  name: '[UI-08] Tips, the amounts cannot be read',
  args: { ...over(rated, 'tips'), instead: { tipForm: () => aRefusal(503, 'Not now') } },
  play: async ({ canvas }) => {
    await isSeen(() => canvas.getByText('Not now'))
  },
}

export const TipNotCharged: Story = {
  name: '(ux 40) Tips, back from the card page without paying',
  args: { ...over(rated, 'tips'), path: `${over(rated, 'tips').path}?tip=not-charged` },
  play: async ({ canvas }) => {
    await isSeen(() => canvas.getByText(tipTexts.notChargedTitle))
  },
}

export const TipConfirming: Story = {
  name: '[PAY-10] Tip, the bank has not answered',
  args: { ...over(rated, 'tips-success', '3'), left: { status: 'paid', order: rated } },
  play: async ({ canvas }) => {
    await isSeen(() => canvas.getByText(tipTexts.confirmingText))
  },
}
