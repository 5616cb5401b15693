import { apiPaths } from '@nerdify/contract/api-paths.ts'
import type { Client, NerdList } from '@nerdify/contract/client.ts'
import type { Order, OrderChange, PaymentCheckAnswer } from '@nerdify/contract/orders.ts'
import type { LateCreditAnswer, ServicePricesAnswer } from '@nerdify/contract/pricing.ts'
import { webPaths } from '@nerdify/contract/web-paths.ts'
import { aPriceTable } from '@nerdify/domain/testing/a-price-table.ts'
import type { PriceTable } from '@nerdify/domain/pricing/price-table.ts'
import { emailFault } from '@nerdify/domain/sign-in/email.ts'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fireEvent, waitFor, within } from 'storybook/test'
import { aClientAnswer } from '../../../testing/a-client-answer.ts'
import { aPaidOrderAnswer, anOrderAnswer } from '../../../testing/an-order-answer.ts'
import { answerCalls, aRefusal, noAnswerYet } from '../../../testing/answered-calls.ts'
import { createQueryClient, queryKeys } from '../../../api/queries.ts'
import { StoryPage } from '../../../testing/StoryPage.tsx'
import { chooseFiles, isSeen } from '../../../testing/story-steps.ts'
import { noteLeaving, noteReturned } from '../../../payment-link.ts'
import { orderFormTexts } from '../../../texts/orders/order-form.ts'
import { extraServicesTexts } from '../../../texts/orders/order-extra-services.ts'
import { paymentTexts, thankYouTexts } from '../../../texts/orders/order-payment.ts'
import { Component as AdditionalServices } from '../additional-services/AdditionalServicesScreen.tsx'
import { Component as Details } from '../details/DetailsScreen.tsx'
import { dateToText } from '../deadline/deadline-choice.ts'
import { pacificDate } from '../deadline/deadline-text.ts'
import type { Draft } from '../draft/draft.ts'
import { drafts, newOrderDraftKey, orderDraftKey } from '../draft/drafts.ts'
import { Component as ExtraServices } from '../extra-services/ExtraServicesScreen.tsx'
import { Component as OrderForm } from '../form/OrderFormScreen.tsx'
import { Component as JobType } from '../job-type/JobTypeScreen.tsx'
import { Component as Receipt } from '../receipt/ReceiptScreen.tsx'
import { Component as OrderAgain } from '../order-again/OrderAgainScreen.tsx'
import { Component as Payment } from '../payment/PaymentScreen.tsx'
import { paymentCheckKey, Component as ThankYou } from '../thank-you/ThankYouScreen.tsx'
import { couponTexts } from '../../../texts/orders/order-coupon.ts'
import { paymentButtonTexts, paymentNoteTexts } from '../../../texts/orders/payment-button.ts'
import { orderDetailsTexts } from '../../../texts/orders/order-details.ts'

const aLateCredit: LateCreditAnswer = {
  steps: [
    { hours_late: 0, percent: 10 },
    { hours_late: 12, percent: 25 },
    { hours_late: 24, percent: 50 },
  ],
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
      ...anOrderAnswer().services,
      top_writer: service(8),
      draft_needed: service(4),
      adv_plagreport: service(8),
      prioritize_my_task: service(5),
      client_recomended_writer: service(4),
    },
    ...change,
  })

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
  /** The price table, where it is another one. */
  pricing?: PriceTable
  /** What else is different about the client; null where they cannot be read. */
  me?: Partial<Client> | null
  /** What the server answers to a call, where it is asked. */
  answer?: (call: { method: string; path: string; body: unknown }) => unknown
  /** The order with which the person left for the card page. */
  left?: string
}

/** The answers of the API and the drafts of the browser, as the story has them. */
function prepared({ order, draft = {}, check, nerds, balance = 0, pricing = aPriceTable, me }: FlowProps) {
  const queryClient = createQueryClient()
  if (me !== null) queryClient.setQueryData(queryKeys.me, aClientAnswer({ available_balance: balance, ...me }))
  queryClient.setQueryData(queryKeys.pricing, pricing)
  queryClient.setQueryData(queryKeys.servicePrices, servicePrices)
  queryClient.setQueryData(queryKeys.lateCredit, aLateCredit)
  if (order !== undefined) queryClient.setQueryData(queryKeys.order(order._id), order)
  if (nerds !== undefined) queryClient.setQueryData(queryKeys.nerds, { results: nerds })
  if (check !== undefined) queryClient.setQueryData(paymentCheckKey(check.order._id), check)
  const draftKey = order === undefined ? newOrderDraftKey('writing') : orderDraftKey(order._id)
  drafts.clear(draftKey)
  drafts.change(draftKey, draft)
  return queryClient
}

const screens = {
  [webPaths.newOrder()]: JobType,
  [webPaths.newOrderForm(jobType)]: OrderForm,
  [webPaths.newOrderDetails(jobType)]: Details,
  [webPaths.newOrderExtraServices(jobType)]: ExtraServices,
  [webPaths.orderForm(orderId)]: OrderForm,
  [webPaths.orderDetails(orderId)]: Details,
  [webPaths.orderExtraServices(orderId)]: ExtraServices,
  [webPaths.orderPayment(orderId)]: Payment,
  [webPaths.orderAgain(orderId)]: OrderAgain,
  [webPaths.orderReceipt(orderId)]: Receipt,
  [webPaths.orderThankYou(orderId)]: ThankYou,
  [webPaths.orderAdditionalServices(orderId)]: AdditionalServices,
}

