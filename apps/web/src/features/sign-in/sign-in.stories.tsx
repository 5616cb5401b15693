import type { PaymentReturn } from '@nerdify/contract/orders.ts'
import type { PressAnswer, SwitchAnswer } from '@nerdify/contract/sign-in.ts'
import { webPaths } from '@nerdify/contract/web-paths.ts'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, waitFor } from 'storybook/test'
import { answerCalls, aRefusal, noAnswerYet } from '@nerdify/browser/testing/answered-calls.ts'
import { heldAnswer } from '../../testing/OrderFlow.tsx'
import { StoryPage } from '../../testing/StoryPage.tsx'
import { isSeen } from '../../testing/story-steps.ts'
import {
  codeTexts,
  emailTexts,
  emailUnknownTexts,
  keyTexts,
  pressTexts,
  paymentArrivedTexts,
  phoneTexts,
  switchTexts,
} from '../../texts/sign-in.ts'
import { newHereTexts } from '../../texts/new-here.ts'
import { keepOrigin, storedOrigin } from '../../visit/origin.ts'
import { session } from '../../visit/session.ts'
import type { SignInEntry } from './sign-in-entry.ts'
import { Component as EmailScreen } from './EmailScreen.tsx'
import { Component as EmailSentScreen } from './EmailSentScreen.tsx'
import { Component as EmailUnknownScreen } from './EmailUnknownScreen.tsx'
import { Component as LoginScreen } from './LoginScreen.tsx'
import { Component as LogoutScreen } from './LogoutScreen.tsx'
import { MailLink, RatingLink, ShortLink } from './LinkScreens.tsx'
import { Component as PaymentLinkScreen } from './PaymentLinkScreen.tsx'
import { Component as PhoneScreen } from './PhoneScreen.tsx'

const screens = {
  [webPaths.login()]: LoginScreen,
  [webPaths.loginPhone()]: PhoneScreen,
  [webPaths.loginEmail()]: EmailScreen,
  [webPaths.loginEmailSent()]: EmailSentScreen,
  [webPaths.loginEmailUnknown()]: EmailUnknownScreen,
  [webPaths.mailLink(':code')]: MailLink,
  [webPaths.shortLink(':shortKey')]: ShortLink,
  [`${webPaths.shortPaymentLink(':shortKey', ':orderId', ':subscriptionId')}?`]: PaymentLinkScreen,
  [webPaths.ratingLink(':referralCode', ':orderId')]: RatingLink,
  [webPaths.logout()]: LogoutScreen,
}

interface SignInProps {
  path: string
  state?: SignInEntry | { forced: true } | { paid: PaymentReturn }
  /** The server's answers to the request for a code or a link, and to the typed code or opened link. */
  asked?: (body: unknown) => unknown
  checked?: () => unknown
}

const SignIn = ({ path, state }: SignInProps) => <StoryPage path={path} state={state} screens={screens} />

const meta = {
  title: 'Screens/Sign-in',
  component: SignIn,
  parameters: { layout: 'fullscreen' },
  beforeEach: ({ args: { asked, checked } }) =>
    answerCalls((_address, { body }) =>
      (body as { type: string }).type === 'check_code' ? checked?.() : asked?.(body),
    ),
} satisfies Meta<typeof SignIn>
export default meta
type Story = StoryObj<typeof meta>
type Play = NonNullable<Story['play']>

export const Ways: Story = { name: '[AUTH-01] The two ways', args: { path: webPaths.login() } }

export const WaysAnew: Story = {
  name: '(ux 14) The two ways, after the session has ended',
  args: { path: webPaths.login(), state: { forced: true } },
  play: ({ canvas }) => isSeen(() => canvas.getByRole('alert')),
}

