import { answerCalls, aRefusal, noAnswerYet } from '@nerdify/browser/testing/answered-calls.ts'
import { deskPaths } from '@nerdify/contract/desk-paths.ts'
import type { FoundClient } from '@nerdify/contract/finding.ts'
import { opsPaths } from '@nerdify/contract/ops-paths.ts'
import { lazyScreen } from '@nerdify/browser/lazy-screen.tsx'
import { useTypedWords } from '@nerdify/browser/use-typed-words.ts'
import { Boundary } from '@nerdify/browser/Boundary.tsx'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { Button } from '@nerdify/ui/actions/Button.tsx'
import { Card, CardBody } from '@nerdify/ui/surfaces/Card.tsx'
import { QueryClientProvider } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { createPath, Link, Router, type To } from 'react-router'
import { expect, screen, waitFor, within } from 'storybook/test'
import { createQueryClient } from '../api/queries.ts'
import { forgetUploads } from '../api/uploads.ts'
import { App } from '../App.tsx'
import { FindScreen } from '../features/clients/FindScreen.tsx'
import { Screens } from '../Screens.tsx'
import { anOperationsOrder, anOrderWait } from '../testing/an-operations-order.ts'
import { aClerk, DeskStory } from '../testing/DeskStory.tsx'
import { frameTexts } from '../texts/frame.ts'
import { DeskFrame } from './DeskFrame.tsx'
import { ScreenError } from './ScreenError.tsx'
import { forgetStoredWords } from './stored-words.ts'

const meta: Meta<typeof DeskStory> = {
  title: 'Desk/Frame',
  component: DeskStory,
  parameters: { layout: 'padded' },
  args: { path: '/nowhere', screens: { '*': <Screens me={aClerk} /> } },
}
export default meta
type Story = StoryObj<typeof DeskStory>

export const Missing: Story = {
  name: '[DESK-01] An address without a screen leads to the queue',
  play: async ({ canvas }) => {
    await canvas.findByRole('heading', { name: frameTexts.missing })
    await expect(canvas.getByRole('link', { name: frameTexts.toQueue })).toHaveAttribute('href', '/')
  },
}

const waits = { kind: 'nerd_search', open: 28, late: 0 }
const queue = { results: [], next: null, total: 0, counts: [waits], conversations: 6 }
const queueReads: string[] = []

export const Counts: Story = {
  name: '[DESK-01] The dividers count the waits on each screen, with one request',
  args: {
    path: deskPaths.nerds(),
    screens: {
      '*': (
        <DeskFrame me={aClerk}>
          <Screens me={aClerk} />
        </DeskFrame>
      ),
    },
  },
  beforeEach() {
    queueReads.length = 0
    return answerCalls(({ pathname }) => {
      if (pathname === opsPaths.queue()) queueReads.push(pathname)
      return pathname === opsPaths.queue() ? queue : noAnswerYet()
    })
  },
  async play({ canvas, userEvent }) {
    await canvas.findByRole('link', { name: 'Conversations 6 waiting' })
    await userEvent.click(canvas.getByRole('link', { name: 'Queue 28 waiting' }))
    await canvas.findByText('Nothing waits')
    await expect(canvas.getByRole('link', { name: 'Queue 28 waiting' })).toBeVisible()
    await userEvent.click(canvas.getByRole('link', { name: 'Coupons' }))
    await canvas.findByRole('heading', { name: 'Coupons' })
    await expect(queueReads).toHaveLength(2)
  },
}

export const GoKeys: Story = {
  name: '[DESK-01] g c and g q lead to the conversations and the queue from any screen',
  args: Counts.args ?? {},
  beforeEach: () => answerCalls(({ pathname }) => (pathname === opsPaths.queue() ? queue : noAnswerYet())),
  async play({ canvas, userEvent }) {
    await canvas.findByRole('heading', { name: 'Nerds' })
    await userEvent.keyboard('c')
    await expect(canvas.getByRole('heading', { name: 'Nerds' })).toBeVisible()
    await userEvent.keyboard('gc')
    await canvas.findByRole('heading', { name: 'Conversations' })
    await userEvent.keyboard('gq')
    await canvas.findByText('Nothing waits')
  },
}

const aClient = (nickname: string): FoundClient => ({
  id: nickname,
  found_by: 'nickname',
  nickname,
  phone: null,
  email: null,
  since: '2026-11-23T18:14:00.000Z',
  blocked: false,
  orders: 0,
  last_order: null,
})
let answerRuby: () => void = () => undefined

