import { answerCalls, aRefusal, noAnswerYet } from '@nerdify/browser/testing/answered-calls.ts'
import type {
  OperationsContact,
  OperationsConversation,
  OperationsConversationPage,
} from '@nerdify/contract/conversations.ts'
import type { SavedReply } from '@nerdify/contract/saved-replies.ts'
import type { OperatorAnswer } from '@nerdify/contract/staff.ts'
import { deskPaths } from '@nerdify/contract/desk-paths.ts'
import { opsPaths } from '@nerdify/contract/ops-paths.ts'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { lazy } from 'react'
import { Link } from 'react-router'
import { expect, userEvent, waitFor, within } from 'storybook/test'
import { othersPages } from '../../api/open-pages.ts'
import { forgetUploads } from '../../api/uploads.ts'
import { aClerk, DeskStory } from '../../testing/DeskStory.tsx'
import { forgetStoredWords } from '../../frame/stored-words.ts'
import { ContactScreen } from './ContactScreen.tsx'
import { ConversationsScreen } from './ConversationsScreen.tsx'
import { anOperationsOrder } from '../../testing/an-operations-order.ts'
import { pressOffline } from '../../testing/press-offline.ts'

const hourMs = 3_600_000
const inHours = (hours: number) => new Date(Date.now() + hours * hourMs).toISOString()

type Listed = OperationsConversationPage['results'][number]
type Message = OperationsConversation['messages'][number]

const listed = (change: Partial<Listed>): Listed => ({
  id: '4795100',
  client_id: 'client-1',
  order_id: 'order-1',
  client: 'Alex',
  title: 'Nursing reflection, second draft',
  waits_since: inHours(-3),
  due: inHours(1.1),
  taken_by: null,
  last_at: inHours(-3),
  last: 'Can you keep my own words in part two?',
  ...change,
})
const rows = [
  listed({ id: '4817700', client: 'Ann', due: inHours(-1.5), taken_by: 'Tomas', last: 'Where are my slides??' }),
  listed({ taken_by: 'Cleo' }),
  listed({ id: 'client-2', order_id: null, title: null, client: '+61 491 570 006', last: 'Do you take groups?' }),
  listed({ id: '4826300', client: 'Ruby', waits_since: null, due: null, last: 'Thank you!' }),
]

const message = (change: Partial<Message>): Message => ({
  _id: crypto.randomUUID(),
  author: 'client',
  name: null,
  text: 'Gibbs please. Send it to alex@example.com when done.',
  files: [],
  at: inHours(-3),
  read_at: inHours(-2),
  operator: null,
  for_nerd: 'Gibbs please. Send it to [e-mail hidden] when done.',
  ...change,
})
const ours = { operator: 'Tomas', for_nerd: null } as const
const thread: OperationsConversation = {
  ...listed({}),
  nerd: 'Hanna W.',
  reply_values: { client: 'Alex', order: '4795100', title: 'Nursing reflection', deadline: null, nerd: 'Hanna W.' },
  messages: [
    message({ text: 'Also, is the deadline still ok?', for_nerd: 'Also, is the deadline still ok?' }),
    message({}),
    message({ ...ours, author: 'note', text: 'Asked Hanna twice, no reply yet.', at: inHours(-5), read_at: null }),
    message({ ...ours, author: 'nerd', name: 'Hanna W.', text: 'Gibbs or Driscoll? I found both.', at: inHours(-20) }),
    message({ ...ours, author: 'support', text: 'Your revision is accepted.', at: inHours(-24), read_at: null }),
  ],
  next: null,
}
const reply: SavedReply = {
  id: 'reply-1',
  name: 'Work on its way',
  text: 'Hi {client}, {nerd} is working on it. It’s due {deadline}.',
  version: '1',
  changed_by: 'Lena',
  changed_at: inHours(-30),
}
const stranger: OperationsContact = {
  id: 'm1',
  phone: '+1 415 555 0143',
  waits_since: inHours(-1),
  due: inHours(3),
  messages: [
    { _id: 'm1', by: 'text', text: 'Hello?', email: null, operator: null, at: inHours(-1) },
    { _id: 'm2', by: 'answer', text: 'Yes, we do.', email: null, operator: 'Tomas', at: inHours(-2) },
    { _id: 'm3', by: 'page', text: 'Do you do law?', email: 'al@example.com', operator: null, at: inHours(-3) },
  ],
}
const hostile = `<b>Hello</b> \u202Eolleh ${'a'.repeat(1_000)}`

interface InboxProps {
  me?: OperatorAnswer
  path: string
  list?: () => unknown
  open?: () => unknown
  answer?: () => unknown
}

function answerOf(path: string, { list, open, answer }: InboxProps): unknown {
  if (path === opsPaths.conversations()) return list === undefined ? { results: rows, next: null } : list()
  if (path.endsWith('/replies')) return { results: [reply] }
  if (path.endsWith('/preview')) return { for_client: 'Write to [e-mail hidden]' }
  if (path.endsWith('/answers')) return answer?.()
  if (path === opsPaths.order(thread.id)) return anOperationsOrder({ number: thread.id })
  return open === undefined ? thread : open()
}