/** Answers one after the other; the last one repeats. */
const afterPaying = (...statuses: readonly string[]): Pick<Story, 'args' | 'loaders'> => {
  let left = statuses
  return {
    loaders: () => {
      left = statuses
    },
    args: {
      path: webPaths.login(),
      state: { paid: { order_id: '0192a1b2-c3d4-7e5f-8a6b-0123456789ab', token: 'token' } },
      asked: () => {
        const [status] = left
        if (left.length > 1) left = left.slice(1)
        return { status }
      },
    },
  }
}

export const PaymentHere: Story = {
  ...afterPaying('paid'),
  name: '[PAY-03] Back from the card page without a session',
  play: ({ canvas }) => isSeen(() => canvas.getByText(paymentArrivedTexts.paid.title)),
}

export const PaymentArrives: Story = {
  ...afterPaying('confirming', 'paid'),
  name: '[PAY-03] The same where the bank takes a moment',
  play: async ({ canvas }) => {
    await isSeen(() => canvas.getByText(paymentArrivedTexts.confirming.title))
    await waitFor(() => expect(canvas.getByText(paymentArrivedTexts.paid.title)).toBeVisible())
  },
}

export const PaymentNotHere: Story = {
  ...afterPaying('unpaid'),
  name: '[PAY-03] The same where nothing was paid',
  play: ({ canvas }) => isSeen(() => canvas.getByText(paymentArrivedTexts.unpaid.title)),
}

const requestCode =
  (typed: string): Play =>
  async ({ canvas, userEvent }) => {
    if (typed !== '') await userEvent.type(await canvas.findByRole('textbox', { name: 'Phone number' }), typed)
    await userEvent.click(await canvas.findByRole('button', { name: phoneTexts.submit }))
  }

export const Phone: Story = { name: 'Phone number', args: { path: webPaths.loginPhone() } }

export const PhoneFault: Story = {
  name: '[AUTH-02] Phone number, none typed',
  args: { path: webPaths.loginPhone() },
  play: async (context) => {
    await requestCode('')(context)
    await waitFor(() => expect(context.canvas.getByRole('textbox')).toBeInvalid())
  },
}

export const PhoneUnknown: Story = {
  name: '[AUTH-03] Phone number without an account',
  args: {
    path: webPaths.loginPhone(),
    asked: () => aRefusal(422, 'Please enter a valid phone number', { error_type: 'phone_unknown' }),
  },
  play: async (context) => {
    await requestCode('+1 415 555 0199')(context)
    await expect(await context.canvas.findByText('Please enter a valid phone number')).toBeVisible()
    await isSeen(() => context.canvas.getByRole('button', { name: phoneTexts.begin }))
    await isSeen(() => context.canvas.getByRole('link', { name: newHereTexts.link }))
  },
}

export const PhoneAsking: Story = {
  name: 'Phone number, on its way',
  args: { path: webPaths.loginPhone(), asked: noAnswerYet },
  play: async (context) => {
    await requestCode('+1 415 555 0103')(context)
    await isSeen(() => context.canvas.getByText(phoneTexts.sending))
  },
}

/** A code that was just sent, or, with 0, one that may be requested again. The time runs from the import of the stories. */
const sentCode = (seconds: number): SignInEntry => ({
  sent: { to: '+1 415 555 0103', resendAt: Date.now() + seconds * 1000 },
})

export const Code: Story = {
  name: '[AUTH-04] Code, not yet to be sent again',
  args: { path: webPaths.loginPhone(), state: sentCode(3600) },
  play: async ({ canvas, userEvent }) => {
    await waitFor(() => expect(canvas.getByRole('textbox')).toHaveFocus())
    await userEvent.click(await canvas.findByRole('button', { name: codeTexts.resend }))
    await isSeen(() => canvas.getByText(/You can ask again in/))
  },
}

const typeCode: Play = async ({ canvas, userEvent }) => {
  await userEvent.type(await canvas.findByRole('textbox'), '12345')
  await userEvent.click(await canvas.findByRole('button', { name: codeTexts.submit }))
}

