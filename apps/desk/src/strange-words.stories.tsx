import { answerCalls, noAnswerYet } from '@nerdify/browser/testing/answered-calls.ts'
import type { OperationsContact, OperationsConversation } from '@nerdify/contract/conversations.ts'
import { deskPaths } from '@nerdify/contract/desk-paths.ts'
import type { OrderFile } from '@nerdify/contract/files.ts'
import type { OperationsClientWithLists } from '@nerdify/contract/finding.ts'
import type { Discount, OperationsOrderWithHistory } from '@nerdify/contract/operations.ts'
import { maxCouponCodeLength } from '@nerdify/contract/orders.ts'
import { opsPaths } from '@nerdify/contract/ops-paths.ts'
import type { QueueEntry } from '@nerdify/contract/queue.ts'
import type { OperatorAnswer, StaffMember } from '@nerdify/contract/staff.ts'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, waitFor, within } from 'storybook/test'
import { DeskFrame } from './frame/DeskFrame.tsx'
import { Screens } from './Screens.tsx'
import { aRegisteredNerd } from './testing/a-registered-nerd.ts'
import { aClientAtTheDesk } from './testing/an-operations-client.ts'
import { anOperationsOrder, anOrderWait } from './testing/an-operations-order.ts'
import { aClerk, DeskStory } from './testing/DeskStory.tsx'
import { frameTexts } from './texts/frame.ts'

const at = '2026-11-23T16:05:00.000Z'
const title = 'W'.repeat(300)
const name = 'N'.repeat(60)
/** Markup, marks that turn the direction and are never closed, and 4,000 characters without a space. */
const words = `<b>Hello</b>\u202E\u2067olleh${'a'.repeat(3_980)}`.slice(0, 4_000)
const fileName = `\u202E${'F'.repeat(240)}.pdf`
const me: OperatorAnswer = { ...aClerk, role: 'owner', name }

const events: OperationsOrderWithHistory['events'] = [
  { event: 'extend_deadline', author: `operations: ${name}`, at, data: { note: words, tell: words } },
]
const longOrder = anOperationsOrder({
  name: title,
  title,
  subject: 'S'.repeat(100),
  details: words,
  events,
  preferred_worker: name,
  nerd: { id: 'n', name, rating: 4.9, fee: 30, work_sheet_at: at, has_email: true },
  waits: [anOrderWait('revision_request', { taken_by: name })],
  revision_deadline: at,
})
const bareOrder = anOperationsOrder({
  id: 'order-2',
  number: '4826301',
  name: null,
  title: null,
  subject: null,
  deadline: null,
  details: null,
  size: null,
  waits: [anOrderWait('nerd_search')],
})
const files = Array.from(
  { length: 20 },
  (_, nth): OrderFile => ({
    _id: `file-${nth}`,
    name: fileName,
    size: 98_304,
    location: 'https://files.test/f',
    created_at: at,
    deleted: false,
    status: 'ready',
    type: nth % 2 === 0 ? 'order_form' : 'file_final_draft',
    revision_accept: false,
    client_accept: false,
  }),
)

const listed = {
  id: longOrder.number,
  client_id: 'client-1',
  order_id: longOrder.id,
  client: title,
  title,
  waits_since: at,
  due: at,
  taken_by: name,
  last_at: at,
  last: words,
}
const message: OperationsConversation['messages'][number] = {
  _id: 'm1',
  author: 'client',
  name: null,
  text: words,
  files,
  at,
  read_at: at,
  operator: null,
  for_nerd: `${words}!`,
}
const thread: OperationsConversation = {
  ...listed,
  nerd: name,
  reply_values: { client: title, order: longOrder.number, title, deadline: null, nerd: name },
  messages: [message, { ...message, _id: 'm2', author: 'note', operator: name, files: [], for_nerd: null }],
  next: null,
}
const logged = (id: string, request: Record<string, unknown>) => ({
  id,
  at,
  person: name,
  action: 'refuse referral bonuses',
  subject: 'client client-1',
  subject_name: title,
  request,
})
const log = { results: [logged('l1', { refused: 3, reason: words }), logged('l2', { reason: words })], next: null }
const orders = { results: [longOrder, bareOrder], next: null, total: 2, over_total: false }
const client: OperationsClientWithLists = {
  ...aClientAtTheDesk,
  nickname: title,
  email: { email: `${'e'.repeat(240)}@example.com` },
  pending_email: `${'p'.repeat(240)}@example.com`,
  tags: ['t'.repeat(60), 'u'.repeat(60)],
  orders,
  balance_history: {
    results: [{ id: 'b1', at, amount: 20, cause: 'credit', order_number: null, reason: words }],
    next: null,
    total: 1,
  },
  upload_page: `https://nerdify.test/files/${'a'.repeat(200)}`,
  conversations: { results: [listed, { ...listed, id: 'client-1', order_id: null, title: null }], next: null },
  plans: [],
  log,
  failed_messages: [],
  held_bonuses: [
    { friend_id: 'f1', friend: title, order_number: longOrder.number, amount: 20, since: at },
    { friend_id: 'f2', friend: words, order_number: null, amount: 0, since: at },
  ],
}