/** The steps of placing an order, in a browser of their own. */
const Flow = (props: FlowProps) => (
  <StoryPage path={props.path} state={props.state} screens={screens} answers={() => prepared(props)} />
)

const meta = {
  title: 'Screens/Placing an order',
  component: Flow,
  parameters: { layout: 'fullscreen' },
  beforeEach({ args: { answer, left } }) {
    if (left !== undefined) noteLeaving(left)
    const end = answerCalls(({ pathname }, call) => answer?.({ ...call, path: pathname }))
    return () => {
      noteReturned()
      end()
    }
  },
} satisfies Meta<typeof Flow>
export default meta
type Story = StoryObj<typeof meta>

export const JobTypeToChoose: Story = {
  name: '[FLOW-01][FLOW-03] Job type',
  args: { path: webPaths.newOrder() },
  play: async ({ canvas, userEvent }) => {
    await waitFor(() =>
      expect(canvas.getByRole('heading', { level: 1 })).toHaveTextContent('What do you need help with?'),
    )
    await waitFor(() =>
      expect(canvas.getAllByRole('radio').map((radio) => radio.getAttribute('value'))).toEqual([
        'writing',
        'editing',
        'presentation',
        'problems',
        'quiz',
        'task',
      ]),
    )
    await userEvent.click(await canvas.findByRole('button', { name: 'Next' }))
    await isSeen(() => canvas.getByText('There is a problem'))
    await userEvent.click(await canvas.findByRole('radio', { name: /Essay writing/ }))
    await waitFor(() => expect(canvas.queryByText('There is a problem')).toBeNull())
  },
}

export const JobTypeChosenInAHurry: Story = {
  name: '[FLOW-01] Job type, Next pressed before the page has drawn the choice',
  args: { path: webPaths.newOrder() },
  play: async ({ canvas }) => {
    canvas.getByRole('radio', { name: /Essay writing/ }).click()
    canvas.getByRole('button', { name: 'Next' }).click()
    await expect(await canvas.findByText('Step 2 of 4')).toBeVisible()
  },
}

export const NewForm: Story = {
  name: 'Form, new',
  args: { path: webPaths.newOrderForm('writing') },
  play: async ({ canvas }) => {
    await isSeen(() => canvas.getByText('Step 2 of 4'))
    await waitFor(() => expect(canvas.getAllByText('$40.00')[0]).toBeVisible())
  },
}

export const FormWithoutSubject: Story = {
  name: 'Form, subject missing',
  args: { path: webPaths.newOrderForm('writing') },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Get it done' }))
    await waitFor(() => expect(canvas.getAllByText('Please choose subject from the list')).toHaveLength(2))
    await waitFor(() => expect(document.title).toMatch(/^Error: /))
  },
}

export const FormTooShort: Story = {
  name: 'Form, deadline too short',
  args: { path: webPaths.newOrderForm('writing'), draft: { subject: 'History', deadline: { hours: 3 } } },
  play: async ({ canvas, userEvent }) => {
    await isSeen(() => canvas.getByText('Please, give your Nerd more time to complete your task'))
    await userEvent.click(await canvas.findByRole('button', { name: 'Choose 6 hours' }))
    await waitFor(() => expect(canvas.queryByText('Please, give your Nerd more time to complete your task')).toBeNull())
  },
}

export const FormTooLong: Story = {
  name: 'Form, too many pages',
  args: { path: webPaths.newOrderForm('writing'), draft: { subject: 'History' } },
  play: async ({ canvas, userEvent }) => {
    const pages = await canvas.findByRole('textbox', { name: 'Pages' })
    await userEvent.clear(pages)
    await userEvent.type(pages, '51')
    await waitFor(() => expect(canvas.queryByText('This value must be below 50 pages')).toBeNull())
    await userEvent.tab()
    await isSeen(() => canvas.getByText('This value must be below 50 pages'))
  },
}

export const FormFraction: Story = {
  name: '[FLOW-06] Form, a part of a page: refused where it is typed, and no other number is ordered',
  args: { path: webPaths.newOrderForm('writing'), draft: { subject: 'History' } },
  play: async ({ canvas, userEvent }) => {
    const pages = await canvas.findByRole('textbox', { name: 'Pages' })
    await userEvent.clear(pages)
    await userEvent.type(pages, '2.5')
    await waitFor(() => expect(pages).toHaveValue('2.5'))
    await waitFor(() => expect(pages).toHaveAccessibleDescription('Whole pages only'))
    await waitFor(() => expect(canvas.getAllByText('$40.00', { exact: true }).length).toBeGreaterThan(0))
    await userEvent.click(await canvas.findByRole('button', { name: 'Get it done' }))
    await isSeen(() => canvas.getByRole('heading', { name: 'There is a problem' }))
    await userEvent.click(await canvas.findByRole('button', { name: 'More pages' }))
    await waitFor(() => expect(pages).toHaveValue('3'))
    await waitFor(() => expect(canvas.queryByText('Whole pages only')).toBeNull())
  },
}

