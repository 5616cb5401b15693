import { apiPaths } from '@nerdify/contract/api-paths.ts'
import { webPaths } from '@nerdify/contract/web-paths.ts'
import { maxNoteLength } from '@nerdify/domain/orders/note.ts'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, spyOn, waitFor } from 'storybook/test'
import { aClientAnswer } from '../../testing/a-client-answer.ts'
import { answerCalls, aRefusal } from '@nerdify/browser/testing/answered-calls.ts'
import { heldAnswer } from '../../testing/OrderFlow.tsx'
import { StoryPage } from '../../testing/StoryPage.tsx'
import { newHereTexts } from '../../texts/new-here.ts'
import { contactTexts, messageSentTexts, unsubscribeTexts } from '../../texts/contact.ts'
import { session } from '../../visit/session.ts'
import { ContactForm } from './ContactForm.tsx'
import { Component as ContactScreen } from './ContactScreen.tsx'
import { Component as MessageSentScreen } from './MessageSentScreen.tsx'
import { Component as UnsubscribeScreen } from './UnsubscribeScreen.tsx'
import { isSeen } from '../../testing/story-steps.ts'

const screens = {
  [webPaths.contactUs()]: ContactScreen,
  [webPaths.messageWasSent()]: MessageSentScreen,
  [webPaths.unsubscribe(':token')]: UnsubscribeScreen,
  '/client': () => <ContactForm isClient me={aClientAnswer()} />,
  '/unconfirmed-client': () => (
    <ContactForm isClient me={aClientAnswer({ announce_by: 'email', email_confirmed: false })} />
  ),
  '/quiet-client': () => <ContactForm isClient me={aClientAnswer({ announce_by: 'none' })} />,
}

interface ContactProps {
  path: string
  /** What the server answers to a call, by its path and idempotency key. */
  answer?: (path: string, key: string | null) => unknown
}

const Contact = ({ path }: ContactProps) => <StoryPage path={path} screens={screens} />

const meta = {
  title: 'Screens/Contact',
  component: Contact,
  parameters: { layout: 'fullscreen' },
  beforeEach: ({ args: { answer } }) => {
    const restore = answerCalls(({ pathname }, { key }) => answer?.(pathname, key))
    return () => {
      restore()
      localStorage.removeItem('origin')
    }
  },
} satisfies Meta<typeof Contact>
export default meta
type Story = StoryObj<typeof meta>
type Play = NonNullable<Story['play']>

const leave =
  (number: string): Play =>
  async ({ canvas, userEvent }) => {
    if (number !== '') await userEvent.type(await canvas.findByRole('textbox', { name: 'Phone number' }), number)
    await userEvent.click(await canvas.findByRole('button', { name: contactTexts.submit }))
  }

export const ToFill: Story = { name: '[PUB-05] A number to be texted at', args: { path: webPaths.contactUs() } }

export const ByAFriend: Story = {
  name: '[REF-04][DOOR-01] By a friend’s link',
  args: { path: webPaths.shareLink('shared') },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText(newHereTexts.gift)).toBeVisible()
    await waitFor(() =>
      expect(canvas.getByRole('link', { name: newHereTexts.giftLink })).toHaveAttribute('href', webPaths.start()),
    )
  },
}

export const NoNumber: Story = {
  name: '[PUB-05] No number typed',
  args: { path: webPaths.contactUs() },
  play: async (context) => {
    await leave('')(context)
    await waitFor(() => expect(context.canvas.getByRole('textbox', { name: 'Phone number' })).toBeInvalid())
  },
}

export const Refused: Story = {
  name: 'Too many requests for a number',
  args: {
    path: webPaths.contactUs(),
    answer: () => aRefusal(429, 'This number was texted already. Please wait 15 minutes.'),
  },
  play: async (context) => {
    await leave('415 555 0103')(context)
    await expect(await context.canvas.findByText(/was texted already/)).toBeVisible()
  },
}

export const EmailFault: Story = {
  name: '[MSG-01] An address that is none',
  args: { path: webPaths.contactUs() },
  play: async (context) => {
    await context.userEvent.type(await context.canvas.findByRole('textbox', { name: /E-mail/ }), 'no address')
    await leave('415 555 0103')(context)
    await waitFor(() => expect(context.canvas.getByRole('textbox', { name: /E-mail/ })).toBeInvalid())
  },
}

export const TooLong: Story = {
  name: '(ux 34) A message over the limit is kept and flagged, and not sent',
  args: {
    path: webPaths.contactUs(),
    answer: () => {
      throw new Error('a message that is too long was sent')
    },
  },
  play: async (context) => {
    const { canvas, userEvent } = context
    const field = await canvas.findByRole('textbox', { name: /^Message/ })
    await userEvent.click(field)
    await userEvent.paste('a'.repeat(maxNoteLength + 1))
    await isSeen(() => canvas.getByText(/^This is 1 character too long/))
    await leave('415 555 0103')(context)
    await waitFor(() => expect(field).toHaveFocus())
    await expect(field).toHaveValue('a'.repeat(maxNoteLength + 1))
  },
}