const Inbox = ({ path, me = aClerk }: InboxProps) => {
  const screen = <ConversationsScreen me={me} />
  return (
    <DeskStory
      path={path}
      screens={{
        [deskPaths.conversations()]: screen,
        [deskPaths.conversation(':id')]: screen,
        [deskPaths.contact(':id')]: <ContactScreen me={me} />,
      }}
    />
  )
}

const meta = {
  title: 'Desk/Conversations',
  component: Inbox,
  parameters: { layout: 'fullscreen' },
  args: { path: deskPaths.conversation('4795100') },
  beforeEach({ args }) {
    const restore = answerCalls(({ pathname }) => answerOf(pathname, args))
    return () => {
      restore()
      forgetStoredWords()
    }
  },
} satisfies Meta<typeof Inbox>
export default meta
type Story = StoryObj<typeof meta>

/** [DESK-04][TALK-03] The client's words beside the Nerd's copy; late ones marked by more than color. */
export const Opened: Story = {
  async play({ canvas }) {
    await expect(await canvas.findByText('“Gibbs please. Send it to [e-mail hidden] when done.”')).toBeVisible()
    await expect(await canvas.findByText('1 hour late')).toBeVisible()
  },
}
/** [DESK-07] Colleagues who have this conversation or its order open, in the list and above the messages. */
export const OpenedByOthers: Story = {
  beforeEach() {
    othersPages.set(['order order-1 Lena', 'order order-1 Tomas', 'order order-9 Mara'])
    return () => othersPages.set([])
  },
  async play({ canvas }) {
    await expect(await canvas.findAllByText('Lena and Tomas have it open')).toHaveLength(3)
    await expect(canvas.queryByText(/Mara/)).toBeNull()
  },
}
export const Taken: Story = {
  name: '[OPS-09][DESK-04] An order is taken and released from its conversation',
  beforeEach() {
    let holder: string | null = null
    return answerCalls(({ pathname }) => {
      if (pathname === opsPaths.orderTake('order-1')) holder = aClerk.name
      if (pathname === opsPaths.orderRelease('order-1')) holder = null
      const values = { ...thread.reply_values, deadline: 'today 9:00 PM EST' }
      return answerOf(pathname, { path: '', open: () => ({ ...thread, taken_by: holder, reply_values: values }) })
    })
  },
  async play({ canvas }) {
    await expect(await canvas.findByText(/Due to the client today 9:00 PM EST$/)).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: 'Take' }))
    await expect(await canvas.findByText('You have it')).toBeVisible()
    await userEvent.keyboard('t')
    await expect(await canvas.findByRole('button', { name: 'Take' })).toBeVisible()
  },
}
let nerdOfThread: string | null = null

