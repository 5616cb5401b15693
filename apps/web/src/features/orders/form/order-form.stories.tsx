import type { OrderChange } from '@nerdify/contract/orders.ts'
import { webPaths } from '@nerdify/contract/web-paths.ts'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fireEvent, waitFor, within } from 'storybook/test'
import { aRefusal, noAnswerYet } from '@nerdify/browser/testing/answered-calls.ts'
import { isSeen } from '../../../testing/story-steps.ts'
import { orderFormTexts } from '../../../texts/orders/order-form.ts'
import { dateToText } from './deadline-choice.ts'
import { pacificDate } from './deadline-text.ts'
import { drafts, newOrderDraftKey } from '../draft/drafts.ts'
import {
  OrderFlow,
  prepareOrderFlow,
  heldAnswer,
  aDraft,
  anOrderDueIn,
  changesAsked,
} from '../../../testing/OrderFlow.tsx'

const meta = {
  title: 'Screens/Placing an order/Form',
  component: OrderFlow,
  parameters: { layout: 'fullscreen' },
  beforeEach: prepareOrderFlow,
} satisfies Meta<typeof OrderFlow>
export default meta
type Story = StoryObj<typeof meta>

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

export const FormSlides: Story = {
  name: '[FLOW-08] Form of a presentation: the number with its unit',
  args: { path: webPaths.newOrderForm('presentation') },
  play: async ({ canvas }) => {
    await isSeen(() => canvas.getByText('Slides'))
    await isSeen(() => canvas.getByRole('textbox', { name: 'Slides' }))
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
  name: '[EASE-08] Form, words are rounded up to hundreds on blur, with the reason; the price stays meanwhile',
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
    await waitFor(() =>
      expect(words).toHaveAccessibleDescription('We price by the hundred, so we rounded 650 up to 700 words.'),
    )
    await waitFor(() => expect(total()).not.toHaveTextContent(before))
    await waitFor(() => expect(total()?.closest('[aria-busy=true]')).toBeNull())
  },
}

const draftOfEssay = () => drafts.read(newOrderDraftKey('writing'))

let creation = heldAnswer()

export const FormLeft: Story = {
  name: '[FLOW-17] Form, left while the order is created: its draft is cleared',
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
  name: '[FLOW-11] (ux 55) Form, the calendar closed by Escape and reopened: the focus follows',
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
      expect(canvas.getByRole('slider')).toHaveAttribute('aria-valuetext', expect.stringMatching(/^12 hours, .*by /)),
    )
  },
}

const heldOrder = anOrderDueIn(11, { _id: 'order-19', version: 5, details: 'Weigh the causes.' })

export const FormHeldBack: Story = {
  name: '[FLOW-18] (ux 18) Form of an order: a held-back size is sent with the version that it is based on',
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
    await waitFor(() => expect(changesAsked).toEqual([{ size: '3 Pages', version: 3 }]))
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

export const FormBackInView: Story = {
  name: '(ux 18) Form of an order that another tab changed, once its own tab is in view again',
  args: {
    path: webPaths.orderForm('order-31'),
    order: anOrderDueIn(11, { _id: 'order-31' }),
    answer: ({ method }) =>
      method === 'GET' ? anOrderDueIn(11, { _id: 'order-31', version: 2, subject: 'Biology' }) : undefined,
  },
  play: async ({ canvas }) => {
    const subject = await canvas.findByRole('combobox', { name: 'Subject' })
    await expect(subject).not.toHaveValue('Biology')
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    await waitFor(() => expect(subject).toHaveValue('Biology'))
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

/** Number of orders that the stories created. */
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
  name: '[FLOW-11] (ux 29, ux 30) Form with a refused date: no order is placed with another date',
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
    // An emptied field keeps the date; a stop replaces it.
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