export const OnItsWay: Story = {
  name: '[PUB-06] The text is on its way',
  args: { path: webPaths.contactUs(), answer: () => ({ ok: true }) },
  play: async (context) => {
    await leave('415 555 0103')(context)
    await expect(await context.canvas.findByRole('heading', { name: messageSentTexts.title })).toBeVisible()
    await isSeen(() => context.canvas.getByText('+1 415 555 0103'))
  },
}

export const OnItsWayUnknown: Story = {
  name: '[PUB-06] The page after it, opened by itself',
  args: { path: webPaths.messageWasSent() },
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('heading', { name: messageSentTexts.unknownTitle })).toBeVisible()
    await waitFor(() =>
      expect(canvas.getByRole('link', { name: messageSentTexts.leaveNumber })).toHaveAttribute(
        'href',
        webPaths.contactUs(),
      ),
    )
  },
}

export const Unsubscribe: Story = {
  name: '[LAW-07] Ending mails',
  args: { path: webPaths.unsubscribe('token'), answer: () => ({}) },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: unsubscribeTexts.submit }))
    await expect(await canvas.findByRole('heading', { name: unsubscribeTexts.doneTitle })).toHaveFocus()
  },
}

export const UnsubscribeUnknown: Story = {
  name: '[LAW-07] Unsubscribing by an unknown link',
  args: { path: webPaths.unsubscribe('cut'), answer: () => aRefusal(404, 'Not found') },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: unsubscribeTexts.submit }))
    await isSeen(() => canvas.getByText(unsubscribeTexts.unknown))
  },
}

let messageTaken = heldAnswer()

export const OfAClient: Story = {
  name: '[MSG-01] A client types only a message, and can begin the next one while it is sent',
  args: {
    path: '/client',
    answer: () => messageTaken.promise,
  },
  loaders: () => {
    messageTaken = heldAnswer()
  },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: contactTexts.send }))
    await waitFor(() => expect(canvas.getByRole('textbox', { name: contactTexts.message })).toBeInvalid())
    await userEvent.type(await canvas.findByRole('textbox', { name: contactTexts.message }), 'Where is my order?')
    await userEvent.click(await canvas.findByRole('button', { name: contactTexts.send }))
    await userEvent.clear(canvas.getByRole('textbox', { name: contactTexts.message }))
    await userEvent.type(canvas.getByRole('textbox', { name: contactTexts.message }), 'One more thing')
    messageTaken.resolve({ ok: true })
    await isSeen(() => canvas.getByText(contactTexts.sent))
    await expect(canvas.getByRole('link', { name: contactTexts.seeMessages })).toHaveAttribute(
      'href',
      webPaths.messages(),
    )
    await waitFor(() =>
      expect(canvas.getByRole('textbox', { name: contactTexts.message })).toHaveValue('One more thing'),
    )
  },
}

const signedInToken = `e30.${btoa(JSON.stringify({ sub: 'client-1' }))}.signed`

export const NextPerson: Story = {
  name: '[AUTH-15][AUTH-23] keeps a typed message at a forced end, and clears it at a chosen one',
  args: {
    path: webPaths.contactUs(),
    answer: (path) => (path === apiPaths.me() ? aClientAnswer() : undefined),
  },
  beforeEach: () => {
    session.start(signedInToken)
    return () => session.end({ chosen: true })
  },
  play: async ({ canvas, userEvent }) => {
    const field = () => canvas.findByRole('textbox', { name: /^Message/ })
    const signInAfter = async (chosen: boolean) => {
      await isSeen(() => canvas.getByText(contactTexts.announced.sms))
      session.end({ chosen })
      await isSeen(() => canvas.getByText(contactTexts.lead))
      session.start(signedInToken)
      await isSeen(() => canvas.getByText(contactTexts.announced.sms))
    }
    await userEvent.type(await field(), 'My grades are private')
    await signInAfter(false)
    await expect(await field()).toHaveValue('My grades are private')
    await signInAfter(true)
    await expect(await field()).toHaveValue('')
  },
}

export const SentWithoutFieldSizing: Story = {
  name: '[MSG-01] (ux 34) without `field-sizing`, the field of a sent message is small again',
  args: { path: '/client', answer: () => ({ ok: true }) },
  beforeEach: () => {
    const supports = spyOn(CSS, 'supports').mockReturnValue(false)
    return () => supports.mockRestore()
  },
  play: async ({ canvas, userEvent }) => {
    const field = await canvas.findByRole('textbox', { name: contactTexts.message })
    const { height } = field.getBoundingClientRect()
    await userEvent.click(field)
    await userEvent.paste('A line of the message.\n'.repeat(12))
    await expect(field.getBoundingClientRect().height).toBeGreaterThan(height)
    await userEvent.click(canvas.getByRole('button', { name: contactTexts.send }))
    await isSeen(() => canvas.getByText(contactTexts.sent))
    await expect(field.getBoundingClientRect().height).toBe(height)
  },
}