export const AuthorStays: Story = {
  name: '[DESK-04][DESK-07] Words typed as support stay support’s when the order gets another Nerd meanwhile',
  args: { open: () => ({ ...thread, nerd: nerdOfThread }) },
  beforeEach() {
    nerdOfThread = 'Hanna W.'
  },
  async play({ canvas }) {
    const renew = (nerd: string | null) => {
      nerdOfThread = nerd
      window.dispatchEvent(new Event('visibilitychange'))
    }
    await userEvent.click(await canvas.findByRole('radio', { name: 'For Hanna W.' }))
    renew(null)
    await waitFor(() => expect(canvas.queryByRole('radio', { name: 'For Hanna W.' })).toBeNull())
    await userEvent.type(canvas.getByLabelText('Your answer to Alex'), 'Call me at +1 415 555 0100.')
    renew('Zoe M.')
    await canvas.findByRole('radio', { name: 'For Zoe M.' })
    await expect(canvas.getByRole('button', { name: 'Send as support' })).toBeVisible()
  },
}
export const NoneOpened: Story = {
  args: { path: deskPaths.conversations() },
  play: async ({ canvas }) => expect(await canvas.findByText('Choose a conversation')).toBeVisible(),
}
export const LongList: Story = {
  name: '[DESK-04] A conversation that opens from the end of a long list is in view beside its row',
  args: {
    path: deskPaths.conversations(),
    list: () => ({
      results: Array.from({ length: 60 }, (_, nth) => listed({ id: `${4_795_100 - nth}`, client: `Client ${nth}` })),
      next: null,
    }),
  },
  async play({ canvas }) {
    const row = await canvas.findByRole('link', { name: /^Client 59/ })
    row.scrollIntoView()
    await userEvent.click(row)
    const messages = await canvas.findByRole('log')
    for (const part of [row, messages]) {
      const { top, bottom } = part.getBoundingClientRect()
      await expect(bottom).toBeGreaterThan(0)
      await expect(top).toBeLessThan(window.innerHeight)
    }
  },
}
let waiting = rows
export const RestingList: Story = {
  name: '[DESK-04] Rows rest while the pointer is over them, so that no press opens another conversation',
  args: { path: deskPaths.conversations(), list: () => ({ results: waiting, next: null }) },
  // The instance of the story: it knows the row that the pointer leaves.
  async play({ canvas, userEvent: pointer }) {
    waiting = rows
    const names = () => canvas.getAllByRole('link', { name: /my own words|my slides|groups|Thank you/ }).length
    await pointer.hover(await canvas.findByRole('link', { name: /^Ann/ }))
    await expect(names()).toBe(rows.length)
    waiting = rows.slice(1).map((row) => ({ ...row, taken_by: 'Lena' }))
    window.dispatchEvent(new Event('visibilitychange'))
    await expect((await canvas.findAllByText(/Lena/)).length).toBeGreaterThan(0)
    await expect(names()).toBe(rows.length)
    await pointer.hover(canvas.getByRole('heading', { level: 1 }))
    await waitFor(() => expect(names()).toBe(rows.length - 1))
  },
}
export const AllAnswered: Story = {
  args: { path: deskPaths.conversations(), list: () => ({ results: [], next: null }) },
  play: async ({ canvas }) => expect(await canvas.findByText('All answered')).toBeVisible(),
}
export const NoneFound: Story = {
  args: { path: `${deskPaths.conversations()}?show=all&q=nobody`, list: () => ({ results: [], next: null }) },
  async play({ canvas }) {
    const heading = await canvas.findByRole('heading', { name: 'No conversation found' })
    const end = (element: Element | null) => element?.getBoundingClientRect().right ?? 0
    await expect(end(heading)).toBeLessThanOrEqual(end(heading.closest('[aria-busy]')))
  },
}
export const Loading: Story = { args: { list: noAnswerYet, open: noAnswerYet } }
export const Failed: Story = {
  args: {
    list: () => aRefusal(422, 'Something is wrong with the list.'),
    open: () => aRefusal(404, 'Not found'),
  },
  async play({ canvas }) {
    await expect(await canvas.findByText('The conversations did not load')).toBeVisible()
    await expect(await canvas.findByText('The conversation did not load')).toBeVisible()
  },
}
export const LongWords: Story = {
  args: {
    list: () => ({
      results: [listed({ client: 'W'.repeat(300), title: hostile, last: hostile, taken_by: 'T'.repeat(60) })],
      next: '1.next',
    }),
    open: () => ({
      ...thread,
      client: 'W'.repeat(300),
      title: hostile,
      nerd: 'N'.repeat(60),
      messages: [message({ text: hostile, for_nerd: `${hostile}!` })],
      next: 'earlier',
    }),
  },
  play: async ({ canvas }) => expect(await canvas.findByRole('button', { name: 'Earlier messages' })).toBeVisible(),
}

const writeFor = async (canvasElement: HTMLElement, text: string) => {
  const canvas = within(canvasElement)
  await userEvent.click(await canvas.findByLabelText('For Hanna W.'))
  await userEvent.type(canvas.getByLabelText('Your answer to Alex'), text)
  return canvas
}

/** [DESK-04][TALK-03] The masked copy shows before an answer for the Nerd is sent; a refusal keeps the words. */
export const Refused: Story = {
  args: { answer: () => aRefusal(422, 'No Nerd has this order. Answer as support.', { error_value: 'as' }) },
  async play({ canvasElement }) {
    const canvas = await writeFor(canvasElement, 'Write to ann@example.com')
    await expect(await canvas.findByText('“Write to [e-mail hidden]”')).toBeVisible()
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await expect(await canvas.findByText('No Nerd has this order. Answer as support.')).toBeVisible()
    await expect(canvas.getByLabelText('Your answer to Alex')).toHaveValue('Write to ann@example.com')
  },
}

/** [TALK-09] A note has a form of its own, apart from the answer, and an empty one is refused there. */
export const Note: Story = {
  async play({ canvas }) {
    await userEvent.click(await canvas.findByRole('button', { name: 'Add a note for staff' }))
    const field = canvas.getByLabelText('Note for staff. The client never reads it.')
    await expect(field).toHaveFocus()
    await userEvent.click(canvas.getByRole('button', { name: 'Save the note' }))
    await expect(field).toBeInvalid()
    await userEvent.click(canvas.getByRole('button', { name: 'Close' }))
    await expect(canvas.getByRole('button', { name: 'Add a note for staff' })).toHaveFocus()
  },
}

/** Expects the reply with its words from the order in the field; its open placeholder holds sending back. */
async function expectOpenReply(canvas: Parameters<NonNullable<Story['play']>>[0]['canvas']): Promise<void> {
  const field = canvas.getByLabelText<HTMLTextAreaElement>('Your answer to Alex')
  await expect(field).toHaveValue('Hi Alex, Hanna W. is working on it. It’s due {deadline}.')
  await expect(field).toHaveFocus()
  await expect(field.value.slice(field.selectionStart, field.selectionEnd)).toBe('{deadline}')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect(await canvas.findByText('Please replace {deadline} with your own words.')).toBeVisible()
}