export const FormRounded: Story = {
  name: '[EASE-08] Form, words come in hundreds: rounded up when the field is left, with the reason; the price stays meanwhile',
  args: {
    path: webPaths.newOrderForm('writing'),
    draft: { subject: 'History', size: { count: 600, measure: 'Words' } },
  },
  play: async ({ canvas, userEvent }) => {
    const total = () => canvas.getAllByText(/^\$\d+\.\d\d$/).at(-1)
    const before = total()?.textContent ?? 'no price'
    const words = await canvas.findByRole('textbox', { name: 'Words' })
    await userEvent.clear(words)
    await userEvent.type(words, '65')
    await waitFor(() => expect(total()).toHaveTextContent(before))
    await waitFor(() => expect(total()?.closest('[aria-busy=true]')).not.toBeNull())
    await userEvent.type(words, '0')
    await waitFor(() => expect(canvas.queryByText(/This value must be/)).toBeNull())
    await userEvent.tab()
    await userEvent.tab()
    await waitFor(() => expect(words).toHaveValue('700'))
    await waitFor(() => expect(words).toHaveAccessibleDescription('Words come in hundreds, so 650 became 700.'))
    await waitFor(() => expect(total()).not.toHaveTextContent(before))
    await waitFor(() => expect(total()?.closest('[aria-busy=true]')).toBeNull())
  },
}

/** A draft of an essay that can be ordered. */
const aDraft = { subject: 'History', size: { count: 2, measure: 'Pages' } } satisfies Draft
const draftOfEssay = () => drafts.read(newOrderDraftKey('writing'))

/** An answer that comes when the story lets it. */
const heldAnswer = () => Promise.withResolvers<unknown>()
let creation = heldAnswer()

export const FormLeft: Story = {
  name: '[FLOW-17] Form, left before the order is made: no draft of it stays behind',
  args: {
    path: webPaths.newOrderForm('writing'),
    draft: aDraft,
    answer: ({ method }) => (method === 'POST' ? creation.promise : undefined),
  },
  beforeEach() {
    creation = heldAnswer()
  },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Get it done' }))
    await waitFor(() => expect(draftOfEssay().creation).toBeDefined())
    await userEvent.click(await canvas.findByRole('link', { name: 'Change' }))
    await isSeen(() => canvas.getByRole('heading', { name: 'What do you need help with?' }))
    await waitFor(() => expect(draftOfEssay().subject).toBe('History'))
    creation.resolve(anOrderDueIn(11, { _id: 'order-left' }))
    await waitFor(() => expect(draftOfEssay()).toEqual({}))
  },
}

export const FormCalendar: Story = {
  name: '[FLOW-11] (ux 55) Form, the calendar closed by Escape and opened again: the focus goes with it',
  args: { path: webPaths.newOrderForm('writing') },
  play: async ({ canvas, userEvent }) => {
    const slider = await canvas.findByRole('slider')
    slider.focus()
    await fireEvent.change(slider, { target: { value: slider.getAttribute('max') } })
    const calendar = await canvas.findByRole('group', { name: orderFormTexts.calendar })
    await waitFor(() => expect(slider).toHaveFocus())
    const days = await within(calendar).findByRole('grid')
    within(days)
      .getAllByRole<HTMLButtonElement>('button')
      .find((day) => !day.disabled)
      ?.focus()
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(slider).toHaveFocus())
    await userEvent.click(await canvas.findByRole('button', { name: orderFormTexts.calendar }))
    await waitFor(() => expect(canvas.getByRole('grid')).toContainElement(document.activeElement as HTMLElement))
  },
}

export const FormOfTime: Story = { name: 'Form, hours and minutes', args: { path: webPaths.newOrderForm('quiz') } }

export const FormOfOrder: Story = {
  name: 'Form of an order',
  args: { path: webPaths.orderForm('order-1'), order: anOrderDueIn(11) },
  play: async ({ canvas }) => {
    await waitFor(() =>
      expect(canvas.getByRole('slider')).toHaveAttribute('aria-valuetext', expect.stringMatching(/^12 hours, by /)),
    )
  },
}

/** What the stories asked to change. */
const changesAsked: OrderChange[] = []
const heldOrder = anOrderDueIn(11, { _id: 'order-19', version: 5, details: 'Weigh the causes.' })

export const FormHeldBack: Story = {
  name: '[FLOW-18] (ux 18) Form of an order, a size that was held back leaves from the version it was typed over',
  args: {
    path: webPaths.orderForm('order-19'),
    order: heldOrder,
    draft: { size: { count: 60, measure: 'Pages' }, choicesFrom: 3 },
    answer({ method, body }) {
      if (method !== 'PATCH') return undefined
      changesAsked.push(body as OrderChange)
      return aRefusal(409, 'Changed', { error_type: 'order_changed' })
    },
  },
  beforeEach() {
    changesAsked.length = 0
  },
  play: async ({ canvas, userEvent }) => {
    const pages = await canvas.findByRole('textbox', { name: 'Pages' })
    await waitFor(() => expect(pages).toHaveValue('60'))
    await userEvent.clear(pages)
    await userEvent.type(pages, '3')
    await isSeen(() => canvas.getByText('This order was changed in another window'))
    await expect(changesAsked).toEqual([{ size: '3 Pages', version: 3 }])
  },
}