const row = (order: OperationsOrderWithHistory | undefined, change: Partial<QueueEntry>): QueueEntry => ({
  id: change.kind ?? 'row',
  kind: 'nerd_search',
  waits_for: 'Nerd to be found',
  turn: 'staff',
  since: at,
  due: at,
  late: true,
  taken_by: name,
  client_id: 'client-1',
  order_id: order?.id ?? null,
  number: order?.number ?? null,
  title: order?.name ?? null,
  work: order === undefined ? null : 'Essay (writing)',
  subject: order?.subject ?? null,
  nerd: order?.nerd?.name ?? null,
  deadline: order?.deadline ?? null,
  services: order === longOrder ? ['TOP Nerd', 'Plagiarism Report', 'Prioritize my Task', 'Preferred Nerd'] : [],
  top_nerd: false,
  report: false,
  preferred_nerd: null,
  amount: order === undefined ? null : 140,
  proved: null,
  phone: null,
  name: null,
  words: null,
  conversation: null,
  last: null,
  next: [],
  ...change,
})
const queue = {
  results: [
    row(longOrder, { kind: 'revision_request' }),
    row(bareOrder, {}),
    row(longOrder, { kind: 'message', name: title, words, conversation: longOrder.number }),
    row(undefined, { kind: 'held_bonus', name: title, words: '3 referral bonuses above 20 in 30 days' }),
    row(undefined, { kind: 'failed_message', client_id: null, words: `Mail order-sent to ${words}` }),
  ],
  next: null,
  total: 5,
  counts: [{ kind: 'nerd_search', open: 12_345, late: 5 }],
  conversations: 12_345,
}

const contact: OperationsContact = {
  id: 'm1',
  phone: '+14155550143',
  waits_since: at,
  due: at,
  messages: [
    { _id: 'm1', by: 'page', text: words, email: `${'e'.repeat(240)}@example.com`, operator: null, at },
    { _id: 'm2', by: 'answer', text: words, email: null, operator: name, at },
  ],
}
const nerd = aRegisteredNerd({
  id: 'nerd-1',
  name,
  email: `${'e'.repeat(240)}@example.com`,
  subjects: Array(20).fill(name),
})
const month = { nerd_id: 'nerd-1', name, month: '2026-10', tips: 41, fees: 320, paid_out: 0, owed: 361 }
const coupon: Discount = {
  code: 'C'.repeat(maxCouponCodeLength),
  version: 'v1',
  gift: { kind: 'percent', percent: 10 },
  used: 1,
  left: null,
  over: false,
}
const person: StaffMember = {
  id: 's1',
  name,
  email: `${'e'.repeat(60)}@nerdify.test`,
  role: 'lead',
  invited_at: at,
  joined_at: null,
}

