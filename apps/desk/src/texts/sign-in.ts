/** The words of the sign-in (OPS-15). */
export const signInTexts = {
  heading: 'Sign in to the desk',
  lead: 'The desk is for staff. We mail you a link that signs you in.',
  ended: 'Your session has ended. Sign in again to continue; what you typed is still here.',
  email: 'Your work e-mail',
  send: 'Send the link',
  sending: 'Sending',
  sentHeading: 'Check your mail',
  sentTo: (email: string) => `If ${email} belongs to staff, a link is on its way. It works once, for 30 minutes.`,
  otherAddress: 'Use another address',
  opening: 'Signing you in',
  press: 'Continue to the desk',
  pressFor: (email: string | null) => (email === null ? 'Sign in with this link?' : `Sign in as ${email}?`),
  pressing: 'Signing in',
  linkFailed: 'This link did not sign you in',
  newLink: 'Ask for a new link',
} as const