export const DetailsToFill: Story = {
  name: 'Details',
  args: { path: webPaths.orderDetails('order-1'), order: anOrderDueIn(11, { details: null }) },
  play: async ({ canvas, userEvent }) => {
    const description = await canvas.findByRole('textbox', { name: 'Task description' })
    await waitFor(() =>
      expect(canvas.getByRole('button', { name: 'Continue' })).toHaveAttribute('aria-disabled', 'true'),
    )
    await userEvent.type(description, 'Weigh the causes.')
    await waitFor(() => expect(canvas.getByRole('button', { name: 'Continue' })).not.toHaveAttribute('aria-disabled'))
    const draft = () => drafts.read(orderDraftKey('order-1'))
    await waitFor(() => expect(draft()).toMatchObject({ details: 'Weigh the causes.', detailsFrom: 1 }))
    await userEvent.clear(description)
    await waitFor(() => expect(draft()).toEqual({}))
  },
}

export const DetailsMissing: Story = {
  name: 'Details, missing',
  args: { path: webPaths.orderDetails('order-2'), order: anOrderDueIn(11, { _id: 'order-2', details: null }) },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Continue' }))
    await waitFor(() => expect(canvas.getAllByText('Please describe your task or attach a file')).toHaveLength(2))
  },
}

/** The account's e-mail, changed as the server changes it: only over the one that the change names. */
let storedEmail = 'nobody'
let savedEmails: string[] = []
let firstSave = heldAnswer()

export const DetailsEmailCorrected: Story = {
  name: '[FLOW-21] Details, the e-mail corrected while it is saved: each is saved in its turn',
  args: {
    path: webPaths.orderDetails('order-9'),
    order: anOrderDueIn(11, { _id: 'order-9' }),
    me: { email: { email: 'old@example.com' } },
    async answer({ method, path, body }) {
      if (method !== 'PATCH' || path !== apiPaths.me()) return undefined
      const { email = '', email_before } = body as { email?: string; email_before?: string | null }
      await firstSave.promise
      if (email_before !== storedEmail) return aRefusal(409, 'Your e-mail was changed in another window.')
      storedEmail = email
      savedEmails.push(email)
      return aClientAnswer({ email: { email } })
    },
  },
  beforeEach() {
    storedEmail = 'old@example.com'
    savedEmails = []
    firstSave = heldAnswer()
  },
  play: async ({ canvas, userEvent }) => {
    const email = await canvas.findByRole('textbox', { name: 'E-mail' })
    const enter = async (typed: string) => {
      await userEvent.clear(email)
      await userEvent.type(email, typed)
      await userEvent.tab()
    }
    await enter('anna@gmial.com')
    await enter('anna@gmail.com')
    // Back to what the account had when the first save left: it is no longer what the account has.
    await enter('old@example.com')
    await enter('old@example.com')
    firstSave.resolve(undefined)
    await waitFor(() => expect(savedEmails).toEqual(['anna@gmial.com', 'anna@gmail.com', 'old@example.com']))
    await waitFor(() => expect(canvas.getByText(/^Email Saved/)).toBeVisible())
    await waitFor(() => expect(email).toHaveValue('old@example.com'))
    await waitFor(() => expect(canvas.queryByText(/in another window/)).toBeNull())
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
    const box = await canvas.findByRole('checkbox', { name: 'I am 18 or older' })
    await waitFor(() => expect(box).not.toBeChecked())
    await isSeen(() => canvas.getByText(/for study and reference/))
    await userEvent.click(await canvas.findByRole('button', { name: 'Continue' }))
    await waitFor(() => expect(canvas.getAllByText('Please confirm that you are 18 or older')).toHaveLength(2))
    await userEvent.click(box)
    await waitFor(() => expect(canvas.queryByText('Please confirm that you are 18 or older')).toBeNull())
    await waitFor(() => expect(canvas.getByRole('button', { name: 'Continue' })).not.toHaveAttribute('aria-disabled'))
  },
}

export const DetailsRefused: Story = {
  name: '[LAW-05] (ux 29) Details that we refuse, told on leaving the field and gone once rephrased',
  args: { path: webPaths.orderDetails('order-4'), order: anOrderDueIn(11, { _id: 'order-4', details: null }) },
  play: async ({ canvas, userEvent }) => {
    const description = await canvas.findByRole('textbox', { name: 'Task description' })
    await userEvent.type(description, 'Please take my exam')
    await waitFor(() => expect(canvas.queryByText(/honour code does not let us/)).toBeNull())
    await userEvent.tab()
    await isSeen(() => canvas.getByText(/does not let us sit an exam or a test for you \(“take my exam”\)/))
    await waitFor(() =>
      expect(canvas.getByRole('button', { name: 'Continue' })).toHaveAttribute('aria-disabled', 'true'),
    )
    await userEvent.type(description, ' notes and summarise them')
    await waitFor(() => expect(canvas.queryByText(/honour code does not let us/)).toBeNull())
    await waitFor(() => expect(description).toHaveValue('Please take my exam notes and summarise them'))
  },
}

