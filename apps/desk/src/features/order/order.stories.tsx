import { answerCalls, aRefusal } from '@nerdify/browser/testing/answered-calls.ts'
import type { OperationsConversation } from '@nerdify/contract/conversations.ts'
import { deskPaths } from '@nerdify/contract/desk-paths.ts'
import type { OrderFile } from '@nerdify/contract/files.ts'
import type { OperationsOrderWithHistory } from '@nerdify/contract/operations.ts'
import { opsPaths } from '@nerdify/contract/ops-paths.ts'
import type { OpenWait } from '@nerdify/contract/queue.ts'
import type { OperatorAnswer, StaffMember } from '@nerdify/contract/staff.ts'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter, Route, Routes } from 'react-router'
import { type ComponentProps, useEffect, useState } from 'react'
import { expect, fn, screen, userEvent, waitFor, within } from 'storybook/test'
import '../../desk.css'
import { othersPages } from '../../api/open-pages.ts'
import { queryKeys } from '../../api/queries.ts'
import { forgetUploads } from '../../api/uploads.ts'
import { aRegisteredNerd } from '../../testing/a-registered-nerd.ts'
import { aClientAtTheDesk as client } from '../../testing/an-operations-client.ts'
import { anOperationsOrder, anOrderWait, soldService } from '../../testing/an-operations-order.ts'
import { pressOffline } from '../../testing/press-offline.ts'
import { AddFiles } from './AddFiles.tsx'
import { ClientFacts, LastOrders } from './ClientCard.tsx'
import { MoneySteps } from './MoneySteps.tsx'
import { ExtrasCard, FilesCard, HistoryCard, MoneyCard, TaskCard } from './OrderCards.tsx'
import { Facts, MailSheet, OrderScreen } from './OrderScreen.tsx'
import { noWords } from './order-steps.ts'
import { StepCard } from './StepCard.tsx'
import { storeSeenEntries, type StepPlace, storeWords } from './step-words.ts'

const now = Date.parse('2026-11-23T18:14:00Z')
const me: OperatorAnswer = {
  id: 'staff-1',
  name: 'Cleo',
  email: 'cleo@nerdify.test',
  role: 'clerk',
  company_zone: 'America/Los_Angeles',
  sandbox: false,
  expires_at: null,
}

const file = (change: Partial<OrderFile>): OrderFile => ({
  _id: 'file-1',
  name: 'reading-list-weeks-5-to-9.docx',
  size: 98_304,
  location: 'https://files.test/reading-list',
  created_at: '2026-11-23T15:58:00.000Z',
  deleted: false,
  status: 'ready',
  type: 'order_form',
  revision_accept: false,
  client_accept: false,
  ...change,
})

const files = [
  file({}),
  file({ _id: 'file-2', name: `${'W'.repeat(190)}.pdf`, status: 'scanning', location: null, type: 'file_draft_paper' }),
]

const searching = anOperationsOrder({
  waits: [anOrderWait('nerd_search', { taken_by: 'Cleo' })],
  preferred_worker: 'Priya N.',
  services: {
    ...anOperationsOrder().services,
    top_writer: soldService(8),
    adv_plagreport: soldService(6),
    client_recomended_writer: { ...soldService(0), free_reason: 'plan' },
  },
  events: [
    { event: 'created', author: 'client', at: '2026-11-23T15:58:00.000Z', data: {} },
    { event: 'paid', author: 'payments', at: '2026-11-23T16:05:00.000Z', data: {} },
    {
      event: 'nerd_found',
      author: 'operations: Mara',
      at: '2026-11-23T16:15:00.000Z',
      data: { worker: { name: 'Wen L.', rating: 4.9 } },
    },
    {
      event: 'file_added',
      author: 'operations: Mara',
      at: '2026-11-23T16:25:00.000Z',
      data: { file: 'file-2', type: 'file_draft_paper' },
    },
    {
      event: 'refund',
      author: 'operations: Mara',
      at: '2026-11-23T16:35:00.000Z',
      data: { amount: 6, reason: 'No report' },
    },
    {
      event: 'extend_deadline',
      author: 'operations: Mara',
      at: '2026-11-23T17:05:00.000Z',
      data: { note: `<b>Agreed</b> \u202Ebd ${'a'.repeat(400)}`, tell: 'You have more time.' },
    },
  ],
})

const nerd = { id: 'wen', name: 'Wen L.', rating: 4.9, fee: 30, work_sheet_at: null, has_email: false }

const hostile = anOperationsOrder({
  name: null,
  title: null,
  subject: null,
  deadline: null,
  size: null,
  details: `<script>alert(1)</script> \u202Eolleh ${'a'.repeat(4_000)}`,
})

/** Everything that the page shows of an order, around its step. */
const Parts = ({ order }: { order: OperationsOrderWithHistory }) => (
  <>
    <Facts order={order} thread={{ ...thread, waits_since: null, due: null }} now={now} zone={me.company_zone} />
    <TaskCard order={order} />
    <FilesCard files={files} error={null} now={now} zone={me.company_zone} onRemove={fn()} removed={undefined}>
      <MailSheet order={order} address={order.number} />
    </FilesCard>
    <ExtrasCard order={order} files={files} />
    <MoneyCard order={order} now={now}>
      <MoneySteps order={order} address={order.number} me={{ ...me, role: 'lead' }} />
    </MoneyCard>
    <ClientFacts client={client} />
    <LastOrders
      page={{
        results: [anOperationsOrder({ id: 'order-2', number: '47702' })],
        next: null,
        total: 9,
        over_total: false,
      }}
      orderId={order.id}
    />
    <HistoryCard events={order.events} now={now} zone={me.company_zone} />
  </>
)

function answering() {
  const queryClient = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  queryClient.setQueryData(queryKeys.nerds, [
    aRegisteredNerd({ name: 'Hanna W.', rating: 4.82 }),
    aRegisteredNerd({ name: 'Joel A.', late: 1, next_due: '2026-11-23T20:00:00.000Z' }),
    aRegisteredNerd({ name: 'Priya N.' }),
  ])
  return queryClient
}

const meta: Meta<typeof StepCard> = {
  component: StepCard,
  decorators: [
    (Story, { parameters }) => (
      <QueryClientProvider client={answering()}>
        <MemoryRouter initialEntries={[(parameters.path as string | undefined) ?? '/']}>
          <div className="desk">
            <Story />
          </div>
        </MemoryRouter>
      </QueryClientProvider>
    ),
  ],
  beforeEach: () => sessionStorage.clear(),
  args: { order: searching, address: '4826300', me, files, now },
}
export default meta

type Story = StoryObj<typeof StepCard>