/** [DESK-04] A saved reply gets its words from the order; an open placeholder is selected, and holds sending back. */
export const SavedReplyInUse: Story = {
  async play({ canvas }) {
    await userEvent.click(await canvas.findByRole('button', { name: 'Saved replies' }))
    await userEvent.type(await canvas.findByLabelText('Find a saved reply'), 'way')
    await userEvent.click(await canvas.findByRole('button', { name: /^Work on its way/ }))
    await expectOpenReply(canvas)
  },
}

/** [DESK-04] Leads write the replies in place; an unknown placeholder is refused at the field. */
export const SavedReplyEdited: Story = {
  args: { me: { ...aClerk, name: 'Lena', role: 'lead' } },
  async play({ canvas }) {
    await userEvent.click(await canvas.findByRole('button', { name: 'Saved replies' }))
    await userEvent.click(await canvas.findByRole('button', { name: 'Edit Work on its way' }))
    const text = await canvas.findByLabelText('Text')
    await userEvent.type(text, ' It costs {{price}.')
    await userEvent.click(canvas.getByRole('button', { name: 'Save the reply' }))
    await expect(text).toBeInvalid()
    await expect(canvas.getByText(/^\{price\} is not a placeholder/)).toBeVisible()
  },
}

/** [DESK-04][DESK-08] A reply is removed after a question, which may be closed. */
export const SavedReplyRemovedByMe: Story = {
  args: { me: { ...aClerk, name: 'Lena', role: 'lead' } },
  beforeEach() {
    let isGone = false
    return answerCalls(({ pathname }, { method }) => {
      if (method === 'POST') {
        isGone = true
        return {}
      }
      return pathname === opsPaths.replies() ? { results: isGone ? [] : [reply] } : answerOf(pathname, { path: '' })
    })
  },
  async play({ canvas }) {
    await userEvent.click(await canvas.findByRole('button', { name: 'Saved replies' }))
    await userEvent.click(await canvas.findByRole('button', { name: 'Edit Work on its way' }))
    const ask = async () => {
      await userEvent.click(await canvas.findByRole('button', { name: 'Remove it' }))
      return within(await canvas.findByRole('dialog', { name: 'Remove a saved reply' }))
    }
    await userEvent.click((await ask()).getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(canvas.queryByRole('dialog', { name: 'Remove a saved reply' })).toBeNull())
    await expect(canvas.getByLabelText('Text')).toBeVisible()
    await userEvent.click((await ask()).getByRole('button', { name: 'Remove it' }))
    await expect(await canvas.findByText('No saved replies yet. A lead adds the first one.')).toBeVisible()
  },
}

/** [DESK-04][DESK-07] A reply that a colleague removed while it is edited says so, and keeps the words. */
export const SavedReplyRemoved: Story = {
  args: { me: { ...aClerk, name: 'Lena', role: 'lead' } },
  beforeEach() {
    let isGone = false
    return answerCalls(({ pathname }, { method }) => {
      if (method === 'PATCH') {
        isGone = true
        return aRefusal(404, 'Not found')
      }
      return pathname === opsPaths.replies() ? { results: isGone ? [] : [reply] } : answerOf(pathname, { path: '' })
    })
  },
  async play({ canvas }) {
    await userEvent.click(await canvas.findByRole('button', { name: 'Saved replies' }))
    await userEvent.click(await canvas.findByRole('button', { name: 'Edit Work on its way' }))
    await userEvent.type(await canvas.findByLabelText('Text'), ' Soon!')
    await userEvent.click(canvas.getByRole('button', { name: 'Save the reply' }))
    await expect(await canvas.findByText('A colleague removed this reply')).toBeVisible()
    await expect(canvas.getByRole('button', { name: 'Save as a new reply' })).toBeVisible()
    await expect(canvas.queryByRole('button', { name: 'Remove it' })).toBeNull()
    await expect(canvas.getByLabelText<HTMLTextAreaElement>('Text').value).toMatch(/ Soon!$/)
  },
}

/** The screen of a pressed row, which shows later than the pause of typing. */
const SlowScreen = lazy(async () => {
  await new Promise((resolve) => setTimeout(resolve, 400))
  return { default: () => <ConversationsScreen me={aClerk} /> }
})

/** [DESK-04] A press on a row right after the last key of a search opens the conversation, also on a slow machine. */
export const PressWhileSearching: Story = {
  render: () => (
    <DeskStory
      path={deskPaths.conversations()}
      screens={{
        [deskPaths.conversations()]: <ConversationsScreen me={aClerk} />,
        [deskPaths.conversation(':id')]: <SlowScreen />,
      }}
    />
  ),
  async play({ canvas }) {
    const field = await canvas.findByLabelText('Find a conversation')
    const list = within(await canvas.findByRole('navigation', { name: 'Conversations' }))
    await userEvent.type(field, 'Ruby', { delay: null })
    await userEvent.click(list.getByRole('link', { name: /^Ruby/ }))
    await expect(await canvas.findByLabelText(/^Your answer to/)).toBeVisible()
  },
}