export const AnswerAnnounced: Story = {
  name: '[MSG-01][TALK-04] A client reads how the answer is announced, and that it arrives in Messages',
  args: { path: '/client' },
  play: async ({ canvas }) => {
    await isSeen(() => canvas.getByText(contactTexts.announced.sms))
    await expect(canvas.getByRole('link', { name: contactTexts.messages })).toHaveAttribute('href', webPaths.messages())
  },
}

export const AnswerNotAnnounced: Story = {
  name: '[MSG-01][TALK-04] A client who wants no announcements reads that Messages have the answer',
  args: { path: '/quiet-client' },
  play: ({ canvas }) => isSeen(() => canvas.getByText(contactTexts.announced.none)),
}

export const AnswerAnnouncedUnconfirmed: Story = {
  name: '[TALK-04][SAFE-02] A client with an unconfirmed address reads that a text may announce the answer',
  args: { path: '/unconfirmed-client' },
  play: ({ canvas }) => isSeen(() => canvas.getByText(contactTexts.announcedUnconfirmed)),
}

const keysOfRequests: (string | null)[] = []
let isFirstTry = true
/** Refuses the first call to a path, and records the keys of contact requests. */
const refuseFirst = (refused: string) => (path: string, key: string | null) => {
  if (path === apiPaths.newClient()) keysOfRequests.push(key)
  if (path !== refused || !isFirstTry) return { ok: true }
  isFirstTry = false
  return aRefusal(503, 'Not now')
}
const resetKeys = () => {
  keysOfRequests.length = 0
  isFirstTry = true
}

export const OfAClientSentAgain: Story = {
  name: '[MSG-01][API-11] A client’s retry has the same key; the same words later have a new one',
  args: { path: '/client', answer: refuseFirst(apiPaths.newClient()) },
  loaders: resetKeys,
  play: async ({ canvas, userEvent }) => {
    const send = async () => userEvent.click(await canvas.findByRole('button', { name: contactTexts.send }))
    const type = async () =>
      userEvent.type(await canvas.findByRole('textbox', { name: contactTexts.message }), 'Where is my order?')
    await type()
    await send()
    await isSeen(() => canvas.getByText('Not now'))
    await send()
    await isSeen(() => canvas.getByText(contactTexts.sent))
    await type()
    await send()
    await waitFor(() => expect(keysOfRequests).toHaveLength(3))
    const [first, second, third] = keysOfRequests
    await expect(first).toEqual(expect.any(String))
    await expect(second).toBe(first)
    await expect(third).not.toBe(first)
  },
}

export const OfAClientSignedOutElsewhere: Story = {
  name: '[SAFE-04][MSG-01] A client whose session ended elsewhere sends no message as a stranger',
  args: {
    path: '/client',
    answer: (path, key) => {
      if (path === apiPaths.newClient()) keysOfRequests.push(key)
      return path === apiPaths.me() ? aRefusal(401, 'Please log in again.') : { ok: true }
    },
  },
  loaders: resetKeys,
  play: async ({ canvas, userEvent }) => {
    const field = await canvas.findByRole('textbox', { name: contactTexts.message })
    await userEvent.type(field, 'Where is my order?')
    await userEvent.click(await canvas.findByRole('button', { name: contactTexts.send }))
    await isSeen(() => canvas.getByText('Please log in again.'))
    await expect(field).toHaveValue('Where is my order?')
    await expect(keysOfRequests).toEqual([])
  },
}

export const TextAskedAgain: Story = {
  name: '[MSG-01][API-11] A client who asks for the text again sends the message with the same key',
  args: { path: '/client', answer: refuseFirst(apiPaths.textBack()) },
  loaders: resetKeys,
  play: async ({ canvas, userEvent }) => {
    const ask = async () => userEvent.click(await canvas.findByRole('button', { name: contactTexts.submit }))
    await userEvent.type(await canvas.findByRole('textbox', { name: contactTexts.message }), 'Please call me')
    await ask()
    await isSeen(() => canvas.getByText('Not now'))
    await ask()
    await isSeen(() => canvas.getByRole('heading', { name: messageSentTexts.title }))
    const [first, second] = keysOfRequests
    await expect(first).toEqual(expect.any(String))
    await expect(second).toBe(first)
  },
}

export const OfAClientRefused: Story = {
  name: '[MSG-01] A client’s message is refused',
  args: { path: '/client', answer: () => aRefusal(429, 'Please wait an hour.') },
  play: async ({ canvas, userEvent }) => {
    await userEvent.type(await canvas.findByRole('textbox', { name: contactTexts.message }), 'Where is my order?')
    await userEvent.click(await canvas.findByRole('button', { name: contactTexts.send }))
    await expect(await canvas.findByText('Please wait an hour.')).toBeVisible()
    await waitFor(() =>
      expect(canvas.getByRole('textbox', { name: contactTexts.message })).toHaveValue('Where is my order?'),
    )
  },
}