export const EnterWaits: Story = {
  name: '[DESK-03] Enter opens the first result of the typed words, not of earlier ones',
  args: {
    path: `${deskPaths.find()}?q=ru`,
    screens: {
      '*': (
        <DeskFrame me={aClerk}>
          <FindScreen />
        </DeskFrame>
      ),
    },
  },
  beforeEach() {
    const ruby = new Promise<void>((resolve) => {
      answerRuby = resolve
    })
    return answerCalls(async ({ pathname, searchParams }) => {
      if (pathname === opsPaths.orders()) return { results: [], next: null, total: 0, over_total: false }
      if (pathname !== opsPaths.clients()) return noAnswerYet()
      const isRuby = searchParams.get('q') === 'ruby'
      if (isRuby) await ruby
      return { results: [aClient(isRuby ? 'Ruby' : 'Rudolf')], next: null }
    })
  },
  async play({ canvas, userEvent }) {
    await canvas.findByRole('link', { name: /^Rudolf/ })
    const field = canvas.getByLabelText('Find a client or an order')
    await userEvent.type(field, 'by{Enter}')
    await expect(field).toHaveFocus()
    answerRuby()
    await waitFor(() => expect(canvas.getByRole('link', { name: /^Ruby/ })).toHaveFocus())
  },
}

/** A card whose step removes its own button. */
function OnceCard() {
  const [isDone, setIsDone] = useState(false)
  return (
    <Card title="Steps">
      <CardBody>{isDone ? <p>Done.</p> : <Button onClick={() => setIsDone(true)}>Do it once</Button>}</CardBody>
    </Card>
  )
}

export const KeptFocus: Story = {
  name: '[DESK-08] If a step removes the focused control, the focus moves to the card’s heading',
  args: {
    screens: {
      '*': (
        <DeskFrame me={aClerk}>
          <h1>An order</h1>
          <OnceCard />
        </DeskFrame>
      ),
    },
  },
  beforeEach: () => answerCalls(noAnswerYet),
  async play({ canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('button', { name: 'Do it once' }))
    await waitFor(() => expect(canvas.getByRole('heading', { name: 'Steps' })).toHaveFocus())
  },
}

export const KeysOfPrices: Story = {
  name: '[DESK-01] ? lists the keys on a screen without keys of its own',
  args: { path: deskPaths.prices() },
  beforeEach: () => answerCalls(noAnswerYet),
  async play({ canvas, userEvent }) {
    await canvas.findByRole('heading', { name: 'Prices' })
    await userEvent.keyboard('?')
    await waitFor(() => expect(screen.getByText('Go to the books')).toBeVisible())
  },
}

export const FailedSignOut: Story = {
  name: '[OPS-15] A sign-out that fails says so, and the person stays signed in',
  args: { screens: { '*': <DeskFrame me={aClerk}>{null}</DeskFrame> } },
  beforeEach: () =>
    answerCalls(({ pathname }) => (pathname === opsPaths.signOut() ? aRefusal(503, 'Not now') : noAnswerYet())),
  async play({ canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('button', { name: 'Sign out' }))
    await expect(await canvas.findByText('Not now')).toBeVisible()
    await expect(canvas.getByRole('button', { name: 'Sign out' })).toBeVisible()
  },
}

export const PageTop: Story = {
  name: '[DESK-08] A page that opens from the end of another begins at its top; a filter does not scroll',
  args: {
    screens: {
      '*': (
        <DeskFrame me={aClerk}>
          <div style={{ blockSize: 3_000 }} />
          <Link to="?late=true">Filter</Link> <Link to="/clients/client-1">Open the client</Link>
        </DeskFrame>
      ),
    },
  },
  beforeEach: () => answerCalls(noAnswerYet),
  async play({ canvas, userEvent }) {
    const filter = canvas.getByRole('link', { name: 'Filter' })
    filter.scrollIntoView()
    const { scrollY } = window
    await expect(scrollY).toBeGreaterThan(1_000)
    await userEvent.click(filter)
    await expect(window.scrollY).toBe(scrollY)
    await userEvent.click(canvas.getByRole('link', { name: 'Open the client' }))
    await waitFor(() => expect(window.scrollY).toBe(0))
  },
}

