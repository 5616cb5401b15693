/** The words of the sign-in screens (AUTH-01 to AUTH-07, AUTH-15). */

/** Title and description of the pre-rendered pages (PUB-09). */
export const signInHeads = {
  login: {
    title: 'Login',
    description: 'Sign in to Nerdify with your phone number or your e-mail. No password needed.',
  },
  phone: {
    title: 'Login with your phone number',
    description: 'Sign in to Nerdify with a 5-digit code that we text to your phone.',
  },
} as const

export const loginTexts = {
  heading: 'Login with your',
  phone: 'Phone number',
  phoneNote: 'We text you a 5-digit code',
  email: 'E-mail',
  emailNote: 'We send you a link, no password',
  trouble: 'Trouble signing in?',
  contactUs: 'Contact us',
} as const

export const phoneTexts = {
  back: 'Back',
  heading: 'What’s your phone number?',
  lead: 'Use the number you placed your order with, so that we find your account.',
  label: 'Phone number',
  hint: 'With the country code, like +1 415 555 0103. We text a 5-digit code to this number.',
  submit: 'Request the code',
  sending: 'Sending',
  withEmail: 'Login with e-mail instead',
  newcomer: 'New to Nerdify?',
  contactUs: 'Contact us',
} as const

export const codeTexts = {
  title: 'Enter the code',
  back: 'Change number',
  /** In parts: the middle one is not broken over lines. */
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
  sending: 'Sending the code again…',
  resent: (phone: string) => `We texted the code to ${phone} again.`,
  expired: 'That code had expired, so we texted you a new one.',
} as const

export const logoutTexts = {
  title: 'Signing you out',
} as const