/** [TALK-05][MSG-01] Somebody without an account: typed facts say so, and the answer goes out as a text. */
export const Stranger: Story = {
  args: { path: deskPaths.contact('m1'), open: () => stranger },
  async play({ canvas }) {
    await expect(await canvas.findByText('Through the contact page, not proved')).toBeVisible()
    await userEvent.type(canvas.getByLabelText('Your text to +1 415 555 0143'), 'x'.repeat(3))
    await expect(canvas.getByText('3 of 480')).toBeVisible()
  },
}

export const StrangerWritesAgain: Story = {
  name: '[DESK-07][TALK-05] Typed words to a phone stay when the page of its next message opens',
  beforeEach: () =>
    answerCalls(({ pathname }) => (pathname === opsPaths.contact('m4') ? { ...stranger, id: 'm4' } : stranger)),
  render: () => {
    const screen = (
      <>
        <Link to={deskPaths.contact('m4')}>The next message</Link>
        <ContactScreen me={aClerk} />
      </>
    )
    return <DeskStory path={deskPaths.contact('m1')} screens={{ [deskPaths.contact(':id')]: screen }} />
  },
  async play({ canvas }) {
    const first = await canvas.findByLabelText('Your text to +1 415 555 0143')
    await userEvent.type(first, 'Yes, we')
    await userEvent.click(canvas.getByRole('link', { name: 'The next message' }))
    await waitFor(() => expect(first).not.toBeInTheDocument())
    await expect(await canvas.findByLabelText('Your text to +1 415 555 0143')).toHaveValue('Yes, we')
  },
}

export const StrangerWithAccount: Story = {
  name: '[TALK-05][DESK-07] Words to a phone that got an account stay, and its conversation is linked',
  beforeEach() {
    let hasAccount = false
    return answerCalls(({ pathname }) => {
      hasAccount ||= pathname.endsWith('/answers')
      const moved = { error_type: 'has_account', error_value: 'client-2' }
      return hasAccount ? aRefusal(404, 'This person has an account now.', moved) : stranger
    })
  },
  args: { path: deskPaths.contact('m1') },
  async play({ canvas }) {
    const field = await canvas.findByLabelText('Your text to +1 415 555 0143')
    await userEvent.type(field, 'Yes, we do.{Control>}{Enter}{/Control}')
    const link = await canvas.findByRole('link', { name: 'Open their conversation' })
    await expect(link).toHaveAttribute('href', deskPaths.conversation('client-2'))
    await expect(field).toHaveValue('Yes, we do.')
  },
}

/** [DESK-04][TALK-01] The author of an answer can take it back while the client cannot read it yet. */
export const OnHold: Story = {
  args: {
    open: () => ({
      ...thread,
      messages: [
        message({
          ...ours,
          _id: 'held',
          author: 'support',
          operator: 'Cleo',
          text: 'Oops',
          at: inHours(1),
        }),
        ...thread.messages,
      ],
    }),
  },
  async play({ canvas }) {
    await expect(await canvas.findByRole('button', { name: 'Take it back' })).toBeVisible()
    await expect(canvas.getByRole('timer')).toHaveTextContent(/^The client can read it in \d+ seconds\. /)
  },
}

export const OfflineAnswer: Story = {
  name: '[API-11][DESK-04] An answer that the connection loses keeps its words and is sent once',
  args: { answer: () => thread },
  async play({ canvas }) {
    const field = await canvas.findByLabelText('Your answer to Alex')
    await userEvent.type(field, 'It comes at 6.')
    await pressOffline({
      press: () => userEvent.type(field, '{Control>}{Enter}{/Control}'),
      seeWords: () => expect(field).toHaveValue('It comes at 6.'),
    })
    await waitFor(() => expect(field).toHaveValue(''))
  },
}