/** [DESK-02] The requested Nerd comes first; one who may not take the order shows why, and another needs a reason. */
export const AssignNerd: Story = {
  async play({ canvasElement }) {
    const canvas = within(canvasElement)
    const nerds = canvas.getAllByRole<HTMLInputElement>('radio')
    await expect(nerds.map(({ value, disabled }) => `${value}${disabled ? ' (no)' : ''}`)).toEqual([
      'Priya N.',
      'Joel A.',
      'Hanna W. (no)',
    ])
    await userEvent.click(canvas.getByRole('radio', { name: /Joel A/ }))
    await expect(canvas.getByRole('button', { name: 'Assign Joel A.' })).toBeVisible()
    await expect(canvas.getByLabelText('Why not Priya N.')).toBeVisible()
    const fee = canvas.getByLabelText(/^Fee of the Nerd/)
    await userEvent.type(fee, 'much')
    await expect(fee).toBeInvalid()
  },
}

const assigned = anOperationsOrder({ ...searching, version: searching.version + 1, nerd, waits: [] })
let showAssigned: () => void = () => undefined

/** The step of an order that the live stream changes. */
function LiveStep(props: ComponentProps<typeof StepCard>) {
  const [order, setOrder] = useState(props.order)
  useEffect(() => {
    showAssigned = () => setOrder(assigned)
  }, [])
  return <StepCard {...props} order={order} />
}

/** [DESK-07] The stream shows the step before its press is answered: the press is confirmed all the same. */
export const StreamBeforeAnswer: Story = {
  render: (args) => <LiveStep {...args} />,
  beforeEach: () =>
    answerCalls(async () => {
      showAssigned()
      await waitFor(() => expect(screen.queryByRole('button', { name: 'Assign Priya N.' })).toBeNull())
      return assigned
    }),
  async play({ canvas }) {
    await userEvent.click(canvas.getByRole('radio', { name: /Priya/ }))
    await userEvent.click(canvas.getByRole('button', { name: 'Assign Priya N.' }))
    await expect(await canvas.findByText('Done: Assign a Nerd')).toBeVisible()
  },
}

const badlyRated = anOperationsOrder({ client_status: 'Sent', mark: 2, waits: [anOrderWait('quality_review')] })
const revisionWanted = anOperationsOrder({
  ...badlyRated,
  client_status: 'Revision requested',
  system_client_status: 'Revision Requested',
  waits: [anOrderWait('revision_request'), ...badlyRated.waits],
  events: [{ event: 'request_revision', author: 'client', at: '2026-11-23T18:13:59.000Z', data: {} }],
})
let wantRevision: () => void = () => undefined
const sentSteps: unknown[] = []

/** The step of an order for which the client requests a revision. */
function RevisedStep(props: ComponentProps<typeof StepCard>) {
  const [order, setOrder] = useState(badlyRated)
  useEffect(() => {
    wantRevision = () => setOrder(revisionWanted)
  }, [])
  return <StepCard {...props} order={order} />
}

export const SwappedStep: Story = {
  name: '[DESK-07] A press takes no step that another’s change put under the pointer a moment before',
  render: (args) => <RevisedStep {...args} />,
  beforeEach() {
    sentSteps.length = 0
    return answerCalls((_, { body }) => {
      if (body !== undefined) sentSteps.push(body)
      return revisionWanted
    })
  },
  async play({ canvas }) {
    await canvas.findByRole('button', { name: 'End the quality review' })
    wantRevision()
    const accept = await canvas.findByRole('button', { name: 'Accept the revision' })
    await userEvent.click(accept)
    await expect(canvas.getByText('This step has just changed. Read it, then press again.')).toBeVisible()
    await expect(sentSteps).toEqual([])
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    await userEvent.click(accept)
    await waitFor(() => expect(sentSteps).toEqual([{ event: 'accept_revision' }]))
  },
}

let answerStep: () => void = () => undefined

export const TypedMeanwhile: Story = {
  name: '[DESK-02][DESK-08] A step that is answered late leaves the focus in the field that is being typed',
  render: (args) => (
    <>
      <LiveStep {...args} />
      <textarea aria-label="Answer" />
    </>
  ),
  beforeEach: () =>
    answerCalls(async () => {
      await new Promise<void>((resolve) => (answerStep = resolve))
      return assigned
    }),
  async play({ canvas }) {
    await userEvent.click(canvas.getByRole('radio', { name: /Priya/ }))
    await userEvent.click(canvas.getByRole('button', { name: 'Assign Priya N.' }))
    await userEvent.type(canvas.getByLabelText('Answer'), 'Hel')
    answerStep()
    await canvas.findByText('Done: Assign a Nerd')
    await userEvent.keyboard('lo')
    await expect(canvas.getByLabelText('Answer')).toHaveValue('Hello')
  },
}

/** [DESK-02] Late work: what the delivery lacks holds it back, and the credit that it books. */
export const Deliver: Story = {
  args: {
    order: anOperationsOrder({
      client_status: 'Final touches',
      waits: [anOrderWait('work', { late: true })],
      deadline: '2026-11-23T17:00:00.000Z',
      late_credit: [{ hours_late: 1, percent: 10 }],
    }),
  },
  async play({ canvasElement }) {
    const canvas = within(canvasElement)
    const deliver = canvas.getByRole('button', { name: 'Deliver the work' })
    await expect(deliver).toHaveAttribute('aria-disabled', 'true')
    await expect(deliver).toHaveAccessibleDescription('Add this file first: final work.')
    await expect(canvas.getByText('$14.00 goes to the client’s balance')).toBeVisible()
  },
}

/** A step that is held back is in the list, takes the focus, and says why. */
export const HeldBack: Story = {
  name: '[DESK-02][WAIT-06] Each blocked step says why: files or role',
  args: { order: { ...searching, client_status: 'Nerd found', waits: [], nerd } },
  render: (args) => (
    <>
      <StepCard {...args} />
      <MoneySteps order={args.order} address="4826300" me={me} />
    </>
  ),
  async play({ canvas }) {
    const expectBlocked = async (name: string, reason: string) => {
      const button = canvas.getByRole('button', { name })
      await expect(button).toHaveAttribute('aria-disabled', 'true')
      await expect(button).toHaveAccessibleDescription(reason)
      await userEvent.click(button)
      await expect(button).toHaveFocus()
    }
    await expectBlocked('Deliver the work', 'Add these files first: final work, plagiarism report.')
    await expectBlocked('Agree on another price', 'Clerks may not set the price of an order. Ask a lead.')
    await expect(canvas.getByRole('button', { name: 'Give money back' })).not.toHaveAttribute('aria-disabled')
    await expect(canvas.queryByRole('dialog')).toBeNull()
  },
}

export const HeldEnd: Story = {
  name: '[DESK-02] An order that is paid in part says why it is not deleted',
  args: { order: anOperationsOrder({ system_client_status: 'Unpaid', client_status: null, client_paid: 20 }) },
  play: ({ canvas }) =>
    expect(canvas.getByRole('button', { name: 'Delete the order' })).toHaveAccessibleDescription(
      'Only while nothing is paid.',
    ),
}

