import { codeOfChallenge } from '../sign-in/code-of-challenge.ts'

/** What a message is rendered from, besides its variables. */
export interface Rendering {
  secret: string
  /** Origin of the web app. */
  publicUrl: string
}

/** A text message as it is sent. */
export interface RenderedSms {
  channel: 'sms'
  body: string
}

interface Template {
  /**
   * Whether a message that may have gone out is never sent again by us: a code is resent by the person, not the machine
   * (payments.md 2.1).
   */
  atMostOnce: boolean
  render(variables: Record<string, string>, rendering: Rendering): RenderedSms
}

/** Every message that leaves, by its name. */
export const templates = {
  /** AUTH-07: the service's name and the code first, the line that binds the code to this site last. */
  'sign-in-code': {
    atMostOnce: true,
    render({ challengeId = '' }, { secret, publicUrl }) {
      const code = codeOfChallenge(secret, challengeId)
      const host = new URL(publicUrl).hostname
      return {
        channel: 'sms',
        body: `Your Nerdify code is ${code}. It works for 10 minutes. Never share it.\n\n@${host} #${code}`,
      }
    },
  },
} satisfies Record<string, Template>

/** The name of a message. */
export type TemplateName = keyof typeof templates