const annsThread = { ...thread, ...listed({ id: '4817700', order_id: null, client: 'Ann' }) }
let uploadsOnWay: ((file: { _id: string; name: string; size: number }) => void)[] = []
export const FileOfLeftConversation: Story = {
  name: '[DESK-04][DESK-07] A file that is added while its conversation is left joins the answer and keeps its words',
  beforeEach() {
    uploadsOnWay = []
    const restore = answerCalls(({ pathname }) => {
      if (pathname === opsPaths.conversationFiles(thread.id))
        return new Promise((resolve) => uploadsOnWay.push(resolve))
      return pathname === opsPaths.conversation(annsThread.id) ? annsThread : answerOf(pathname, { path: '' })
    })
    return () => {
      restore()
      forgetUploads()
    }
  },
  async play({ canvas, canvasElement }) {
    const list = within(await canvas.findByRole('navigation', { name: 'Conversations' }))
    const open = async (client: string) => {
      await userEvent.click(await list.findByRole('link', { name: new RegExp(`^${client}`) }))
      return canvas.findByLabelText(`Your answer to ${client}`)
    }
    const addFile = async (name: string) => {
      const input = canvasElement.querySelector<HTMLInputElement>('input[type="file"]')
      await userEvent.upload(input as HTMLInputElement, new File(['%PDF-1.4'], name, { type: 'application/pdf' }))
      await expect(await canvas.findByText('Adding 1 file')).toBeVisible()
    }
    await open('Alex')
    await addFile('sources.pdf')
    await open('Ann')
    await expect(canvas.queryByText('Adding 1 file')).toBeNull()
    uploadsOnWay[0]?.({ _id: 'f1', name: 'sources.pdf', size: 9 })
    await open('Alex')
    await expect(await canvas.findByText(/^sources/)).toBeVisible()

    await addFile('outline.pdf')
    await open('Ann')
    await userEvent.type(await open('Alex'), 'Both are here.{Control>}{Enter}{/Control}')
    await expect(canvas.getByText('Adding 1 file')).toBeVisible()
    await expect(canvas.getByText('The files are still being added. Please send in a moment.')).toBeVisible()
    uploadsOnWay[1]?.({ _id: 'f2', name: 'outline.pdf', size: 9 })
    await expect(await canvas.findByText(/^outline/)).toBeVisible()
    await open('Ann')
    await expect(await open('Alex')).toHaveValue('Both are here.')
    for (const name of [/^sources/, /^outline/]) await expect(canvas.getByText(name)).toBeVisible()
  },
}

/** Lets the held write of a story be answered. */
let answerWrite: () => void = () => undefined
/** Holds the write at a path back until `answerWrite`. */
const holdWrite = (end: string) =>
  answerCalls(async ({ pathname }) => {
    if (pathname.endsWith(end)) await new Promise<void>((resolve) => (answerWrite = resolve))
    return pathname.endsWith(end) ? thread : answerOf(pathname, { path: '' })
  })
const addNote = { name: 'Add a note for staff' }
const noteLabel = 'Note for staff. The client never reads it.'

export const NoteWhileSending: Story = {
  name: '[TALK-09][DESK-08] An answer that is sent late leaves the focus in the note that is being typed',
  beforeEach: () => holdWrite('/answers'),
  async play({ canvas }) {
    const answer = await canvas.findByLabelText('Your answer to Alex')
    await userEvent.type(answer, 'It comes at 6.{Control>}{Enter}{/Control}')
    await userEvent.click(canvas.getByRole('button', addNote))
    await userEvent.keyboard('Not for')
    answerWrite()
    await waitFor(() => expect(answer).toHaveValue(''))
    await userEvent.keyboard(' Alex')
    await expect(canvas.getByLabelText(noteLabel)).toHaveValue('Not for Alex')
    await expect(answer).toHaveValue('')
  },
}

export const ReplyWhileSending: Story = {
  name: '[DESK-04] A saved reply that is chosen while an answer is sent joins no words of that answer',
  beforeEach: () => holdWrite('/answers'),
  async play({ canvas }) {
    const answer = await canvas.findByLabelText('Your answer to Alex')
    await canvas.findByRole('button', { name: /^Work on its way/ })
    await userEvent.type(answer, 'It comes at 6.')
    await userEvent.click(canvas.getByRole('button', { name: 'Send as support' }))
    await userEvent.keyboard('1')
    await expect(answer).toHaveValue('It comes at 6.')
    answerWrite()
    await waitFor(() => expect(answer).toHaveValue(''))
  },
}

export const AnswerWhileSaving: Story = {
  name: '[TALK-09][DESK-08] A note that is saved late leaves the focus in the answer that is being typed',
  beforeEach: () => holdWrite('/notes'),
  async play({ canvas }) {
    await userEvent.click(await canvas.findByRole('button', addNote))
    await userEvent.keyboard('Called him')
    await userEvent.click(canvas.getByRole('button', { name: 'Save the note' }))
    const answer = canvas.getByLabelText('Your answer to Alex')
    await userEvent.type(answer, 'No')
    answerWrite()
    await canvas.findByRole('button', addNote)
    await userEvent.keyboard('ta')
    await expect(answer).toHaveValue('Nota')
  },
}

export const AnswerWhileWaitEnds: Story = {
  name: '[DESK-04][DESK-08] A wait that ends late leaves the focus in the answer that is being typed',
  beforeEach: () => holdWrite('/no_answer_needed'),
  async play({ canvas }) {
    const end = await canvas.findByRole('button', { name: 'No answer needed' })
    await userEvent.click(end)
    const answer = canvas.getByLabelText('Your answer to Alex')
    await userEvent.type(answer, 'No')
    answerWrite()
    await waitFor(() => expect(end).not.toHaveAttribute('aria-busy'))
    await expect(answer).toHaveFocus()
  },
}