const overtaken = anOrderDueIn(11, { _id: 'order-18', details: 'Weigh the causes.' })

export const DetailsOvertaken: Story = {
  name: '[FLOW-18] (ux 18) Details that were changed in another window, with what was typed here meanwhile',
  args: {
    path: webPaths.orderDetails('order-18'),
    order: overtaken,
    draft: { overtakenDetails: 'Weigh the causes and the outcome.' },
    answer: ({ method, path }) =>
      method === 'PATCH'
        ? aRefusal(409, 'Changed', { error_type: 'order_changed' })
        : path === apiPaths.order(overtaken._id)
          ? overtaken
          : undefined,
  },
  play: async ({ canvas, userEvent }) => {
    const description = await canvas.findByRole('textbox', { name: 'Task description' })
    await waitFor(() => expect(description).toHaveValue('Weigh the causes.'))
    await userEvent.click(await canvas.findByRole('button', { name: 'Use what I typed' }))
    await waitFor(() => expect(description).toHaveValue('Weigh the causes and the outcome.'))
    await waitFor(() => expect(description).toHaveFocus())
    await waitFor(() => expect(canvas.queryByText('This is the newest version')).toBeNull())
    await userEvent.click(await canvas.findByRole('button', { name: 'Continue' }))
    await isSeen(() => canvas.getByText('This order was changed in another window'))
    await userEvent.click(await canvas.findByRole('button', { name: 'Reload' }))
    await waitFor(() => expect(canvas.getByRole('heading', { level: 1 })).toHaveFocus())
    await waitFor(() => expect(description).toHaveValue('Weigh the causes.'))
    await isSeen(() => canvas.getByText('This is the newest version'))
  },
}

export const JobTypesWhereRestricted: Story = {
  name: '[LAW-04] Job type where the law restricts it',
  args: { path: webPaths.newOrder(), me: { restricted_region: true } },
  play: async ({ canvas }) => {
    await isSeen(() => canvas.getByText(/doesn’t let us do graded work for pay/))
    await waitFor(() =>
      expect(canvas.getAllByRole('radio').map((radio) => radio.getAttribute('value'))).toEqual(['editing', 'problems']),
    )
  },
}

const { Quiz: _notPriced, ...pricesOfBefore } = aPriceTable

export const JobTypeWithoutPrice: Story = {
  name: '[PRICE-04] Job type, one of them without a price',
  args: { path: webPaths.newOrder(), pricing: pricesOfBefore },
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getByRole('radio', { name: /Essay writing/ })).toBeInTheDocument())
    await waitFor(() => expect(canvas.queryByRole('radio', { name: /Quiz/ })).not.toBeInTheDocument())
  },
}

export const ExtraServicesOfOrder: Story = {
  name: '(ux 36) Extra services, with all there is to check before paying',
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
    // WAIT-05: what late work brings stands where the client pays.
    await isSeen(() => canvas.getByText(/If your work comes late.*10%, 25% from 12 hours on/))
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

const onBalance = anOrderDueIn(11, { _id: 'order-17', details: 'Weigh the causes.', use_balance: true })
let isCreationLost = true

export const ExtraServicesBalanceTakenBack: Story = {
  name: '[PAY-13][FLOW-30] Extra services, not created yet: the balance is taken back after the answer was lost',
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
      expect(canvas.getByRole('heading', { level: 1 })).toHaveTextContent('This order is not paid yet'),
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

export const PaymentDone: Story = {
  name: 'Thank-you, paid',
  args: { path: thankYou, check: { status: 'paid', order: aPaidOrderAnswer({ deadline: anOrderDueIn(11).deadline }) } },
  play: async ({ canvas }) => {
    await isSeen(() => canvas.getByText('Paid $27.00'))
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
    const choose = await canvas.findByRole('button', { name: 'Choose what to add' })
    await waitFor(() => expect(choose).toHaveAttribute('aria-disabled', 'true'))
    await userEvent.click(choose)
    await isSeen(() => canvas.getByText('Choose a service first.'))
  },
}

export const LaterServicesChosen: Story = {
  name: 'Additional services, chosen, partly from the balance',
  args: { path: later, order: { ...withTopNerd, use_balance: true }, balance: 3 },
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getByRole('checkbox', { name: /TOP Nerd/ })).toBeChecked())
    await waitFor(() => expect(canvas.getByRole('checkbox', { name: 'Use my balance $3.00' })).toBeChecked())
    await isSeen(() => canvas.getByRole('link', { name: 'Pay $5.00' }))
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

export const OrderLoading: Story = {
  name: 'An order that is being read',
  args: { path: webPaths.orderForm('order-5'), answer: noAnswerYet },
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getByRole('main')).toHaveAttribute('aria-busy', 'true'))
  },
}