const refundWanted = anOperationsOrder({
  system_client_status: 'Refund Requested',
  waits: [anOrderWait('refund_request')],
})

/** [DESK-02] A refusal shows at its field; typed words stay, also when the form closes and opens again. */
export const DeclineRefund: Story = {
  args: { order: refundWanted },
  beforeEach() {
    const real = window.fetch
    window.fetch = async (input, init) =>
      String(input).startsWith('/api/ops/')
        ? Response.json({ text: 'Please tell the client why you decline.', error_value: 'tell' }, { status: 422 })
        : real(input, init)
    return () => {
      window.fetch = real
    }
  },
  async play({ canvasElement }) {
    const canvas = within(canvasElement)
    await userEvent.type(canvas.getByLabelText('Note for staff'), 'Seen by Joel')
    await userEvent.click(canvas.getByRole('button', { name: 'Decline the refund' }))
    await expect(await canvas.findByText('Please tell the client why you decline.')).toBeVisible()
    await expect(canvas.getByLabelText('Tell the client why')).toBeInvalid()

    await userEvent.click(canvas.getByRole('radio', { name: 'Grant the refund' }))
    await expect(canvas.getByLabelText('Note for staff')).toHaveValue('')
    await userEvent.click(canvas.getByRole('radio', { name: 'Decline the refund' }))
    await expect(canvas.getByLabelText('Note for staff')).toHaveValue('Seen by Joel')
  },
}

const aMember = (name: string, role: StaffMember['role'], change: Partial<StaffMember> = {}): StaffMember => ({
  id: name,
  name,
  email: `${name.toLowerCase()}@nerdify.test`,
  role,
  invited_at: '2026-11-01T16:05:00.000Z',
  joined_at: '2026-11-01T16:05:00.000Z',
  ...change,
})
const handed = fn()

/** Refuses a refund of a clerk, and gives the order to the lead who is named. */
const overLimit = () => {
  handed.mockClear()
  return answerCalls(({ pathname }, { method, body }) => {
    if (pathname === opsPaths.staff())
      return {
        results: [
          aMember('Cleo', 'clerk'),
          aMember('Lena', 'lead', { joined_at: null }),
          aMember('Mara', 'lead'),
          aMember('Olga', 'owner'),
        ],
      }
    if (pathname === opsPaths.orderRefunds('order-1') || pathname === opsPaths.orderEvents('order-1'))
      return aRefusal(403, 'Clerks may give back at most $100.00 of one order. Ask a lead.', {
        error_type: 'over_role_limit',
        error_value: '100',
      })
    if (method === 'POST') handed(pathname, body)
    return refundWanted
  })
}

export const RefundAboveLimit: Story = {
  name: '[DESK-02][OPS-09] A refund above the role’s limit is handed to a lead, with the typed words as a note',
  args: { order: refundWanted },
  beforeEach: overLimit,
  async play({ canvas }) {
    await userEvent.click(canvas.getByRole('radio', { name: 'Grant the refund' }))
    await userEvent.type(canvas.getByLabelText('Note for staff'), 'Half is missing')
    await userEvent.click(canvas.getByRole('button', { name: 'Grant the refund' }))
    const leads = await canvas.findByLabelText('Lead')
    await expect(
      within(leads)
        .getAllByRole('option')
        .map((each) => each.textContent),
    ).toEqual(['Mara', 'Olga'])
    await userEvent.click(canvas.getByRole('button', { name: 'Hand to a lead' }))
    await expect(await canvas.findByText('Mara has this order now, with your words as a note.')).toBeVisible()
    await expect(handed.mock.calls).toEqual([
      [opsPaths.orderTake('order-1'), { staff: 'Mara' }],
      [opsPaths.conversationNotes('order-1'), { text: 'For Mara: Grant the refund\nNote: Half is missing' }],
    ])
  },
}

export const WordsTooLongToHand: Story = {
  name: '[DESK-02][OPS-09] Words that are too long for a note are shortened before the order is given over',
  args: { order: refundWanted },
  beforeEach: overLimit,
  async play({ canvas }) {
    await userEvent.click(canvas.getByRole('radio', { name: 'Grant the refund' }))
    const note = canvas.getByLabelText('Note for staff')
    await userEvent.click(note)
    await userEvent.paste('Half is missing.'.padEnd(5_000, '.'))
    await userEvent.click(canvas.getByRole('button', { name: 'Grant the refund' }))
    await userEvent.click(await canvas.findByRole('button', { name: 'Hand to a lead' }))
    await expect(await canvas.findByText(/^This is \d+ characters too long: at most 5,000\./)).toBeVisible()
    await expect(handed).not.toHaveBeenCalled()
    await userEvent.clear(note)
    await userEvent.type(note, 'Half is missing')
    await userEvent.click(canvas.getByRole('button', { name: 'Hand to a lead' }))
    await expect(await canvas.findByText('Mara has this order now, with your words as a note.')).toBeVisible()
  },
}

export const NothingToHand: Story = {
  name: '[DESK-02][OPS-09] An order that waits for nothing cannot be handed over: it leads to a mail to the lead',
  args: { order: refundWanted },
  beforeEach: () =>
    answerCalls(({ pathname }) => {
      if (pathname === opsPaths.staff()) return { results: [aMember('Mara', 'lead')] }
      return pathname === opsPaths.orderTake('order-1')
        ? aRefusal(409, 'This order waits for nothing.', { error_type: 'nothing_waits' })
        : aRefusal(403, 'Ask a lead.', { error_type: 'over_role_limit', error_value: '100' })
    }),
  async play({ canvas }) {
    await userEvent.click(canvas.getByRole('radio', { name: 'Grant the refund' }))
    await userEvent.type(canvas.getByLabelText('Note for staff'), 'Half is missing')
    await userEvent.click(canvas.getByRole('button', { name: 'Grant the refund' }))
    await userEvent.click(await canvas.findByRole('button', { name: 'Hand to a lead' }))
    await expect(await canvas.findByText('This order waits for nothing.')).toBeVisible()
    await expect(canvas.getByRole('link', { name: 'Write to Mara: mara@nerdify.test' })).toBeVisible()
    await expect(canvas.getByLabelText('Note for staff')).toHaveValue('Half is missing')
  },
}