export const CodeWrong: Story = {
  name: '[AUTH-05] Code, wrong',
  args: {
    path: webPaths.loginPhone(),
    state: sentCode(0),
    checked: () => aRefusal(422, 'Please enter a valid code', { error_type: 'code_wrong' }),
  },
  play: async (context) => {
    await typeCode(context)
    await expect(await context.canvas.findByText('Please enter a valid code')).toBeVisible()
    await waitFor(() => expect(context.canvas.getByRole('textbox')).toHaveValue('12345'))
  },
}

export const CodeExpired: Story = {
  name: '[AUTH-07] Code, expired: another one is sent',
  args: {
    path: webPaths.loginPhone(),
    state: sentCode(0),
    checked: () => aRefusal(422, 'This code has expired.', { error_type: 'code_expired' }),
    asked: () => ({ ok: true, resend_after: 30 }),
  },
  play: async (context) => {
    await typeCode(context)
    await expect(await context.canvas.findByText(codeTexts.expired)).toBeVisible()
    await waitFor(() => expect(context.canvas.getByRole('textbox')).toHaveValue(''))
  },
}

let resent = heldAnswer()

export const CodeTypedMeanwhile: Story = {
  name: '[AUTH-04] Code, typed while it is sent again',
  args: { path: webPaths.loginPhone(), state: sentCode(0), asked: () => resent.promise },
  loaders: () => {
    resent = heldAnswer()
  },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: codeTexts.resend }))
    await userEvent.type(canvas.getByRole('textbox'), '12345')
    resent.resolve({ ok: true, resend_after: 30 })
    await isSeen(() => canvas.getByText(codeTexts.resent('+1 415 555 0103')))
    await waitFor(() => expect(canvas.getByRole('textbox')).toHaveValue('12345'))
  },
}

export const CodeTooOften: Story = {
  name: 'Code, tried too often',
  args: {
    path: webPaths.loginPhone(),
    state: sentCode(0),
    checked: () => aRefusal(429, 'Too many tries. Please wait 15 minutes and request a new code.'),
  },
  play: async (context) => {
    await typeCode(context)
    await expect(await context.canvas.findByText(/Too many tries/)).toBeVisible()
  },
}

const requestLink =
  (typed: string): Play =>
  async ({ canvas, userEvent }) => {
    if (typed !== '') await userEvent.type(await canvas.findByRole('textbox', { name: 'E-mail' }), typed)
    await userEvent.click(await canvas.findByRole('button', { name: emailTexts.submit }))
  }

export const Email: Story = {
  name: 'E-mail with a probable typo',
  args: { path: webPaths.loginEmail() },
  play: async ({ canvas, userEvent }) => {
    await userEvent.type(await canvas.findByRole('textbox', { name: 'E-mail' }), 'alex@gmial.com')
    await userEvent.tab()
    await isSeen(() => canvas.getByRole('button', { name: 'alex@gmail.com' }))
  },
}

export const EmailFault: Story = {
  name: '[AUTH-08] E-mail, none typed',
  args: { path: webPaths.loginEmail() },
  play: async (context) => {
    await requestLink('')(context)
    await waitFor(() => expect(context.canvas.getByRole('textbox')).toBeInvalid())
  },
}

export const EmailAsking: Story = {
  name: '[AUTH-08] E-mail, on its way: the button is blocked',
  args: { path: webPaths.loginEmail(), asked: noAnswerYet },
  play: async (context) => {
    await requestLink('alex@example.com')(context)
    await isSeen(() => context.canvas.getByText(emailTexts.sending))
    const button = context.canvas.getByText(emailTexts.sending).closest('button')
    await waitFor(() => expect(button).toHaveAttribute('aria-disabled', 'true'))
  },
}

