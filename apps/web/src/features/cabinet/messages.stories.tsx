import { apiPaths } from '@nerdify/contract/api-paths.ts'
import { messagePaths } from '@nerdify/contract/message-paths.ts'
import { cabinetOverlayPath } from '@nerdify/contract/cabinet-overlays.ts'
import type {
  ConversationList,
  ConversationMessage,
  ConversationPage,
  MessagePreview,
} from '@nerdify/contract/conversations.ts'
import { webPaths } from '@nerdify/contract/web-paths.ts'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { Link } from 'react-router'
import { expect, userEvent, waitFor } from 'storybook/test'
import { localStore } from '@nerdify/browser/browser-storage.ts'
import { draftPrefix } from '../../storage/draft-prefix.ts'
import { session } from '../../visit/session.ts'
import { aClientAnswer } from '../../testing/a-client-answer.ts'
import { aPage, aPaidOrderAnswer } from '../../testing/an-order-answer.ts'
import { answerCalls, aRefusal, type Call, noAnswerYet } from '@nerdify/browser/testing/answered-calls.ts'
import { heldAnswer } from '../../testing/OrderFlow.tsx'
import { StoryPage } from '../../testing/StoryPage.tsx'
import { chooseFiles, isSeen } from '../../testing/story-steps.ts'
import { uploadTexts } from '../../texts/orders/uploads.ts'
import { messageTexts } from '../../texts/messages.ts'
import { Component as Cabinet } from './CabinetScreen.tsx'

const order = aPaidOrderAnswer({ title: 'Causes of the French Revolution' })

const message = (change: Partial<ConversationMessage>): ConversationMessage => ({
  _id: change.text ?? 'message',
  author: 'support',
  name: null,
  text: 'It comes at 5.',
  at: '2026-11-20T17:00:00.000Z',
  files: [],
  read_at: null,
  ...change,
})
const newestFirst = [
  message({ text: 'Chapter 2 is done.\nMore tomorrow.', author: 'nerd', name: 'Prof. Ada' }),
  message({}),
  message({
    text: 'Where is my essay? <b>Please</b> answer',
    author: 'client',
    by_text: true,
    read_at: '2026-11-20T17:05:00.000Z',
  }),
]

interface MessagesProps {
  path: string
  thread?: readonly ConversationMessage[]
  conversations?: ConversationList['results']
  next?: string
  post?: (key: string | null) => unknown
}

function answerOf({ pathname, searchParams }: URL, { method, key }: Call, props: MessagesProps): unknown {
  const { thread = newestFirst, conversations = [], next = null, post } = props
  if (pathname === apiPaths.me()) return aClientAnswer()
  if (pathname === apiPaths.orders()) return aPage([order])
  if (pathname === apiPaths.order(order._id)) return order
  if (pathname === messagePaths.conversations()) return { results: conversations } satisfies ConversationList
  if (pathname.endsWith('/preview')) return { for_nerd: 'Call me on [number hidden].' } satisfies MessagePreview
  if (pathname.endsWith('/read')) return { unread: 0 }
  if (pathname === messagePaths.messages() || pathname === messagePaths.orderMessages(order._id)) {
    if (method === 'POST') return post?.(key)
    const older = searchParams.get('before') !== null
    const results = older ? [message({ _id: 'older', text: 'The first message' })] : [...thread]
    return { results, next: older ? null : next, unread: 0 } satisfies ConversationPage
  }
  return undefined
}

const orderThread = cabinetOverlayPath({ name: 'messages', orderId: order._id })
/** The cabinet with the menu's link to the conversations. */
const CabinetWithMenu = () => (
  <>
    <nav>
      <Link to={webPaths.messages('support')}>{messageTexts.title}</Link>
    </nav>
    <Cabinet />
  </>
)

const screens = {
  [webPaths.orders()]: CabinetWithMenu,
  [`${webPaths.messages(':params')}?`]: Cabinet,
  [orderThread]: Cabinet,
}
const MessagesAt = ({ path }: MessagesProps) => <StoryPage path={path} screens={screens} />

const meta = {
  title: 'Screens/Messages',
  component: MessagesAt,
  parameters: { layout: 'fullscreen' },
  beforeEach({ args }) {
    return answerCalls((address, call) => answerOf(address, call, args))
  },
} satisfies Meta<typeof MessagesAt>
export default meta
type Story = StoryObj<typeof meta>