export const OrderNotFound: Story = {
  name: '[AUTH-19] An order that nobody has',
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
  name: '[SAFE-12] The way to the receipts of somebody else’s order',
  args: { path: webPaths.orderReceipt('order-6'), answer: () => aRefusal(404, 'Not found') },
  play: async ({ canvas }) => {
    await isSeen(() => canvas.getByRole('link', { name: 'Go to my tasks' }))
  },
}

export const OrderedAgain: Story = {
  name: '[CAB-10] Ordered again: the form of a new one, with what it had',
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

export const FormNotSaved: Story = {
  name: '[FLOW-18] Form of an order, a change is not saved',
  args: { path: webPaths.orderForm('order-7'), order: anOrderDueIn(11, { _id: 'order-7' }) },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'More pages' }))
    await isSeen(() => canvas.getByText('Not now'))
  },
}

export const FormChangedElsewhere: Story = {
  name: '(ux 18) Form of an order that was changed in another tab',
  args: {
    path: webPaths.orderForm('order-8'),
    order: anOrderDueIn(11, { _id: 'order-8' }),
    answer: () => aRefusal(409, 'This order was changed elsewhere.', { error_type: 'order_changed' }),
  },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'More pages' }))
    await isSeen(() => canvas.getByRole('button', { name: 'Reload' }))
  },
}

export const FormOfLate: Story = {
  name: '[STATE-18][PRICE-12] (ux 19) Form of an order whose deadline has passed: the stop that it shows is chosen by a press',
  args: {
    path: webPaths.orderForm('order-30'),
    order: anOrderDueIn(-20, { _id: 'order-30', size: '1 Page' }),
    answer({ method, body }) {
      if (method !== 'PATCH') return undefined
      const change = body as OrderChange
      changesAsked.push(change)
      return anOrderDueIn(-20, { _id: 'order-30', size: '1 Page', version: 2, deadline: change.deadline ?? null })
    },
  },
  beforeEach() {
    changesAsked.length = 0
  },
  play: async ({ canvas, userEvent }) => {
    await isSeen(() => canvas.getByText('This deadline is too close. Please choose a later one.'))
    await userEvent.click(await canvas.findByRole('button', { name: /3 hours$/ }))
    await waitFor(() => expect(changesAsked).toHaveLength(1))
    const hoursLeft = (Date.parse(changesAsked[0]?.deadline ?? '') - Date.now()) / 3_600_000
    await expect(hoursLeft).toBeCloseTo(2.75, 1)
    const refusal = () => canvas.queryByText('This deadline is too close. Please choose a later one.')
    await waitFor(() => expect(refusal()).toBeNull())
  },
}

/** How often the stories asked for an order. */
let ordersPlaced = 0
const dateOfOrder = pacificDate(Date.now() + 10 * 86_400_000)

export const FormOfDate: Story = {
  name: '[FLOW-11] Form with a date of the calendar: a press on "4+ days" keeps it',
  args: {
    path: webPaths.newOrderForm('writing'),
    draft: { ...aDraft, deadline: { date: dateOfOrder } },
  },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: /4\+ days$/ }))
    await waitFor(() => expect(draftOfEssay().deadline).toEqual({ date: dateOfOrder }))
  },
}

export const FormOfRefusedDate: Story = {
  name: '[FLOW-11] (ux 29, ux 30) Form with a typed date that is not taken: no order goes out with another one',
  args: {
    path: webPaths.newOrderForm('writing'),
    draft: { ...aDraft, deadline: { date: dateOfOrder } },
    answer({ method }) {
      if (method === 'POST') ordersPlaced += 1
      return method === 'POST' ? noAnswerYet() : undefined
    },
  },
  beforeEach() {
    ordersPlaced = 0
  },
  play: async ({ canvas, userEvent }) => {
    const typed = await canvas.findByLabelText(orderFormTexts.typedDate)
    const button = await canvas.findByRole('button', { name: 'Get it done' })
    const refuse = async () => {
      await fireEvent.change(typed, { target: { value: '2020-02-03' } })
      await userEvent.click(button)
    }
    await refuse()
    const link = await canvas.findByRole('link', { name: orderFormTexts.typedDateFault })
    await waitFor(() => expect(link.closest('[role=group]')).toHaveFocus())
    await waitFor(() => expect(button).toHaveAttribute('aria-disabled', 'true'))
    await userEvent.click(link)
    await waitFor(() => expect(typed).toHaveFocus())
    await waitFor(() => expect(typed).toBeInvalid())
    await waitFor(() => expect(typed).toHaveValue('2020-02-03'))
    // Emptied, it is the date that stands; a stop is another answer.
    await fireEvent.change(typed, { target: { value: '' } })
    await userEvent.tab()
    await waitFor(() => expect(typed).toHaveValue(dateToText(dateOfOrder)))
    await refuse()
    await userEvent.click(await canvas.findByRole('button', { name: /4\+ days$/ }))
    await waitFor(() => expect(typed).toHaveValue(dateToText(dateOfOrder)))
    await refuse()
    await userEvent.click(await canvas.findByRole('button', { name: /3 days$/ }))
    await waitFor(() => expect(canvas.queryByText(orderFormTexts.typedDateFault)).toBeNull())
    await waitFor(() => expect(button).not.toHaveAttribute('aria-disabled'))
    await expect(ordersPlaced).toBe(0)
  },
}