export const FocusAfterWrite: Story = {
  name: '[DESK-04][DESK-08] After a write, a focus that stayed moves to the field, or to the note’s button',
  args: { answer: () => thread },
  async play({ canvas }) {
    const answer = await canvas.findByLabelText('Your answer to Alex')
    await userEvent.type(answer, 'It comes at 6.')
    await userEvent.click(canvas.getByRole('button', { name: 'Send as support' }))
    await waitFor(() => expect(answer).toHaveFocus())
    await userEvent.click(canvas.getByRole('button', addNote))
    await userEvent.keyboard('Called him')
    await userEvent.click(canvas.getByRole('button', { name: 'Save the note' }))
    await waitFor(() => expect(canvas.getByRole('button', addNote)).toHaveFocus())
  },
}

export const OfflineNote: Story = {
  name: '[API-11][TALK-09] A note that the connection loses keeps its words and is added once',
  async play({ canvas }) {
    await userEvent.click(await canvas.findByRole('button', { name: 'Add a note for staff' }))
    const field = canvas.getByLabelText('Note for staff. The client never reads it.')
    await userEvent.type(field, 'Called him')
    await pressOffline({
      press: () => userEvent.click(canvas.getByRole('button', { name: 'Save the note' })),
      seeWords: () => expect(field).toHaveValue('Called him'),
    })
  },
}

export const OfflineText: Story = {
  name: '[API-11][TALK-05] A text to a stranger that the connection loses keeps its words and is sent once',
  args: { path: deskPaths.contact('m1'), open: () => stranger, answer: () => stranger },
  async play({ canvas }) {
    const field = await canvas.findByLabelText('Your text to +1 415 555 0143')
    await userEvent.type(field, 'Yes')
    await pressOffline({
      press: () => userEvent.type(field, '{Control>}{Enter}{/Control}'),
      seeWords: () => expect(field).toHaveValue('Yes'),
    })
  },
}

const sentWrites: { path: string; key: string | null }[] = []
const newerText: OperationsContact['messages'][number] = {
  _id: 'm5',
  by: 'text',
  text: 'And law?',
  email: null,
  operator: null,
  at: inHours(0),
}
const writtenAgain = { ...stranger, id: 'm5', messages: [newerText, ...stranger.messages] }
export const StrangerWritesMeanwhile: Story = {
  name: '[API-11][DESK-07] A retried text goes to its first message, the next text to the newest one',
  args: { path: deskPaths.contact('m1') },
  beforeEach() {
    sentWrites.length = 0
    return answerCalls(({ pathname }, { key }) => {
      if (pathname === opsPaths.contact('m1')) return sentWrites.length === 0 ? stranger : writtenAgain
      sentWrites.push({ path: pathname, key })
      if (sentWrites.length === 1) throw new TypeError('Failed to fetch')
      return writtenAgain
    })
  },
  async play({ canvas }) {
    const field = await canvas.findByLabelText('Your text to +1 415 555 0143')
    const send = () => userEvent.type(field, '{Control>}{Enter}{/Control}')
    await userEvent.type(field, 'Yes')
    await send()
    await canvas.findByText('And law?')
    await send()
    await waitFor(() => expect(field).toHaveValue(''))
    await userEvent.type(field, 'Law too')
    await send()
    await waitFor(() => expect(field).toHaveValue(''))
    await userEvent.click(canvas.getByRole('button', { name: 'No answer needed' }))
    await waitFor(() => expect(sentWrites).toHaveLength(4))
    await expect(sentWrites.map(({ path }) => path)).toEqual([
      opsPaths.contactAnswers('m1'),
      opsPaths.contactAnswers('m1'),
      opsPaths.contactAnswers('m5'),
      opsPaths.contactNoAnswerNeeded('m5'),
    ])
    const keys = sentWrites.map(({ key }) => key)
    await expect(keys[1]).toBe(keys[0])
    await expect(keys[2]).not.toBe(keys[0])
  },
}

export const OfflineReply: Story = {
  name: '[API-11][DESK-04] A saved reply that the connection loses keeps its words and is saved once',
  args: { me: { ...aClerk, name: 'Lena', role: 'lead' } },
  async play({ canvas }) {
    await userEvent.click(await canvas.findByRole('button', { name: 'Saved replies' }))
    await userEvent.click(await canvas.findByRole('button', { name: 'Edit Work on its way' }))
    const text = await canvas.findByLabelText<HTMLTextAreaElement>('Text')
    await userEvent.type(text, ' Soon!')
    await pressOffline({
      press: () => userEvent.click(canvas.getByRole('button', { name: 'Save the reply' })),
      seeWords: () => expect(text.value).toMatch(/ Soon!$/),
    })
  },
}

/** Loses the connection at a button of a conversation, and presses it again. */
const offlineButton = (name: string): Pick<Story, 'play'> => ({
  async play({ canvas }) {
    const button = await canvas.findByRole('button', { name })
    await pressOffline({ press: () => userEvent.click(button), seeWords: () => expect(button).toBeVisible() })
  },
})