const draftKey = (name: string) => `${draftPrefix}${session.clientId() ?? ''}.message.${name}`

export const Thread: Story = {
  name: '[TALK-02] A conversation about an order: names, read marks, markup as text',
  args: { path: orderThread },
  play: async ({ canvas }) => {
    const log = await canvas.findByRole('log', { name: messageTexts.title })
    await waitFor(() => expect(log.querySelectorAll('article')).toHaveLength(3))
    await expect([...log.querySelectorAll('b')].map((name) => name.textContent)).toEqual([
      messageTexts.you,
      messageTexts.support,
      'Prof. Ada',
    ])
    await isSeen(() => canvas.getByText('Where is my essay? <b>Please</b> answer'))
    await isSeen(() => canvas.getByText(/^Sent by text\. Read /))
  },
}

export const Sending: Story = {
  name: '[TALK-02] A sent message shows before the server has it; the draft is kept until then',
  args: { path: webPaths.messages('support'), thread: [], post: noAnswerYet },
  play: async ({ canvas }) => {
    await isSeen(() => canvas.getByText(messageTexts.none))
    await userEvent.type(canvas.getByLabelText(messageTexts.field), 'Do you do physics?')
    await userEvent.click(canvas.getByRole('button', { name: messageTexts.send }))
    await waitFor(() => expect(canvas.getByRole('log')).toHaveTextContent('Do you do physics?'))
    await expect(canvas.getByLabelText(messageTexts.field)).toHaveValue('')
    await expect(localStore.get(draftKey('support'))).toBe('Do you do physics?')
    localStore.remove(draftKey('support'))
  },
}

let posted = heldAnswer()
const keysPosted: (string | null)[] = []

/** Sends a message, closes its overlay before the answer, and opens it again. */
const sendAndReopen: NonNullable<Story['play']> = async ({ canvas }) => {
  const open = async () => userEvent.click(await canvas.findByRole('link', { name: messageTexts.title }))
  await open()
  await userEvent.type(await canvas.findByLabelText(messageTexts.field), 'Do you do physics?')
  await userEvent.click(canvas.getByRole('button', { name: messageTexts.send }))
  await userEvent.click(canvas.getByRole('button', { name: 'Close' }))
  await open()
  await expect(await canvas.findByLabelText(messageTexts.field)).toHaveValue('Do you do physics?')
}

const reopened: Pick<Story, 'args' | 'beforeEach'> = {
  args: {
    path: webPaths.orders(),
    thread: [],
    post: (key) => {
      keysPosted.push(key)
      return posted.promise
    },
  },
  beforeEach() {
    posted = heldAnswer()
    keysPosted.length = 0
    return () => {
      localStore.remove(draftKey('support'))
      localStore.remove(`${draftKey('support')}.request`)
    }
  },
}

export const SentFromReopenedOverlay: Story = {
  ...reopened,
  name: '[TALK-02][API-11] A message is sent again from a reopened overlay with the same key',
  play: async (context) => {
    await sendAndReopen(context)
    await userEvent.click(await context.canvas.findByRole('button', { name: messageTexts.send }))
    await waitFor(() => expect(keysPosted).toHaveLength(2))
    await expect(keysPosted[1]).toBe(keysPosted[0])
  },
}

export const AnsweredInReopenedOverlay: Story = {
  ...reopened,
  name: '[TALK-02] An answer that arrives after the overlay was reopened clears its field',
  play: async (context) => {
    const { canvas } = context
    await sendAndReopen(context)
    posted.resolve(message({ text: 'Do you do physics?', author: 'client' }))
    await waitFor(() => expect(canvas.getByLabelText(messageTexts.field)).toHaveValue(''))
    await waitFor(() => expect(canvas.getByRole('log').querySelectorAll('article')).toHaveLength(1))
    await expect(localStore.get(draftKey('support'))).toBeUndefined()
  },
}