const anOrder = anOperationsOrder({ waits: [anOrderWait('nerd_search')] })
let signedIn = aClerk
let answerColleague: () => void = () => undefined

/** A colleague signs in in another tab, and turns to this one. */
const showToColleague = () => {
  signedIn = { ...signedIn, id: 'staff-2', name: 'Lena' }
  window.dispatchEvent(new Event('visibilitychange'))
  return screen.findByText('Lena')
}

export const WordsOfColleague: Story = {
  name: '[DESK-07][OPS-15] A colleague’s sign-in in another tab removes the words of a form',
  args: { path: deskPaths.newNerd(), screens: { '*': <App /> } },
  beforeEach() {
    signedIn = { ...aClerk, role: 'lead' }
    const isAnswered = new Promise<void>((resolve) => {
      answerColleague = resolve
    })
    localStorage.setItem('desk.session', '1')
    const restore = answerCalls(async ({ pathname }, { method }) => {
      if (pathname === opsPaths.me()) return signedIn
      if (pathname === opsPaths.orderFiles(anOrder.id))
        return method === 'GET' ? [] : aRefusal(422, 'This file is empty.')
      if (pathname !== opsPaths.order(anOrder.number)) return noAnswerYet()
      if (signedIn.name === 'Lena') await isAnswered
      return anOrder
    })
    return () => {
      restore()
      localStorage.removeItem('desk.session')
      forgetStoredWords()
      forgetUploads()
    }
  },
  async play({ canvas, userEvent }) {
    await userEvent.type(await canvas.findByLabelText('Name'), 'Priya')
    await showToColleague()
    await waitFor(() => expect(canvas.getByLabelText('Name')).toHaveValue(''))
  },
}

export const OrderOfColleague: Story = {
  ...WordsOfColleague,
  name: '[DESK-07][OPS-15] A colleague’s sign-in in another tab removes cached answers and unsent files',
  args: { path: deskPaths.order(anOrder.number), screens: { '*': <App /> } },
  async play({ canvas, canvasElement, userEvent }) {
    await canvas.findByLabelText('Note for staff')
    const files = canvasElement.querySelector<HTMLInputElement>('input[type="file"]')
    await userEvent.upload(files as HTMLInputElement, new File(['%PDF-1.4'], 'one.pdf', { type: 'application/pdf' }))
    await canvas.findByText(/^one\.pdf is not added/)
    await showToColleague()
    await expect(canvas.queryByLabelText('Note for staff')).toBeNull()
    answerColleague()
    await canvas.findByLabelText('Note for staff')
    await expect(canvas.queryByText(/^one\.pdf/)).toBeNull()
  },
}

const calls: string[] = []
/** The screens of other roles, by their addresses. */
const othersScreens = [
  deskPaths.newNerd(),
  deskPaths.newCoupon(),
  deskPaths.books(),
  deskPaths.log(),
  deskPaths.staff(),
]

export const OthersScreens: Story = {
  name: '[OPS-15][DESK-09] A clerk sees no screen of a lead or an owner by its address, and none of its calls is sent',
  args: { path: othersScreens[0] ?? '' },
  render: () => (
    <>
      {othersScreens.map((path) => (
        <DeskStory key={path} path={path} screens={{ '*': <Screens me={aClerk} /> }} />
      ))}
    </>
  ),
  beforeEach() {
    calls.length = 0
    return answerCalls(({ pathname }) => {
      calls.push(pathname)
      return {}
    })
  },
  async play({ canvas }) {
    await waitFor(async () =>
      expect(await canvas.findAllByRole('heading', { name: frameTexts.notYours })).toHaveLength(othersScreens.length),
    )
    await expect(canvas.getAllByRole('heading')).toHaveLength(othersScreens.length)
    await expect(calls).toEqual([])
  },
}

const Gone = lazyScreen(() => Promise.reject(new Error('404')))

export const FileGone: Story = {
  name: '[DESK-01] A screen whose file an update removed is loaded again at a press',
  args: {
    screens: {
      '*': (
        <Boundary path="/nowhere" fallback={<ScreenError />}>
          <Suspense>
            <Gone />
          </Suspense>
        </Boundary>
      ),
    },
  },
  play: async ({ canvas }) => {
    await canvas.findByRole('heading', { name: frameTexts.broken })
    await expect(canvas.getByRole('button', { name: frameTexts.reload })).toBeVisible()
  },
}

const sentFilters: string[] = []