export const OfflineNoAnswer: Story = {
  name: '[API-11][WAIT-01] Ending a wait happens once, although the connection loses the call',
  ...offlineButton('No answer needed'),
}
const thanks = message({ _id: 'thanks' })
const newNote = message({ ...ours, author: 'note', text: 'She only said thank you.', at: inHours(-1), read_at: null })
const wantedLasts: (string | null)[] = []
export const NoAnswerNeeded: Story = {
  name: '[WAIT-01] A wait without an answer ends up to the newest message of the client on the screen',
  beforeEach({ args }) {
    wantedLasts.length = 0
    return answerCalls(({ pathname, searchParams }) => {
      if (pathname === opsPaths.conversationNoAnswerNeeded(thread.id)) wantedLasts.push(searchParams.get('last'))
      return answerOf(pathname, args)
    })
  },
  args: { open: () => ({ ...thread, messages: [newNote, thanks, ...thread.messages] }) },
  async play({ canvas }) {
    await userEvent.click(await canvas.findByRole('button', { name: 'No answer needed' }))
    await waitFor(() => expect(wantedLasts).toEqual([thanks._id]))
  },
}
export const OfflineNoText: Story = {
  name: '[API-11][TALK-05] Ending a stranger’s wait happens once, although the connection loses the call',
  args: { path: deskPaths.contact('m1'), open: () => stranger },
  ...offlineButton('No answer needed'),
}
export const OfflineTakeBack: Story = {
  name: '[API-11][TALK-01] Taking an answer back happens once, although the connection loses the call',
  args: OnHold.args ?? {},
  ...offlineButton('Take it back'),
}

/** [DESK-04][TALK-01] The stream removes an answer before its author's press is answered: the words are in the field. */
export const TakenBackByStream: Story = {
  args: OnHold.args ?? {},
  beforeEach({ args }) {
    let isTakenBack = false
    return answerCalls(async ({ pathname }) => {
      if (!pathname.endsWith('/take_back'))
        return isTakenBack ? answerOf(pathname, { path: '' }) : answerOf(pathname, args)
      isTakenBack = true
      window.dispatchEvent(new Event('visibilitychange'))
      await waitFor(() => expect(within(document.body).queryByText('Oops')).toBeNull())
      return thread
    })
  },
  async play({ canvas }) {
    await userEvent.click(await canvas.findByRole('button', { name: 'Take it back' }))
    await waitFor(() => expect(canvas.getByLabelText('Your answer to Alex')).toHaveValue('Oops'))
  },
}

export const TakenBackUnanswered: Story = {
  name: '[API-11][TALK-01] An answer is back in the field although the answer to taking it back was lost',
  args: OnHold.args ?? {},
  beforeEach({ args }) {
    let isTakenBack = false
    return answerCalls(({ pathname }) => {
      if (!pathname.endsWith('/take_back')) return answerOf(pathname, isTakenBack ? { path: '' } : args)
      isTakenBack = true
      throw new TypeError('Failed to fetch')
    })
  },
  async play({ canvas }) {
    await userEvent.click(await canvas.findByRole('button', { name: 'Take it back' }))
    await waitFor(() => expect(canvas.getByLabelText('Your answer to Alex')).toHaveValue('Oops'))
  },
}

export const TakenBackBesideNext: Story = {
  name: '[DESK-07][TALK-01] Taking an answer back puts its words before those of the next answer',
  args: OnHold.args ?? {},
  beforeEach({ args }) {
    let isTakenBack = false
    return answerCalls(({ pathname }) => {
      isTakenBack ||= pathname.endsWith('/take_back')
      return answerOf(pathname, isTakenBack ? { path: '' } : args)
    })
  },
  async play({ canvas }) {
    const field = await canvas.findByLabelText('Your answer to Alex')
    await userEvent.type(field, 'It is done.')
    await userEvent.click(canvas.getByRole('button', { name: 'Take it back' }))
    await waitFor(() => expect(field).toHaveValue('Oops\n\nIt is done.'))
  },
}

export const SavedReplyBeside: Story = {
  name: '[DESK-04] Next to a conversation are the saved replies with digits, and the order’s facts',
  async play({ canvas }) {
    const side = within(await canvas.findByRole('complementary', { name: 'Beside the conversation' }))
    await expect(await side.findByText('Hanna W.')).toBeVisible()
    await expect(await side.findByText('Waits for')).toBeVisible()
    await userEvent.keyboard('1')
    await expectOpenReply(canvas)
  },
}

export const NextOpened: Story = {
  name: '[DESK-04] n opens the next conversation, and after the last one the first',
  args: { path: deskPaths.conversation('4817700') },
  async play({ canvas }) {
    const opened = () => canvas.getByRole('navigation', { name: 'Conversations' }).querySelector('[aria-current]')
    await waitFor(() => expect(opened()).toHaveTextContent(/^Ann/))
    for (const client of [/^Alex/, /^\+61/, /^Ruby/, /^Ann/]) {
      await userEvent.keyboard('n')
      await waitFor(() => expect(opened()).toHaveTextContent(client))
    }
  },
}