const answers: Readonly<Record<string, unknown>> = {
  [opsPaths.queue()]: queue,
  [opsPaths.order(longOrder.number)]: longOrder,
  [opsPaths.order(bareOrder.number)]: bareOrder,
  [opsPaths.orders()]: orders,
  [opsPaths.orderFiles(longOrder.id)]: files,
  [opsPaths.orderFiles(bareOrder.id)]: [],
  [opsPaths.clients()]: {
    results: [
      {
        id: 'client-1',
        found_by: 'nickname',
        nickname: title,
        phone: null,
        email: `${'e'.repeat(240)}@example.com`,
        since: at,
        blocked: true,
        orders: 9,
        last_order: { number: longOrder.number, status: 'In progress', task: title },
      },
    ],
    next: null,
  },
  [opsPaths.client('client-1')]: client,
  [opsPaths.clientFiles('client-1')]: {
    results: [{ _id: 'p1', at, description: words, order_id: null, files: files.map((file) => ({ ...file })) }],
    page: 0,
    pages: 1,
    total: 1,
  },
  [opsPaths.conversations()]: { results: [listed, { ...listed, id: '2', title: null }], next: null },
  [opsPaths.conversation(longOrder.number)]: thread,
  [opsPaths.conversation(bareOrder.number)]: { ...thread, id: bareOrder.number, title: null, nerd: null },
  [opsPaths.contact('m1')]: contact,
  [opsPaths.replies()]: { results: [] },
  [opsPaths.nerds()]: { results: [nerd], next: null },
  [opsPaths.nerd('nerd-1')]: nerd,
  [opsPaths.nerdOwed('nerd-1')]: {
    months: [month],
    payouts: [{ nerd: name, month: '2026-10', amount: 37, reference: words.slice(0, 200), person: name, at }],
  },
  [opsPaths.discounts()]: { results: [coupon], next: null },
  [opsPaths.discount(coupon.code)]: coupon,
  [opsPaths.discountUses(coupon.code)]: { results: [], next: null },
  [opsPaths.log()]: log,
  [opsPaths.staff()]: { results: [person] },
}

interface StrangeProps {
  path: string
}

const Strange = ({ path }: StrangeProps) => (
  <DeskStory
    path={path}
    screens={{
      '*': (
        <DeskFrame me={me}>
          <Screens me={me} />
        </DeskFrame>
      ),
    }}
  />
)

const meta = {
  title: 'Desk/Strange words',
  component: Strange,
  parameters: { layout: 'fullscreen' },
  globals: { viewport: { value: 'tablet' } },
  args: { path: deskPaths.queue() },
  beforeEach() {
    sessionStorage.clear()
    return answerCalls(({ pathname }) => (pathname === opsPaths.stream() ? noAnswerYet() : answers[pathname]))
  },
  async play({ canvasElement }) {
    const isRead = () => canvasElement.querySelector('main h1, main h2') !== null
    await waitFor(() => expect(isRead() && canvasElement.querySelector('main [aria-busy="true"]') === null).toBe(true))
    await expect(within(canvasElement).queryByText(frameTexts.broken)).toBeNull()
    // Markup is text.
    await expect(canvasElement.querySelector('main b b, main script')).toBeNull()
    const { scrollWidth, clientWidth } = document.documentElement
    await expect(scrollWidth).toBeLessThanOrEqual(clientWidth)
  },
} satisfies Meta<typeof Strange>
export default meta
type Story = StoryObj<typeof meta>

export const Queue: Story = { name: '[DESK-08] Long and strange words hold the queue' }
export const LongOrder: Story = {
  name: '[DESK-08] A title of 300 letters, 4,000 characters and 20 files hold an order',
  args: { path: deskPaths.order(longOrder.number) },
}
export const BareOrder: Story = {
  name: '[DESK-08] An order without title, subject, deadline and Nerd holds',
  args: { path: deskPaths.order(bareOrder.number) },
}
export const Conversation: Story = {
  name: '[DESK-08] A message of 4,000 characters with 20 files holds a conversation',
  args: { path: deskPaths.conversation(longOrder.number) },
}
export const Contact: Story = {
  name: '[DESK-08] Long and strange words hold a stranger’s messages',
  args: { path: deskPaths.contact('m1') },
}
export const Client: Story = {
  name: '[DESK-08] Long and strange words hold a client',
  args: { path: deskPaths.client('client-1') },
}
export const Find: Story = {
  name: '[DESK-08] Long and strange words hold the search',
  args: { path: `${deskPaths.find()}?q=${'w'.repeat(300)}` },
}
export const Nerds: Story = { name: '[DESK-08] A long name holds the Nerds', args: { path: deskPaths.nerds() } }
export const Nerd: Story = { name: '[DESK-08] A long name holds a Nerd', args: { path: deskPaths.nerd('nerd-1') } }
export const Coupons: Story = { name: '[DESK-08] A long code holds the coupons', args: { path: deskPaths.coupons() } }
export const Coupon: Story = {
  name: '[DESK-08] A long code holds a coupon',
  args: { path: deskPaths.coupon(coupon.code) },
}
export const Log: Story = { name: '[DESK-08] Long and strange words hold the log', args: { path: deskPaths.log() } }
export const Staff: Story = { name: '[DESK-08] A long name holds the staff', args: { path: deskPaths.staff() } }