export const PartRefundAboveLimit: Story = {
  name: '[DESK-02] A part refund shows the amount at stake, and goes to a lead above the limit',
  render: ({ order }) => <MoneySteps order={order} address={order.number} me={me} />,
  args: { order: refundWanted },
  beforeEach: overLimit,
  async play({ canvas }) {
    await userEvent.click(canvas.getByRole('button', { name: 'Give money back' }))
    await expect(canvas.getByText('At stake: $140.00')).toBeInTheDocument()
    await userEvent.type(canvas.getByLabelText('Amount in dollars'), '128')
    await userEvent.type(canvas.getByLabelText('Reason, for staff'), 'Half is missing')
    await userEvent.click(canvas.getByRole('button', { name: 'Give it back' }))
    await userEvent.selectOptions(await canvas.findByLabelText('Lead'), 'Olga')
    await userEvent.click(canvas.getByRole('button', { name: 'Hand to a lead' }))
    await expect(await canvas.findByText('Olga has this order now, with your words as a note.')).toBeVisible()
    await expect(handed).toHaveBeenLastCalledWith(opsPaths.conversationNotes('order-1'), {
      text: 'For Olga: Give money back, $128.00\nNote: Half is missing',
    })
  },
}

/** [DESK-07] A colleague assigned a Nerd while this person typed: who and what, with the typed words beside it. */
export const Meanwhile: Story = {
  args: {
    order: {
      ...searching,
      client_status: 'Nerd found',
      waits: [],
      nerd,
    },
  },
  beforeEach() {
    const place: StepPlace = { personId: 'staff-1', orderId: searching.id, step: 'nerd_found' }
    storeSeenEntries(place, 2)
    storeWords(place, { ...noWords, nerd: 'Priya N.', note: 'Ruby asked for her' })
  },
  async play({ canvasElement }) {
    const canvas = within(canvasElement)
    await expect(canvas.getByText(/^Mara changed this order/)).toBeVisible()
    await expect(canvas.getByRole('row', { name: /Priya N\. Wen L\./ })).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: 'Discard my words' }))
    await expect(canvas.queryByText('Ruby asked for her')).toBeNull()
  },
}

export const NoStep: Story = {
  args: { order: anOperationsOrder({ system_client_status: 'Deleted', client_status: null }) },
}

/** [DESK-02] Task, files, extras, money, client and history; the client's clock with the hour it is there now. */
export const WholeOrder: Story = {
  render: () => <Parts order={searching} />,
  play: ({ canvas }) => expect(canvas.getByText('now 4:14 AM GMT+10, Australia/Brisbane')).toBeVisible(),
}

const noted = fn()
/** Answers the calls of a story that notes a refund. */
function answerNotes() {
  noted.mockClear()
  return answerCalls((_, { method, body }) => {
    if (method === 'POST') noted(body)
    return searching
  })
}
const refused = (id: string, words: string, command: Partial<OpenWait['next'][number]>) => ({
  ...anOrderWait('nerd_search'),
  kind: 'failed_refund' as const,
  waits_for: 'refund that does not go out',
  id,
  words,
  next: [{ event: 'refund_outside' as const, amount: 8, ...command }],
})
export const RefundNotSent: Story = {
  name: '[OPS-09][HOLD-06] A refund that the card refused shows its amount and is noted as paid otherwise',
  render: () => (
    <Parts
      order={{
        ...searching,
        waits: [],
        failed_refunds: [refused('refund-1', '$10.00 by card: refused', { amount: 10 })],
      }}
    />
  ),
  beforeEach: answerNotes,
  async play({ canvas }) {
    await expect(canvas.getByRole('alert')).toHaveTextContent('$10.00 by card: refused')
    await expect(within(canvas.getByLabelText('Facts')).getByText('Refund that does not go out')).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: 'Note it as given back' }))
    await expect(await canvas.findByLabelText('Amount in dollars')).toHaveValue('10.00')
    await userEvent.type(canvas.getByLabelText('Reason, for staff'), 'By transfer')
    await userEvent.click(canvas.getByRole('button', { name: 'Give it back' }))
    await waitFor(() => expect(noted).toHaveBeenCalledWith({ amount: 10, outside: true, reason: 'By transfer' }))
  },
}

export const TipNotRefunded: Story = {
  name: '[HOLD-06][PAY-10][PAY-11] The note of a refused refund names its tip or its extras',
  render: () => (
    <Parts
      order={{
        ...searching,
        total_tips_amount: 9,
        failed_refunds: [
          refused('refund-1', '$8.00 of the tip by card: refused', { tip: true }),
          refused('refund-2', '$8.00 by card: refused', { services: ['top_writer'] }),
        ],
      }}
    />
  ),
  beforeEach: answerNotes,
  async play({ canvas }) {
    const note = async (index: number, words: string, hint: string) => {
      await userEvent.click(canvas.getAllByRole('button', { name: 'Note it as given back' })[index] as HTMLElement)
      const dialog = within(await screen.findByRole('dialog'))
      await waitFor(() => expect(dialog.getByText(words)).toBeVisible())
      await expect(dialog.getByText(hint)).toBeVisible()
      await userEvent.type(dialog.getByLabelText('Reason, for staff'), 'By transfer')
      await userEvent.click(dialog.getByRole('button', { name: 'Give it back' }))
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    }
    await note(0, 'This is the tip, not the price.', 'At stake: $9.00')
    await note(1, 'Whatever the amount, these extras end: TOP Nerd.', 'At stake: $140.00')
    const body = { amount: 8, outside: true, reason: 'By transfer' }
    await expect(noted.mock.calls).toEqual([[{ ...body, tip: true }], [{ ...body, services: ['top_writer'] }]])
  },
}

/** [DESK-02][OPS-12] Another price of a paid order: what lacks is said at its field, and so is a refusal. */
export const AgreedPrice: Story = {
  render: () => <Parts order={searching} />,
  beforeEach: () => answerCalls(() => aRefusal(422, 'At most 200 pages.', { error_value: 'size' })),
  async play({ canvasElement }) {
    const canvas = within(canvasElement)
    await userEvent.click(canvas.getByRole('button', { name: 'Agree on another price' }))
    await userEvent.click(await canvas.findByRole('button', { name: 'Put it in force' }))
    const price = canvas.getByLabelText('Price in dollars, with the paid extras')
    await expect(price).toBeInvalid()
    await userEvent.type(price, '60')
    await userEvent.type(canvas.getByLabelText('Another size, if agreed'), '300 Pages')
    await userEvent.type(canvas.getByLabelText('Reason, for staff'), 'More pages')
    await userEvent.click(canvas.getByRole('button', { name: 'Put it in force' }))
    await expect(await canvas.findByText('At most 200 pages.')).toBeVisible()
    await expect(canvas.getByLabelText('Another size, if agreed')).toBeInvalid()
  },
}

/** [OPS-14] The fee of the Nerd, the work sheet, and a refusal at the field of the fee. */
export const FeeOfNerd: Story = {
  render: () => <Parts order={{ ...searching, nerd }} />,
  beforeEach: () => answerCalls(() => aRefusal(409, 'This fee was paid out to the Nerd.', { error_value: 'fee' })),
  async play({ canvasElement }) {
    const canvas = within(canvasElement)
    await expect(canvas.getByText('rated 4.9; fee $30.00; no e-mail, so no work sheet')).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: 'Set the Nerd’s fee' }))
    const fee = await canvas.findByLabelText('Fee of the Nerd in dollars')
    await expect(fee).toHaveValue('30')
    await userEvent.clear(fee)
    await userEvent.type(fee, '35')
    await userEvent.click(canvas.getByRole('button', { name: 'Put it in force' }))
    await expect(await canvas.findByText('This fee was paid out to the Nerd.')).toBeVisible()
    await expect(fee).toBeInvalid()
  },
}