/** A search field whose address follows late, as on a busy machine. */
function LateAddress() {
  const [address, setAddress] = useState('')
  const [words, setWords] = useTypedWords({ addressFilter: address, onFilter: (typed) => sentFilters.push(typed) })
  return (
    <>
      <input aria-label="Words" value={words} onChange={({ currentTarget }) => setWords(currentTarget.value)} />
      {['ab', 'abcd', 'link'].map((filter) => (
        <Button key={filter} onClick={() => setAddress(filter)}>
          {filter}
        </Button>
      ))}
    </>
  )
}

export const AddressFollowsLate: Story = {
  name: '[DESK-03] An address that follows late takes no typed letter back; a link replaces the words',
  args: { screens: { '*': <LateAddress /> } },
  beforeEach() {
    sentFilters.length = 0
  },
  async play({ canvas, userEvent }) {
    const field = canvas.getByLabelText('Words')
    const show = (filter: string) => userEvent.click(canvas.getByRole('button', { name: filter }))
    await userEvent.type(field, 'ab')
    await waitFor(() => expect(sentFilters).toContain('ab'))
    await userEvent.type(field, 'cd')
    await waitFor(() => expect(sentFilters).toContain('abcd'))
    await show('ab')
    await expect(field).toHaveValue('abcd')
    await show('abcd')
    await expect(field).toHaveValue('abcd')
    await show('link')
    await expect(field).toHaveValue('link')
    await show('ab')
    await expect(field).toHaveValue('ab')
  },
}

const opened: string[] = []
const pathOf = (to: To) => (typeof to === 'string' ? to : createPath(to))
const open = (to: To) => void opened.push(pathOf(to))
const lateNavigator = { createHref: pathOf, push: open, replace: open, go: () => undefined }

/** Screens of an owner whose addresses do not follow yet, as on a busy machine. */
function LateScreens({ paths }: { paths: readonly string[] }) {
  const [client] = useState(createQueryClient)
  return (
    <QueryClientProvider client={client}>
      {paths.map((path) => (
        <Router key={path} location={path} navigator={lateNavigator}>
          <Screens me={{ ...aClerk, role: 'owner' }} />
        </Router>
      ))}
    </QueryClientProvider>
  )
}

const aConversation = {
  id: '4826300',
  client_id: 'client-1',
  order_id: 'order-1',
  client: 'Ruby',
  title: 'Coral bleaching',
  waits_since: null,
  due: null,
  taken_by: null,
  last_at: '2026-11-23T18:14:00.000Z',
  last: 'Thank you!',
}

export const ChoiceThenWords: Story = {
  name: '[DESK-01][DESK-04] Words that are typed right after a filter or a row is chosen join that choice',
  render: () => (
    <LateScreens paths={[deskPaths.queue(), deskPaths.nerds(), deskPaths.log(), deskPaths.conversations()]} />
  ),
  beforeEach() {
    opened.length = 0
    return answerCalls(({ pathname }) => {
      if (pathname === opsPaths.queue()) return queue
      if (pathname === opsPaths.staff()) return { results: [{ name: 'Lena' }] }
      return { results: pathname === opsPaths.conversations() ? [aConversation] : [], next: null }
    })
  },
  async play({ canvas, userEvent }) {
    const expectOpened = (path: string) => waitFor(() => expect(opened.at(-1)).toBe(path))
    await userEvent.click(await canvas.findByRole('link', { name: 'Late' }))
    await userEvent.type(await canvas.findByLabelText('Find in the queue'), 'coral')
    await expectOpened('/?late=true&q=coral')

    const shows = within(await canvas.findByRole('navigation', { name: 'Which Nerds' }))
    await userEvent.click(shows.getByRole('link', { name: 'All' }))
    await userEvent.type(canvas.getByLabelText('Find a Nerd'), 'priya')
    await expectOpened('/nerds?show=all&q=priya')

    const person = canvas.getByLabelText('Person')
    await within(person).findByRole('option', { name: 'Lena' })
    await userEvent.selectOptions(person, 'Lena')
    await userEvent.type(canvas.getByLabelText('Order number'), '48')
    await expectOpened('/log?person=Lena&order=48')

    await userEvent.click(await canvas.findByRole('link', { name: /^Ruby/ }))
    await userEvent.type(canvas.getByLabelText('Find a conversation'), 'coral')
    await expectOpened('/conversations/4826300?q=coral')
  },
}
