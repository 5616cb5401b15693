/** The words of the sign-in screens (AUTH-01 to AUTH-15). */

/** Title and description of the pre-rendered pages (PUB-09). */
export const signInHeads = {
  login: {
    title: 'Login',
    description: 'Log in to Nerdify with your phone number or your e-mail. No password needed.',
  },
  phone: {
    title: 'Login with your phone number',
    description: 'Log in to Nerdify with a 5-digit code that we text to your phone.',
  },
  email: {
    title: 'Login with your e-mail',
    description: 'Log in to Nerdify with a link that we send to your e-mail. No password needed.',
  },
} as const

export const loginTexts = {
  ended: 'You were logged out. Log in again to pick up where you left off.',
  heading: 'Login with your',
  phone: 'Phone number',
  phoneNote: 'We text you a 5-digit code',
  email: 'E-mail',
  emailNote: 'We send you a link, no password',
  trouble: 'Trouble logging in?',
} as const

/** For a browser that keeps no data of this site. */
export const siteDataTexts = {
  blocked:
    'Your browser blocks site data for Nerdify, so it can’t remember you: whenever the page reloads, you’ll need to log in again. To stay logged in, allow cookies and site data for this site in your browser’s settings.',
} as const

/** Back from the card page without a session (PAY-03). */
export const paymentArrivedTexts = {
  paid: {
    title: 'Payment received. We’re on it.',
    text: 'Log in to follow your order and add files.',
  },
  confirming: { title: 'We’re confirming your payment', text: 'This takes a moment. Log in to follow your order.' },
  unpaid: { title: 'Your order isn’t paid yet', text: 'Nothing was charged. Log in to try again.' },
  /** Partly paid; `amount` is still due. */
  due: (amount: string) => ({
    title: `Payment received, and ${amount} is still due`,
    text: 'Log in to see why and pay the rest. Your Nerd starts once it’s paid.',
  }),
} as const

export const phoneTexts = {
  back: 'Back',
  heading: 'What’s your phone number?',
  lead: 'Use the number you placed your order with, so we can find your account.',
  label: 'Phone number',
  hint: 'With the country code, like +1 415 555 0103. We’ll text a 5-digit code to this number.',
  submit: 'Request the code',
  sending: 'Sending',
  withEmail: 'Log in with e-mail instead',
  noCode: 'No code?',
  contact: 'Get a link by text, or chat with us',
  begin: 'I’m new: continue with this number',
} as const

export const codeTexts = {
  title: 'Enter the code',
  back: 'Change number',
  /** In parts, because the middle part must not break over lines. */
  heading: ['Enter the ', '5-digit', ' code'],
  lead: 'We texted it to',
  label: '5-digit code',
  incomplete: 'Enter all 5 digits of the code.',
  submit: 'Confirm and login',
  checking: 'Checking',
  nothingYet: 'Nothing yet?',
  resend: 'Resend',
  resendIn: (seconds: number) => `in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}`,
  tooEarly: (seconds: number) => `You can ask again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
  sending: 'Sending it again',
  resent: (phone: string) => `We texted the code to ${phone} again.`,
  expired: 'That code expired, so we texted you a new one.',
} as const

export const confirmTexts = {
  title: 'Confirm it’s you',
  /** To a number by its last four digits. */
  byPhone: (end: string) =>
    `This keeps your account safe. We’ll text a 5-digit code to your number that ends in ${end}.`,
  byEmail: (email: string) => `This keeps your account safe. We’ll send a link to ${email}.`,
  byNothing: 'This needs a phone number or an e-mail that we can reach. Contact us, and we’ll sort it out.',
  textMe: 'Text me the code',
  emailMe: 'Email me the link',
  emailInstead: 'Email me a link instead',
  sending: 'Sending',
  notNow: 'Not now',
  texted: (phone: string) => `We texted a code to ${phone}. Enter it to pick up where you left off.`,
  submit: 'Confirm',
  mailed: (email: string) =>
    `We sent a link to ${email}. Open it in this browser, then come back here to pick up where you left off.`,
} as const

export const emailTexts = {
  back: 'Back',
  heading: 'What’s your e-mail?',
  lead: 'We’ll send you a link to log in. No password to remember.',
  label: 'E-mail',
  submit: 'Email me the link to login',
  sending: 'Sending',
  /** The words before and after the suggested address. */
  suggestion: ['Did you mean', '?'],
  withPhone: 'Log in with phone instead',
  sentJustNow: 'We just sent a link to this address. Please check your inbox.',
} as const

export const emailSentTexts = {
  heading: 'Please check your email',
  lead: 'We have just sent a link you can use to access your account',
  sentTo: 'It went to',
  lasts: 'and works once, for 30 minutes.',
  gotIt: 'Got it!',
  notThere: 'Not there after a minute? Look in your spam folder, or',
  contactUs: 'contact us',
  changeAddress: 'Change e-mail',
  resent: (email: string) => `We sent another link to ${email}.`,
} as const

export const emailUnknownTexts = {
  title: 'We don’t recognize this email',
  heading: "Sorry, we don't recognize this email",
  lead: 'Try the address you gave with your order, or log in with your phone.',
  asked: 'You typed',
  gotIt: 'Got it!',
  another: 'Try another e-mail',
  stuck: 'Still stuck?',
} as const

export const keyTexts = {
  title: 'Logging you in',
  heading: 'Please bear with us. We are logging you in',
  tooLong: 'Taking too long?',
  trouble: 'Trouble logging in?',
  refusedTitle: 'We couldn’t log you in',
  refusedHeading: 'We couldn’t log you in',
  tryAgain: 'Try again',
  newMailLink: 'Email me a new link',
  newTextLink: 'Text me a new link',
  sending: 'Sending',
  noNewLink: 'We couldn’t send a new link. Please log in another way.',
  login: 'Log in another way',
  stillSignedIn: 'Go to my tasks',
  texted: 'Please check your phone',
  textedLead: 'We just texted you a link to your account',
} as const

const accountText = (masked: string | null) => masked ?? 'another account'

/** A link that would change the account that is signed in (SAFE-05); accounts are masked, "•••0103". */
export const switchTexts = {
  heading: (to: string | null) => `This link signs you in as ${accountText(to)}`,
  lead: (from: string | null) =>
    from === null
      ? 'You’re signed in with a different account right now. If you continue, we’ll sign you out of it here.'
      : `You’re signed in as ${from} right now. If you continue, we’ll sign you out of it here.`,
  go: (to: string | null) => `Continue as ${accountText(to)}`,
  stay: (from: string | null) => (from === null ? 'Stay signed in as you are' : `Stay signed in as ${from}`),
  notYours: 'Did someone else send you this link? Stay signed in, and tell us:',
} as const

/** A mailed link that signs in by a click (AUTH-10). */
export const pressTexts = {
  heading: 'Log in to Nerdify?',
  lead: 'Your e-mail opened this link. Press the button, and you’re in.',
  go: (to: string | null) => (to === null ? 'Log in' : `Log in as ${to}`),
} as const

export const logoutTexts = {
  title: 'Signing you out',
} as const