/** [OPS-14] A work sheet from before the client's last addition says so, and a later one does not. */
export const OldSheet: Story = {
  render: () => {
    const data = { files: 2, description: 'The rubric' }
    const events = [{ event: 'files_received', author: 'upload page', at: '2026-11-23T17:30:00.000Z', data }]
    return (
      <>
        {['2026-11-23T17:00:00.000Z', '2026-11-23T17:45:00.000Z'].map((sheetAt) => (
          <Facts
            key={sheetAt}
            order={{ ...searching, events, nerd: { ...nerd, has_email: true, work_sheet_at: sheetAt } }}
            thread={{ ...thread, waits_since: null, due: null }}
            now={now}
            zone={me.company_zone}
          />
        ))}
        <HistoryCard events={events} now={now} zone={me.company_zone} />
      </>
    )
  },
  async play({ canvasElement }) {
    const canvas = within(canvasElement)
    await expect(canvas.getByText(/work sheet mailed .*, before the client added to the task$/)).toBeVisible()
    await expect(canvas.getByText(/work sheet mailed [^,]*$/)).toBeVisible()
    await expect(canvas.getByText('2 files')).toBeVisible()
    await expect(canvas.getByText('The rubric')).toBeVisible()
  },
}

/** [OPS-14] The work sheet is mailed again, or the refusal shows beside the button. */
export const SheetAgain: Story = {
  render: () => <Parts order={{ ...searching, nerd: { ...nerd, has_email: true } }} />,
  beforeEach: () => answerCalls(() => aRefusal(409, 'This Nerd has no e-mail. Please add it first.')),
  async play({ canvasElement }) {
    const canvas = within(canvasElement)
    await userEvent.click(canvas.getByRole('button', { name: 'Mail the Nerd the work sheet again' }))
    await expect(await canvas.findByText('This Nerd has no e-mail. Please add it first.')).toBeVisible()
  },
}

/** [DESK-07][OPS-12] A colleague agreed another price while this person typed one: who and what, above the form. */
export const AgreedMeanwhile: Story = {
  render: () => (
    <Parts
      order={{
        ...searching,
        events: [
          ...searching.events,
          {
            event: 'agreed',
            author: 'operations: Lena',
            at: '2026-11-23T17:50:00.000Z',
            data: { price_cents: 15_000, size: '7 Pages', note: 'One page more' },
          },
        ],
      }}
    />
  ),
  beforeEach() {
    sessionStorage.setItem(
      `desk.words.edit.staff-1.agree.${searching.id}`,
      JSON.stringify({ typed: { price: '60' }, version: `1.${searching.events.length}` }),
    )
  },
  async play({ canvasElement }) {
    const canvas = within(canvasElement)
    await userEvent.click(canvas.getByRole('button', { name: 'Agree on another price' }))
    await waitFor(() => expect(canvas.getByText(/^Lena changed this order/)).toBeVisible())
    await expect(canvas.getByText('Size or price changed, $150.00, 7 Pages')).toBeVisible()
    await expect(canvas.getByLabelText('Price in dollars, with the paid extras')).toHaveValue('60')
    await userEvent.click(canvas.getByRole('button', { name: 'Continue with my words' }))
    await expect(canvas.queryByText(/^Lena changed/)).toBeNull()
  },
}

/** [DESK-02] Long and hostile words, and an order that lacks almost everything. */
export const HostileOrder: Story = { render: () => <Parts order={hostile} /> }

const thread: OperationsConversation = {
  id: searching.number,
  client_id: 'client-1',
  order_id: searching.id,
  client: 'Ruby',
  title: searching.name,
  nerd: null,
  waits_since: '2026-11-23T18:00:00.000Z',
  due: '2026-11-23T20:00:00.000Z',
  taken_by: null,
  reply_values: { client: 'Ruby', order: searching.number, title: null, deadline: null, nerd: null },
  messages: [
    {
      _id: 'message-1',
      author: 'client',
      name: null,
      text: 'Could Priya do it?',
      files: [],
      at: '2026-11-23T18:00:00.000Z',
      read_at: null,
      operator: null,
      for_nerd: null,
    },
  ],
  next: null,
}
const reads = fn()

/** Answers the page of an order that Lena has open too. */
function answerPage(order: OperationsOrderWithHistory) {
  reads.mockClear()
  othersPages.set([`order ${searching.id} Lena`])
  const restore = answerCalls(({ pathname }, { method }) => {
    if (pathname === opsPaths.order(searching.number)) return order
    if (pathname === opsPaths.client(searching.client_id)) return client
    if (pathname === opsPaths.orders()) return { results: [], next: null, total: 0, over_total: false }
    if (pathname === opsPaths.orderFiles(searching.id)) return files
    if (method === 'POST') reads(pathname)
    return thread
  })
  return () => {
    restore()
    othersPages.set([])
  }
}

/** [DESK-07][TALK-01] Who else has the order open; the client's message is read once somebody goes into the conversation. */
export const WholePage: Story = {
  render: () => (
    <Routes>
      <Route path={deskPaths.order(':idOrNumber')} element={<OrderScreen me={me} />} />
    </Routes>
  ),
  parameters: { path: deskPaths.order(searching.number) },
  beforeEach: () => answerPage(searching),
  async play({ canvas }) {
    await expect(await canvas.findByText('Lena has it open')).toBeVisible()
    const message = await canvas.findByText('Could Priya do it?')
    await expect(reads).not.toHaveBeenCalled()
    await userEvent.click(message)
    await waitFor(() => expect(reads).toHaveBeenCalledWith(opsPaths.conversationRead(searching.number)))
  },
}

export const WaitingClient: Story = {
  ...WholePage,
  name: '[DESK-02][OPS-09] An order whose client alone waits for an answer says so, and can be taken',
  beforeEach: () => answerPage({ ...searching, waits: [] }),
  async play({ canvas }) {
    const facts = within(await canvas.findByLabelText('Facts'))
    await expect(await facts.findByText('Answer to a message')).toBeVisible()
    await expect(facts.queryByText('Nothing')).toBeNull()
    await userEvent.click(canvas.getByRole('button', { name: 'Take' }))
    await waitFor(() => expect(reads).toHaveBeenCalledWith(opsPaths.orderTake(searching.id)))
  },
}

