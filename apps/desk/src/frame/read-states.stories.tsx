import { answerCalls, aRefusal, noAnswerYet } from '@nerdify/browser/testing/answered-calls.ts'
import { deskPaths } from '@nerdify/contract/desk-paths.ts'
import { opsPaths } from '@nerdify/contract/ops-paths.ts'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, userEvent, waitFor } from 'storybook/test'
import { Screens } from '../Screens.tsx'
import { aRegisteredNerd } from '../testing/a-registered-nerd.ts'
import { anOperationsOrder } from '../testing/an-operations-order.ts'
import { aClerk, DeskStory } from '../testing/DeskStory.tsx'

/** Screens one below another, as an owner sees them while nothing, or no answer, has come. */
const ScreensAt = ({ paths }: { paths: readonly string[] }) =>
  paths.map((path) => (
    <DeskStory key={path} path={path} screens={{ '*': <Screens me={{ ...aClerk, role: 'owner' }} /> }} />
  ))

const order = anOperationsOrder()
const all = [
  deskPaths.queue(),
  deskPaths.order(order.number),
  deskPaths.client('client-1'),
  deskPaths.contact('m1'),
  deskPaths.nerds(),
  deskPaths.nerd('wen'),
  deskPaths.coupons(),
  deskPaths.coupon('FALL'),
  deskPaths.prices(),
  deskPaths.books(),
  deskPaths.log(),
  deskPaths.staff(),
]

const meta = {
  title: 'Desk/Reads',
  component: ScreensAt,
  parameters: { layout: 'padded' },
  args: { paths: all },
} satisfies Meta<typeof ScreensAt>
export default meta
type Story = StoryObj<typeof meta>

export const Loading: Story = {
  name: '[DESK-08] Each screen says what it loads',
  beforeEach: () => answerCalls(noAnswerYet),
  async play({ canvas }) {
    await waitFor(() => expect(canvas.getAllByText(/^Loading /).length).toBeGreaterThanOrEqual(all.length))
  },
}

export const Failed: Story = {
  name: '[DESK-08][UI-08] Each screen says that it did not load and why, with a way to try again',
  beforeEach: () => answerCalls(() => aRefusal(422, 'The company’s machine is busy.')),
  async play({ canvas }) {
    await waitFor(() => expect(canvas.getAllByText(/did not load$/, { ignore: 'h1' })).toHaveLength(all.length))
    await expect(canvas.getAllByRole('button', { name: 'Try again' })).toHaveLength(all.length)
  },
}

export const Unknown: Story = {
  name: '[DESK-08] The page of an order, a client or a Nerd that does not load has a title and a heading',
  args: { paths: [deskPaths.order('1')] },
  beforeEach() {
    document.title = 'Queue · Nerdify desk'
    return answerCalls(() => aRefusal(404, 'There is no order 1.'))
  },
  async play({ canvas }) {
    await expect(await canvas.findByRole('heading', { level: 1, name: 'The order did not load' })).toBeInTheDocument()
    await expect(document.title).toBe('The order did not load · Nerdify desk')
  },
}

const waits = { kind: 'nerd_search', open: 0, late: 0 }
const queue = { results: [], next: null, total: 0, counts: [waits], conversations: 0 }
let isLive = true

export const NotLive: Story = {
  name: '[DESK-01][UI-08] A screen that was read says since when it is not live, keeps its content, and is read again',
  args: { paths: [deskPaths.queue(), deskPaths.order(order.number), deskPaths.nerd('wen')] },
  beforeEach() {
    isLive = true
    return answerCalls(({ pathname }) => {
      if (!isLive) return aRefusal(422, 'The connection is lost.')
      if (pathname === opsPaths.queue()) return queue
      if (pathname === opsPaths.nerd('wen')) return aRegisteredNerd({})
      return pathname === opsPaths.order(order.number) ? order : noAnswerYet()
    })
  },
  async play({ canvas }) {
    await canvas.findByText('Nothing waits')
    await canvas.findByRole('heading', { level: 1, name: order.name ?? '' })
    await canvas.findByRole('heading', { level: 1, name: 'Priya N.' })
    isLive = false
    window.dispatchEvent(new Event('visibilitychange'))
    await waitFor(() => expect(canvas.getAllByText(/^Not live since \d/)).toHaveLength(3))
    await expect(canvas.getByRole('heading', { level: 1, name: order.name ?? '' })).toBeVisible()
    isLive = true
    for (const button of canvas.getAllByRole('button', { name: 'Try now' })) await userEvent.click(button)
    await waitFor(() => expect(canvas.queryByText(/^Not live/)).toBeNull())
  },
}