export const EmailSentBefore: Story = {
  name: '[AUTH-08] E-mail, back after a link was sent: the button is blocked until another address is typed',
  args: {
    path: webPaths.loginEmail(),
    state: { typed: 'alex@example.com', sent: { to: 'alex@example.com', resendAt: Date.now() + 3_600_000 } },
  },
  play: async ({ canvas, userEvent }) => {
    const button = await canvas.findByRole('button', { name: emailTexts.submit })
    const field = await canvas.findByRole('textbox', { name: 'E-mail' })
    await waitFor(() => expect(button).toHaveAttribute('aria-disabled', 'true'))
    await userEvent.click(button)
    await isSeen(() => canvas.getByText(/^You can ask again in \d+ seconds?\.$/))
    await userEvent.type(field, '.au')
    await waitFor(() => expect(button).not.toHaveAttribute('aria-disabled'))
  },
}

export const EmailNotSent: Story = {
  name: 'E-mail, without a network',
  args: {
    path: webPaths.loginEmail(),
    asked: () => Promise.reject(new TypeError('no network')),
  },
  play: async (context) => {
    await requestLink('alex@example.com')(context)
    await expect(await context.canvas.findByRole('textbox')).toBeInvalid()
    await waitFor(() => expect(context.canvas.getByRole('textbox')).toHaveValue('alex@example.com'))
  },
}

const longAddress = 'alexandra.montgomery-featherstonehaugh.2026@students.university-of-somewhere.example.edu'

export const EmailSent: Story = {
  name: '[AUTH-09] Link sent, to a long address',
  args: { path: webPaths.loginEmailSent(), state: { sent: { to: longAddress, resendAt: Date.now() + 24_000 } } },
  play: async ({ canvas }) => {
    await isSeen(() => canvas.getByText(longAddress))
    const { documentElement: page } = document
    await expect(page.scrollWidth).toBeLessThanOrEqual(page.clientWidth)
  },
}

export const EmailSentAgain: Story = {
  name: '(ux 11) (ux 55) Link sent again: "Resend" waits again, and keeps the focus',
  args: {
    path: webPaths.loginEmailSent(),
    state: { sent: { to: 'alex@example.com', resendAt: 0 } },
    asked: () => ({ ok: true, resend_after: 30 }),
  },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: codeTexts.resend }))
    await isSeen(() => canvas.getByText(/in (29|30) seconds/))
    await expect(canvas.getByRole('button', { name: codeTexts.resend })).toHaveFocus()
  },
}

export const EmailSentAgainNot: Story = {
  name: 'Link sent, but a second one fails',
  args: {
    path: webPaths.loginEmailSent(),
    state: { sent: { to: 'alex@example.com', resendAt: 0 } },
    asked: () => aRefusal(429, 'Too many links for this address. Please wait 15 minutes.'),
  },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: codeTexts.resend }))
    await isSeen(() => canvas.getByText(/Too many links/))
  },
}

export const EmailUnknown: Story = {
  name: '[AUTH-09] E-mail without an account',
  args: { path: webPaths.loginEmail(), asked: () => ({ ok: false }) },
  play: async (context) => {
    await requestLink(longAddress)(context)
    await expect(await context.canvas.findByText(emailUnknownTexts.heading)).toBeVisible()
    await isSeen(() => context.canvas.getByText(longAddress))
  },
}

export const LinkOpened: Story = {
  name: '[AUTH-10] A link of a mail, being spent',
  args: { path: webPaths.mailLink('key'), checked: noAnswerYet },
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getByRole('heading')).toHaveTextContent(keyTexts.heading))
  },
}

export const LinkAfterShareLink: Story = {
  name: '[REF-04] A link of a mail signs in, and this browser forgets the friend’s share code',
  args: { path: webPaths.mailLink('key'), checked: () => ({ jwt: 'e30.e30.signature' }) },
  beforeEach() {
    keepOrigin({ landing: webPaths.contactUs(), landing_query: '?ref=shared' })
    return () => session.end({ chosen: true })
  },
  play: async () => {
    await waitFor(() => expect(session.token()).toBeDefined())
    await expect(storedOrigin()).toBeUndefined()
  },
}