export const WithFiles: Story = {
  name: '[TALK-01] A message with a file, whose name is its link',
  args: {
    path: orderThread,
    thread: [
      message({
        text: 'The plan',
        files: [
          {
            _id: 'file',
            name: 'plan.pdf',
            size: 4_096,
            location: '/api/v3/files/plan',
            created_at: '2026-11-20T17:00:00.000Z',
            deleted: false,
            status: 'ready',
          },
        ],
      }),
    ],
  },
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('link', { name: /plan\.pdf/ })).toHaveAttribute('href', '/api/v3/files/plan')
    await isSeen(() => canvas.getByText(messageTexts.attach))
  },
}

export const FileNotUploaded: Story = {
  name: '[FILE-02] A message is not sent while one of its files has not uploaded',
  args: {
    path: orderThread,
    post: () => {
      throw new Error('the message was sent without its file')
    },
  },
  play: async ({ canvas, canvasElement }) => {
    await userEvent.type(await canvas.findByLabelText(messageTexts.field), 'Here is my plan.')
    const send = canvas.getByRole('button', { name: messageTexts.send })
    chooseFiles(canvasElement, 'plan.pdf')
    await waitFor(() => expect(canvas.getByText('Unknown error')).toBeVisible())
    await waitFor(() => expect(send).toHaveAttribute('aria-disabled', 'true'))
    await userEvent.click(send)
    await isSeen(() => canvas.getByText(uploadTexts.notAllLoaded))
    await userEvent.click(canvas.getByRole('button', { name: /^Remove/ }))
    await waitFor(() => expect(send).not.toHaveAttribute('aria-disabled'))
    localStore.remove(draftKey(order._id))
  },
}

export const Masked: Story = {
  name: '[TALK-03] Before sending, the client sees the copy for the Nerd',
  args: { path: orderThread },
  play: async ({ canvas }) => {
    await userEvent.type(await canvas.findByLabelText(messageTexts.field), 'Call me on 415 555 0143.')
    await isSeen(() => canvas.getByText('“Call me on [number hidden].”'))
    await isSeen(() => canvas.getByText(messageTexts.supportReads))
    localStore.remove(draftKey(order._id))
  },
}

export const Refused: Story = {
  name: '[TALK-07] A refused message returns into the field, with the reason',
  args: {
    path: webPaths.messages('support'),
    post: () => aRefusal(429, 'You’ve sent 60 messages in an hour. You can send the next one in 5 minutes.'),
  },
  play: async ({ canvas }) => {
    await userEvent.type(await canvas.findByLabelText(messageTexts.field), 'One more')
    await userEvent.click(canvas.getByRole('button', { name: messageTexts.send }))
    await isSeen(() => canvas.getByText(/You can send the next one in 5 minutes/))
    await expect(canvas.getByLabelText(messageTexts.field)).toHaveValue('One more')
    localStore.remove(draftKey('support'))
  },
}

export const Older: Story = {
  name: '[TALK-01] Older messages load on demand, above the others',
  args: { path: webPaths.messages('support'), next: 'message' },
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByRole('button', { name: messageTexts.older }))
    await waitFor(() => expect(canvas.getByRole('log').querySelector('article')).toHaveTextContent('The first message'))
    // A screen reader reads new messages, not the page of old ones.
    await expect(canvas.getByRole('log')).toHaveAttribute('aria-live', 'off')
    await waitFor(() => expect(canvas.getByRole('log')).not.toHaveAttribute('aria-live'), { timeout: 3000 })
    await waitFor(() => expect(canvas.queryByRole('button', { name: messageTexts.older })).toBeNull())
  },
}

export const List: Story = {
  name: '[TALK-02] The conversations with their unread messages, and Support',
  args: {
    path: webPaths.messages(),
    conversations: [{ order_id: order._id, number: order.number, title: order.title, last: message({}), unread: 2 }],
  },
  play: async ({ canvas }) => {
    const link = await canvas.findByRole('link', { name: /Causes of the French Revolution.*2 new messages/s })
    await expect(link).toHaveAttribute('href', orderThread)
    await expect(canvas.getByRole('link', { name: messageTexts.support })).toHaveAttribute(
      'href',
      webPaths.messages('support'),
    )
  },
}

export const NoneYet: Story = {
  name: '[TALK-02] No conversation yet',
  args: { path: webPaths.messages() },
  play: ({ canvas }) => isSeen(() => canvas.getByText(messageTexts.noConversations)),
}