/** [DESK-02] Keys lead to the next step, take the order, and are listed. */
export const Keys: Story = {
  ...WholePage,
  async play({ canvas }) {
    await canvas.findByText('Could Priya do it?')
    reads.mockClear()
    await userEvent.keyboard('n')
    await expect(canvas.getByRole('radio', { name: /Priya/ })).toHaveFocus()
    await userEvent.keyboard('t')
    await waitFor(() => expect(reads).toHaveBeenCalledWith(opsPaths.orderRelease(searching.id)))
    await userEvent.keyboard('?')
    const dialog = await canvas.findByRole('dialog', { name: 'All keys' })
    await waitFor(() => expect(dialog).toBeVisible())
  },
}

export const RemovedFile: Story = {
  ...WholePage,
  name: '[OPS-05][DESK-08] A file of the Nerd, and no other, is removed after a question',
  beforeEach() {
    let left = files
    const restorePage = answerPage(searching)
    const restore = answerCalls(({ pathname }) => {
      if (pathname === opsPaths.order(searching.number)) return searching
      if (pathname === opsPaths.client(searching.client_id)) return client
      if (pathname === opsPaths.orders()) return { results: [], next: null, total: 0, over_total: false }
      if (pathname === opsPaths.orderFileRemovals(searching.id)) left = left.slice(0, 1)
      return pathname.startsWith(opsPaths.order(searching.id)) ? left : thread
    })
    return () => {
      restore()
      restorePage()
    }
  },
  async play({ canvas }) {
    await userEvent.click(await canvas.findByRole('button', { name: /^Remove WWW/ }))
    await expect(canvas.queryByRole('button', { name: /^Remove reading-list/ })).toBeNull()
    const dialog = within(await screen.findByRole('dialog'))
    await userEvent.click(dialog.getByRole('button', { name: 'Remove the file' }))
    await waitFor(() => expect(canvas.queryByRole('button', { name: /^Remove WWW/ })).toBeNull())
    await expect(canvas.getByText(/^W+\.pdf was removed\.$/)).toBeInTheDocument()
  },
}

export const OfflineRelease: Story = {
  ...WholePage,
  name: '[API-11][OPS-09] An order whose release the connection loses is released once',
  async play({ canvas }) {
    const release = await canvas.findByRole('button', { name: 'Release' })
    await pressOffline({ press: () => userEvent.click(release), seeWords: () => expect(release).toBeVisible() })
  },
}

export const ReleaseOfColleague: Story = {
  ...WholePage,
  name: '[OPS-09][DESK-07] Releasing a colleague’s order takes a second press',
  beforeEach: () => answerPage({ ...searching, waits: [anOrderWait('nerd_search', { taken_by: 'Mara' })] }),
  async play({ canvas }) {
    await userEvent.click(await canvas.findByRole('button', { name: 'Release' }))
    const dialog = within(await screen.findByRole('dialog'))
    await waitFor(() => expect(dialog.getByText(/^Mara may be working on this order/)).toBeVisible())
    await expect(reads).not.toHaveBeenCalledWith(opsPaths.orderRelease(searching.id))
    await userEvent.click(dialog.getByRole('button', { name: 'Release' }))
    await waitFor(() => expect(reads).toHaveBeenCalledWith(opsPaths.orderRelease(searching.id)))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  },
}

let tags: string[] = []
export const PausedAutopilot: Story = {
  name: '[OPS-02] In the sandbox the autopilot is paused for one order, and resumes',
  render: () => (
    <Routes>
      <Route path={deskPaths.order(':idOrNumber')} element={<OrderScreen me={{ ...me, sandbox: true }} />} />
    </Routes>
  ),
  parameters: { path: deskPaths.order(searching.number) },
  beforeEach() {
    tags = []
    return answerCalls(({ pathname }, { method, body }) => {
      if (pathname === opsPaths.orders()) return { results: [], next: null, total: 0, over_total: false }
      if (pathname === opsPaths.client(searching.client_id)) return client
      if (pathname === opsPaths.orderFiles(searching.id)) return files
      if (method === 'PATCH') tags = JSON.stringify(body).includes('tags_add') ? ['autopilot_off'] : []
      return /\/orders\/[^/]+$/.test(pathname) ? { ...searching, tags } : thread
    })
  },
  async play({ canvas }) {
    await userEvent.click(await canvas.findByRole('button', { name: 'Pause the autopilot' }))
    await expect(await canvas.findByText(/^The autopilot is paused for this order/)).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: 'Resume the autopilot' }))
    await expect(await canvas.findByRole('button', { name: 'Pause the autopilot' })).toBeVisible()
  },
}

const unpaid = anOperationsOrder({ client_paid: 0, isPaid: false, isLocked: false, client_status: null })

/** [DESK-02][OPS-05] Another type of an unpaid order, with what its client then pays; over a newer one it is refused. */
export const Terms: Story = {
  render: () => <Parts order={unpaid} />,
  beforeEach: () =>
    answerCalls((_, { body }) =>
      JSON.stringify(body ?? '').includes('dry_run')
        ? { ...unpaid, price: 96, size: '60 Minutes' }
        : aRefusal(409, 'Changed in another window.', { error_type: 'order_changed', error_value: 'size' }),
    ),
  async play({ canvas }) {
    await userEvent.click(canvas.getByRole('button', { name: 'Change type or price' }))
    await userEvent.selectOptions(await canvas.findByLabelText('Type'), 'Quiz')
    await expect(await canvas.findByText('The client will pay $96.00, now $140.00. Size: 60 Minutes.')).toBeVisible()
    await userEvent.type(canvas.getByLabelText('Price in dollars, if agreed'), 'free')
    await userEvent.click(canvas.getByRole('button', { name: 'Put it in force' }))
    await expect(canvas.getByLabelText('Price in dollars, if agreed')).toBeInvalid()
    await userEvent.clear(canvas.getByLabelText('Price in dollars, if agreed'))
    await userEvent.click(canvas.getByRole('button', { name: 'Put it in force' }))
    await expect(await canvas.findByText('This order was changed meanwhile')).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: 'Continue with my words' }))
    await expect(canvas.queryByText('This order was changed meanwhile')).toBeNull()
    await expect(canvas.getByLabelText('Type')).toHaveValue('Quiz')
  },
}

export const BookedFree: Story = {
  name: '[DESK-02][PAY-06] A free order that is booked offers no other price',
  render: () => (
    <Parts
      order={anOperationsOrder({ price: 0, cabinet_price: 0, client_paid: 0, nerd, client_status: 'Nerd found' })}
    />
  ),
  async play({ canvas }) {
    await expect(canvas.getByRole('button', { name: 'Set the Nerd’s fee' })).toBeVisible()
    for (const name of ['Change type or price', 'Agree on another price', 'Give money back'])
      await expect(canvas.queryByRole('button', { name })).toBeNull()
  },
}

const inWork = anOperationsOrder({ client_status: 'Final touches', nerd, waits: [anOrderWait('work')] })