export const CouponApplied: Story = {
  name: '[DISC-01] Form with a coupon',
  args: {
    path: webPaths.orderForm('order-10'),
    order: anOrderDueIn(11, {
      _id: 'order-10',
      price: 32,
      discountValid: true,
      discountCode: 'WELCOME-BACK-2026',
      discount_amount: 8,
    }),
  },
}

export const CouponRefused: Story = {
  name: '[DISC-04] Form with a coupon that is refused',
  args: {
    path: webPaths.orderForm('order-11'),
    order: anOrderDueIn(11, { _id: 'order-11' }),
    answer: () => aRefusal(422, 'This code is not valid.', { error_type: 'unknown_code', error_value: 'code' }),
  },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getAllByRole('button', { name: /coupon/i })[0] as HTMLElement)
    await userEvent.type(await canvas.findByRole('textbox', { name: /coupon/i }), 'nothing')
    await userEvent.click(await canvas.findByRole('button', { name: 'Apply' }))
    await isSeen(() => canvas.getByText('This code is not valid.'))
    await isSeen(() => canvas.getByRole('link', { name: 'Contact us if you have any questions.' }))
  },
}

export const CouponTypedOnly: Story = {
  name: '[DISC-03] Form with a code that is typed: "Get it done" applies it, and stays where it is refused',
  args: {
    path: webPaths.orderForm('order-27'),
    order: anOrderDueIn(11, { _id: 'order-27' }),
    answer({ method, body }) {
      if (method !== 'PATCH') return undefined
      changesAsked.push(body as OrderChange)
      return aRefusal(422, 'This code is not valid.', { error_type: 'unknown_code', error_value: 'code' })
    },
  },
  beforeEach() {
    changesAsked.length = 0
  },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'I have a coupon' }))
    await userEvent.type(await canvas.findByRole('textbox', { name: /coupon/i }), 'nothing')
    await userEvent.click(await canvas.findByRole('button', { name: 'Get it done' }))
    await isSeen(() => canvas.getByText('This code is not valid.'))
    await waitFor(() => expect(canvas.getByRole('textbox', { name: /coupon/i })).toHaveFocus())
    await isSeen(() => canvas.getByRole('textbox', { name: 'Pages' }))
    await expect(changesAsked).toEqual([{ action: 'discount_add', code: 'NOTHING' }])
    await userEvent.click(await canvas.findByRole('button', { name: 'Close the coupon field' }))
    await waitFor(() => expect(canvas.queryByText('This code is not valid.')).toBeNull())
    await waitFor(() => expect(canvas.getByRole('button', { name: 'I have a coupon' })).toHaveFocus())
  },
}

export const CouponBeforeTheSize: Story = {
  name: '[EASE-08] Form with a code before the size is right: the size says so, the coupon says nothing of it',
  args: {
    path: webPaths.newOrderForm('writing'),
    draft: { subject: 'History', size: { count: 51, measure: 'Pages' } },
  },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'I have a coupon' }))
    const code = await canvas.findByRole('textbox', { name: /coupon/i })
    await userEvent.type(code, 'NERD10')
    await userEvent.click(await canvas.findByRole('button', { name: 'Apply' }))
    await isSeen(() => canvas.getByRole('heading', { name: 'There is a problem' }))
    await waitFor(() =>
      expect(canvas.getByRole('textbox', { name: 'Pages' })).toHaveAccessibleDescription(
        'This value must be below 50 pages',
      ),
    )
    await waitFor(() => expect(code).not.toHaveAttribute('aria-invalid'))
    await waitFor(() => expect(code).toHaveValue('NERD10'))
  },
}

export const CouponWithPlan: Story = {
  name: '[EASE-08] Form of a client with a plan: a fault of the size, seen here or by the server, is never shown as the coupon’s',
  args: {
    path: webPaths.orderForm('order-28'),
    order: anOrderDueIn(11, { _id: 'order-28' }),
    me: { tags: ['subscription_active', 'subscription_nerdify_basic'], subscriptions_active: ['nerdify_basic'] },
    answer: ({ method }) =>
      method === 'PATCH' ? aRefusal(422, 'This value must be below 50 pages', { error_value: 'size' }) : undefined,
  },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'I have a coupon' }))
    const code = await canvas.findByRole('textbox', { name: /coupon/i })
    await userEvent.type(code, 'NERD10')
    await userEvent.click(await canvas.findByRole('button', { name: 'Apply' }))
    await isSeen(() => canvas.getByText(couponTexts.notChecked))
    await waitFor(() => expect(canvas.queryByText('This value must be below 50 pages')).toBeNull())

    const size = await canvas.findByRole('textbox', { name: 'Pages' })
    await userEvent.clear(size)
    await userEvent.type(size, '2.5')
    await userEvent.click(await canvas.findByRole('button', { name: 'Apply' }))
    await waitFor(() => expect(size).toHaveAccessibleDescription('Whole pages only'))
    await waitFor(() => expect(code).not.toHaveAccessibleDescription(/pages/))
  },
}