const refused = (type: string, text: string) => () => aRefusal(422, text, { error_type: type })
const used = refused('link_used', 'This link was already used. Please log in again with a new one.')
const expired = refused('link_expired', 'This link has expired. Please log in again with a new one.')

export const MailLinkUsed: Story = {
  name: '[AUTH-10] A used mailed link: another one is sent',
  args: { path: webPaths.mailLink('key'), checked: used, asked: () => ({ ok: true }) },
  play: async ({ canvas, userEvent }) => {
    await isSeen(() => canvas.getByText(/was already used/))
    await userEvent.click(await canvas.findByRole('button', { name: keyTexts.newMailLink }))
    await isSeen(() => canvas.getByRole('heading', { name: 'Please check your email' }))
  },
}

export const MailLinkElsewhere: Story = {
  name: '[AUTH-10] A mailed link, outside of the browser that requested it',
  args: { path: webPaths.mailLink('key'), checked: () => ({ press: { to: '•••0103' } }) satisfies PressAnswer },
  play: ({ canvas }) => isSeen(() => canvas.getByRole('button', { name: pressTexts.go('•••0103') })),
}

const switching = (switches: SwitchAnswer['switches']): Story => ({
  args: {
    path: webPaths.mailLink('c'),
    checked: () => ({ switches }) satisfies SwitchAnswer,
  },
  play: ({ canvas }) => isSeen(() => canvas.getByRole('heading', { name: switchTexts.heading(switches.to) })),
})

export const LinkOfAnotherAccount: Story = {
  name: '[SAFE-05] A link that would change the account',
  ...switching({ from: '•••0199', to: '•••0103' }),
}

export const LinkOfAnotherAddress: Story = {
  name: '[SAFE-05] A link that would change to an account with an e-mail alone',
  ...switching({ from: null, to: 'a•••@a-university-with-a-long-name.example.edu' }),
}

export const ShortLinkExpired: Story = {
  name: '[AUTH-10] A link of a text, expired, and none in its place',
  args: { path: webPaths.shortLink('key'), checked: expired, asked: () => ({ ok: false }) },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: keyTexts.newTextLink }))
    await isSeen(() => canvas.getByText(keyTexts.noNewLink))
  },
}

let newLink: unknown

export const PaymentLinkExpired: Story = {
  name: '[AUTH-10][AUTH-12] A payment link, expired: the new link keeps its subscription',
  args: {
    path: webPaths.shortPaymentLink('key', 'order-1', 'sub_123'),
    checked: expired,
    asked: (body) => {
      newLink = body
      return { ok: true }
    },
  },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: keyTexts.newTextLink }))
    await isSeen(() => canvas.getByRole('heading', { name: keyTexts.texted }))
    await expect(newLink).toMatchObject({ next: webPaths.orderPayment('order-1', 'sub_123') })
  },
}

export const PaymentLinkCut: Story = {
  name: '[AUTH-12] An unknown payment link',
  args: {
    path: webPaths.shortPaymentLink('key', 'order-1'),
    checked: refused(
      'link_unknown',
      'This link doesn’t work. Please make sure you opened the whole link, or log in again.',
    ),
  },
  play: async ({ canvas }) => {
    await isSeen(() => canvas.getByRole('link', { name: keyTexts.login }))
    await waitFor(() => expect(canvas.queryByRole('button')).toBeNull())
  },
}

export const RatingLinkNotNow: Story = {
  name: '[AUTH-13] A rating link, while the server has trouble',
  args: { path: webPaths.ratingLink('code', 'order-1') },
  play: async ({ canvas }) => {
    await isSeen(() => canvas.getByRole('button', { name: keyTexts.tryAgain }))
  },
}

export const SigningOut: Story = {
  name: '[AUTH-15] Signing out leads to the sign-in',
  args: { path: webPaths.logout() },
  play: async ({ canvas }) => {
    await isSeen(() => canvas.getByRole('link', { name: /Phone number/ }))
  },
}