interface OfflineStep {
  order: OperationsOrderWithHistory
  /** The words of the step's button, and of the list where it is not the next step. */
  step: string | RegExp
  isOther?: boolean
  type?: (page: HTMLElement) => Promise<unknown>
}

/** Types a note, and the rest of a step, and loses the connection at its button. */
const offlineStep = ({
  order,
  step,
  isOther = false,
  type,
}: OfflineStep): Pick<Story, 'args' | 'beforeEach' | 'play'> => ({
  args: { order, files: [...files, file({ _id: 'file-3', type: 'file_final_draft' })] },
  beforeEach: () => answerCalls(() => ({ ...order, version: order.version + 1 })),
  async play({ canvas, canvasElement }) {
    if (isOther) await userEvent.click(canvas.getByRole('button', { name: step }))
    await type?.(canvasElement)
    const note = canvas.getByLabelText(/^(Note for staff|Why not )/)
    await userEvent.type(note, 'Agreed on the phone')
    await pressOffline({
      press: () => userEvent.click(canvas.getByRole('button', { name: step })),
      seeWords: () => expect(note).toHaveValue('Agreed on the phone'),
    })
    await expect(await canvas.findByText(/^Done: /)).toBeVisible()
  },
})

export const OfflineAssign: Story = {
  name: '[API-11][DESK-02] An assignment that the connection loses keeps its words and is made once',
  ...offlineStep({
    order: searching,
    step: 'Assign Joel A.',
    type: (page) => userEvent.click(within(page).getByRole('radio', { name: /Joel A/ })),
  }),
}
export const OfflineDelivery: Story = {
  name: '[API-11][DESK-02] A delivery that the connection loses keeps its words and is made once',
  ...offlineStep({ order: inWork, step: 'Deliver the work' }),
}
export const OfflineExtension: Story = {
  name: '[API-11][DESK-02] A later deadline that the connection loses keeps its words and is set once',
  ...offlineStep({
    order: inWork,
    step: 'Extend the deadline',
    isOther: true,
    type: (page) => userEvent.type(within(page).getByLabelText('New deadline'), '2026-11-28T17:00'),
  }),
}
export const OfflineReassignment: Story = {
  name: '[API-11][DESK-02] A reassignment that the connection loses happens once',
  ...offlineStep({ order: inWork, step: 'Find another Nerd', isOther: true }),
}

export const OfflineDecline: Story = {
  name: '[API-11][DESK-02] A declined refund that the connection loses keeps its words and is declined once',
  ...offlineStep({
    order: refundWanted,
    step: 'Decline the refund',
    type: (page) => userEvent.type(within(page).getByLabelText('Tell the client why'), 'It is what you asked for.'),
  }),
}

const added = fn()
let answerFirst: (answer: unknown) => void = () => undefined

/** Answers the first added file when the story does, and later ones at once. */
function answerAdding(later: () => unknown): () => void {
  added.mockClear()
  const first = new Promise((resolve) => {
    answerFirst = resolve
  })
  const restore = answerCalls((_, { method }) => {
    if (method !== 'POST') return {}
    added()
    return added.mock.calls.length === 1 ? first : later()
  })
  return () => {
    restore()
    forgetUploads()
  }
}

const dropIn =
  (element: HTMLElement) =>
  (...names: string[]) =>
    userEvent.upload(
      element.querySelector('input[type="file"]') as HTMLInputElement,
      names.map((name) => new File(['%PDF-1.4'], name, { type: 'application/pdf' })),
    )

export const DropWhileAdding: Story = {
  name: '[OPS-05][DESK-02] Files dropped while others are sent, or after one failed, are all added',
  render: () => <AddFiles orderId="order-1" suggested="file_final_draft" />,
  beforeEach: () => answerAdding(() => file({})),
  async play({ canvasElement }) {
    const canvas = within(canvasElement)
    const drop = dropIn(canvasElement)
    await drop('one.pdf')
    await drop('two.pdf', 'three.pdf')
    await expect(await canvas.findByText('Adding 3 files')).toBeVisible()
    answerFirst(aRefusal(422, 'This file is empty.'))
    await expect(await canvas.findByText('one.pdf is not added. This file is empty.')).toBeVisible()
    await waitFor(() => expect(canvas.queryByText(/^Adding/)).toBeNull())
    await drop('four.pdf')
    await waitFor(() => expect(added).toHaveBeenCalledTimes(4))
    await expect(canvas.getByText(/^one\.pdf/)).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(canvas.queryByText(/^one\.pdf/)).toBeNull())
    await expect(added).toHaveBeenCalledTimes(5)
  },
}

export const EmptyFile: Story = {
  name: '[OPS-05][FILE-03] A file that no place takes is refused before it is sent, and not tried again',
  render: () => <AddFiles orderId="order-1" suggested="file_final_draft" />,
  beforeEach() {
    sentSteps.length = 0
    const restore = answerCalls((_, { method }) => {
      if (method === 'POST') sentSteps.push(method)
      return aRefusal(422, 'Not now')
    })
    return () => {
      restore()
      forgetUploads()
    }
  },
  async play({ canvas, canvasElement }) {
    const input = canvasElement.querySelector<HTMLInputElement>('input[type="file"]')
    await userEvent.upload(input as HTMLInputElement, new File([], 'essay.docx'))
    await canvas.findByText('essay.docx is not added. essay.docx is 0 bytes. Choose it again.')
    await expect(canvas.queryByRole('button', { name: 'Try again' })).toBeNull()
    await expect(sentSteps).toEqual([])
    await userEvent.click(canvas.getByRole('button', { name: 'Leave it out' }))
    await expect(canvas.queryByText(/^essay\.docx/)).toBeNull()
  },
}

export const DeliverWhileAdding: Story = {
  name: '[DESK-02] A delivery waits for a file that is still on its way',
  args: { order: inWork, files: [file({ type: 'file_final_draft' })] },
  beforeEach: () => answerAdding(() => file({})),
  async play({ canvas, canvasElement }) {
    const deliver = canvas.getByRole('button', { name: 'Deliver the work' })
    await expect(deliver).not.toHaveAttribute('aria-disabled', 'true')
    await dropIn(canvasElement)('slides.pdf')
    await waitFor(() => expect(deliver).toHaveAccessibleDescription('Adding 1 file'))
    await userEvent.click(deliver)
    await expect(added).toHaveBeenCalledOnce()
    answerFirst(file({}))
    await waitFor(() => expect(deliver).not.toHaveAttribute('aria-disabled', 'true'))
  },
}