const withLostCoupon = (id: string): Order =>
  anOrderDueIn(11, { _id: id, details: 'Weigh the causes.', discountErrorType: 'min_price', discountErrorValue: 30 })

export const CouponLost: Story = {
  name: '[DISC-12][DISC-15] Form of an order that has lost its coupon; the notice goes when it is closed',
  args: {
    path: webPaths.orderForm('order-13'),
    order: withLostCoupon('order-13'),
    answer: ({ body }) =>
      (body as OrderChange).action === 'discount_del' &&
      anOrderDueIn(11, { _id: 'order-13', version: 2, deadline: withLostCoupon('order-13').deadline }),
  },
  play: async ({ canvas, userEvent }) => {
    await isSeen(() => canvas.getByText(/This code can be only applied for orders over \$30/))
    await userEvent.click(await canvas.findByRole('button', { name: 'Close' }))
    await waitFor(() => expect(canvas.queryByText(/This code can be only applied/)).toBeNull())
    await isSeen(() => canvas.getByRole('button', { name: 'I have a coupon' }))
  },
}

export const DetailsWithFiles: Story = {
  name: '[FILE-02] Details, a file that is not taken and one that does not arrive',
  args: {
    path: webPaths.orderDetails('order-12'),
    order: anOrderDueIn(11, { _id: 'order-12' }),
    answer: () => aRefusal(429, 'Too many files at once. Please wait a minute.'),
  },
  play: async ({ canvas, canvasElement }) => {
    chooseFiles(canvasElement, 'run.exe', 'a-reading-list-with-a-name-that-does-not-end-on-one-line-of-a-phone.pdf')
    await isSeen(() => canvas.getByText(/^run\.exe is a \.exe file/))
    await isSeen(() => canvas.getByText(/^Too many files/))
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
  name: '[PRICE-12] Extra services, paying at once with a service that has made a new price',
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
    await userEvent.click(await canvas.findByRole('link', { name: 'Pay $45.00' }))
    await isSeen(() => canvas.getByText('Opening'))
    answerService()
    await isSeen(() => canvas.getByText('The price has changed'))
    await isSeen(() => canvas.getByRole('link', { name: 'Pay $53.00' }))
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

export const AgeFirst: Story = {
  name: '[LAW-02] Payment, the age is asked first',
  args: { path: webPaths.orderPayment('order-1'), order: anOrderDueIn(11), me: { adult_confirmed: false } },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button'))
    await isSeen(() => canvas.getByText('Please confirm that you are 18 or older'))
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
  name: '[FLOW-32] Payment of a complex order, its task is asked first',
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

/** The client as a session of one order is shown them. */
const shownMasked = { phone: '•••0103', email: { email: 'a•••@example.com' }, available_balance: null }

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

export const EmailMasked: Story = {
  name: '[SAFE-03][FLOW-21] Details, the e-mail that is known is shown masked and does',
  args: {
    path: webPaths.orderDetails('order-1'),
    order: anOrderDueIn(11),
    me: shownMasked,
    answer: ({ method, path }) => {
      if (path === apiPaths.me() && method === 'PATCH') throw new Error('the masked address was sent')
      return undefined
    },
  },
  play: async ({ canvas, userEvent }) => {
    const field = await canvas.findByRole('textbox', { name: orderDetailsTexts.email })
    await waitFor(() => expect(field).toHaveValue('a•••@example.com'))
    await userEvent.click(field)
    await userEvent.tab()
    await waitFor(() => expect(field).not.toHaveAttribute('aria-invalid', 'true'))
    await waitFor(() => expect(canvas.queryByText(emailFault('sam'))).toBeNull())
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
  name: '[FLOW-24] Payment, left to the person while the client cannot be read',
  args: { path: webPaths.orderPayment('order-1'), order: anOrderDueIn(11), me: null },
  play: async ({ canvas }) => {
    await isSeen(() => canvas.getByRole('link'))
  },
}

export const PaidWithServicesLeft: Story = {
  name: '[FLOW-25] Thank-you, with services still to be had',
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
    await waitFor(() => expect(canvas.getByText('Paid by card ending in 4242')).toBeInTheDocument())
    await waitFor(() => expect(canvas.queryByText(thankYouTexts.next)).toBeNull())
  },
}

/** The thank-you page of an order that has ended: it thanks for nothing, and asks for nothing. */
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
    await isSeen(() => canvas.getByText(/This task is late.*\$20\.00 on your balance/))
    await waitFor(() => expect(canvas.queryByText(/due by/)).toBeNull())
    await waitFor(() => expect(canvas.queryByRole('link', { name: /services/i })).toBeNull())
  },
}

export const ThankYouNotRead: Story = {
  name: '[UI-08] Thank-you, the payment cannot be asked for',
  args: { path: webPaths.orderThankYou('order-5'), answer: () => aRefusal(503, 'Not now') },
  play: async ({ canvas }) => {
    await isSeen(() => canvas.getByRole('button', { name: 'Try again' }))
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