export const ForgottenWhileAdding: Story = {
  name: '[DESK-07] A file that waits behind another is not sent after a sign-out by choice',
  render: () => <AddFiles orderId="order-1" suggested="file_final_draft" />,
  beforeEach: () => answerAdding(() => aRefusal(422, 'This file is empty.')),
  async play({ canvasElement }) {
    const canvas = within(canvasElement)
    const drop = dropIn(canvasElement)
    await drop('one.pdf', 'two.pdf')
    await waitFor(() => expect(added).toHaveBeenCalledOnce())
    forgetUploads()
    answerFirst(file({}))
    // A later file goes out behind them.
    await drop('three.pdf')
    await expect(await canvas.findByText(/^three\.pdf is not added/)).toBeVisible()
    await expect(added).toHaveBeenCalledTimes(2)
  },
}

export const OfflineRefund: Story = {
  name: '[API-11][PAY-11] A refund that the connection loses keeps its words and is given back once',
  render: () => <Parts order={inWork} />,
  beforeEach: () => answerCalls(() => inWork),
  async play({ canvas }) {
    await userEvent.click(canvas.getByRole('button', { name: 'Give money back' }))
    const amount = await canvas.findByLabelText('Amount in dollars')
    await userEvent.type(amount, '5')
    await userEvent.type(canvas.getByLabelText('Reason, for staff'), 'A day late')
    await pressOffline({
      press: () => userEvent.click(canvas.getByRole('button', { name: 'Give it back' })),
      seeWords: () => expect(amount).toHaveValue('5'),
    })
  },
}

interface OfflineMoney {
  order: OperationsOrderWithHistory
  open: string
  send: string
  words: Readonly<Record<string, string>>
  /** The order that the live stream brings before the second press, if the first one arrived. */
  applied?: OperationsOrderWithHistory
}

const streamed = 'story:streamed'
function PartsUntil({ order, applied }: { order: OperationsOrderWithHistory; applied: OperationsOrderWithHistory }) {
  const [shown, setShown] = useState(order)
  useEffect(() => {
    const show = () => setShown(applied)
    window.addEventListener(streamed, show)
    return () => window.removeEventListener(streamed, show)
  }, [applied])
  return <Parts order={shown} />
}

/** Opens a step of an order's money, types into its fields, and loses the connection at its button. */
const offlineMoney = ({
  order,
  applied,
  open,
  send,
  words,
}: OfflineMoney): Pick<Story, 'render' | 'beforeEach' | 'play'> => ({
  render: () => <PartsUntil order={order} applied={applied ?? order} />,
  beforeEach() {
    sessionStorage.clear()
    return answerCalls(() => order)
  },
  async play({ canvas }) {
    await userEvent.click(canvas.getByRole('button', { name: open }))
    const dialog = within(await screen.findByRole('dialog'))
    for (const [label, typed] of Object.entries(words)) {
      await userEvent.clear(dialog.getByLabelText(label))
      await userEvent.type(dialog.getByLabelText(label), typed)
    }
    await pressOffline({
      press: () => userEvent.click(dialog.getByRole('button', { name: send })),
      async seeWords() {
        for (const [label, typed] of Object.entries(words))
          await expect(dialog.getByLabelText(label)).toHaveValue(typed)
        window.dispatchEvent(new Event(streamed))
      },
    })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  },
})

/** The order after Mara granted its whole refund. */
const granted: OperationsOrderWithHistory = {
  ...searching,
  system_client_status: 'Refund Accepted',
  refunded: searching.client_paid,
  events: [
    ...searching.events,
    { event: 'accept_refund', author: 'operations: Mara', at: '2026-11-23T18:10:00.000Z', data: {} },
  ],
}

export const RefundedMeanwhile: Story = {
  name: '[DESK-07] A dialog about money stays, with its words, when a colleague’s refund leaves no money step',
  render: () => <PartsUntil order={searching} applied={granted} />,
  async play({ canvas }) {
    await userEvent.click(canvas.getByRole('button', { name: 'Give money back' }))
    const dialog = within(await screen.findByRole('dialog'))
    await userEvent.type(dialog.getByLabelText('Reason, for staff'), 'Half is missing')
    window.dispatchEvent(new Event(streamed))
    await waitFor(() => expect(dialog.getByText(/^Mara changed this order/)).toBeVisible())
    await expect(dialog.getByLabelText('Reason, for staff')).toHaveValue('Half is missing')
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await expect(canvas.queryByRole('button', { name: 'Give money back' })).toBeNull()
  },
}

export const WholeRefund: Story = {
  name: '[DESK-08] A refund that leaves no money step says that it is done',
  render: () => <PartsUntil order={searching} applied={{ ...granted, events: searching.events }} />,
  beforeEach: () =>
    answerCalls(() => {
      window.dispatchEvent(new Event(streamed))
      return granted
    }),
  async play({ canvas }) {
    await userEvent.click(canvas.getByRole('button', { name: 'Give money back' }))
    const dialog = within(await screen.findByRole('dialog'))
    await userEvent.type(dialog.getByLabelText('Amount in dollars'), '140')
    await userEvent.type(dialog.getByLabelText('Reason, for staff'), 'Not delivered')
    await userEvent.click(dialog.getByRole('button', { name: 'Give it back' }))
    await expect(await canvas.findByText('The refund is on its way.')).toBeVisible()
  },
}

export const OfflineAgreement: Story = {
  name: '[API-11][OPS-12] An agreed price that the connection loses keeps its words and is put in force once',
  ...offlineMoney({
    order: searching,
    applied: {
      ...searching,
      version: searching.version + 1,
      events: [
        ...searching.events,
        {
          event: 'changed',
          author: `operations: ${me.name}`,
          at: '2026-11-23T18:14:00.000Z',
          data: { price_cents: 6000 },
        },
      ],
    },
    open: 'Agree on another price',
    send: 'Put it in force',
    words: { 'Price in dollars, with the paid extras': '60', 'Reason, for staff': 'More pages' },
  }),
}
export const OfflineTerms: Story = {
  name: '[API-11][DESK-02] Terms that the connection loses keep their words and are put in force once',
  ...offlineMoney({
    order: unpaid,
    open: 'Change type or price',
    send: 'Put it in force',
    words: { 'Price in dollars, if agreed': '60' },
  }),
}
export const OfflineFee: Story = {
  name: '[API-11][OPS-14] A fee that the connection loses stays in its field and is agreed once',
  ...offlineMoney({
    order: { ...searching, nerd },
    open: 'Set the Nerd’s fee',
    send: 'Put it in force',
    words: { 'Fee of the Nerd in dollars': '35' },
  }),
}
export const OfflineSheet: Story = {
  name: '[API-11][OPS-14] A work sheet that the connection loses is mailed once',
  render: () => <Parts order={{ ...searching, nerd: { ...nerd, has_email: true } }} />,
  beforeEach: () => answerCalls(() => searching),
  async play({ canvas }) {
    const mail = canvas.getByRole('button', { name: 'Mail the Nerd the work sheet again' })
    await pressOffline({ press: () => userEvent.click(mail), seeWords: () => expect(mail).toBeVisible() })
  },
}
