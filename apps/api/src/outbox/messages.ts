import { codeOfChallenge } from '../sign-in/code-of-challenge.ts'

/** What a message is rendered from, besides its variables. */
export interface Rendering {
  secret: string
  /** Origin of the web app. */
  publicUrl: string
}

/** A text message as it is sent. */
interface RenderedSms {
  channel: 'sms'
  body: string
}

/** A mail as it is sent: the same in plain text and in HTML. */
interface RenderedMail {
  channel: 'email'
  subject: string
  text: string
  html: string
}

/** A message as it is sent. */
export type RenderedMessage = RenderedSms | RenderedMail

interface Template {
  /**
   * Whether a message that may have gone out is never sent again by us: a code is resent by the person, not the machine
   * (payments.md 2.1).
   */
  atMostOnce: boolean
  render(variables: Record<string, string>, rendering: Rendering): RenderedMessage
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
  /** DISC-13: to support, whenever a coupon is refused or taken away; one that comes twice does no harm there. */
  'coupon-error': {
    atMostOnce: false,
    render(variables) {
      const { coupon = '', number = '', errorType = '', sentence = '', paymentLink = '' } = variables
      return mailOfRows(`Coupon ${coupon} on order ${number}: ${errorType}`, sentence, [
        ['Type', variables.type],
        ['Length', variables.length],
        ['Due', variables.due],
        ['Price', variables.price],
        ['Order number', number],
        ['Coupon', coupon],
        ['Add-ons', variables.addOns],
        ['Payment link', paymentLink],
      ])
    },
  },
} satisfies Record<string, Template>

/** The name of a message. */
export type TemplateName = keyof typeof templates

/** A mail that is a sentence and a table of two columns. */
function mailOfRows(subject: string, sentence: string, rows: readonly [string, string | undefined][]): RenderedMail {
  const told = rows.map(([name, value = '']) => [name, value] as const)
  return {
    channel: 'email',
    subject,
    text: `${sentence}\n\n${told.map(([name, value]) => `${name}: ${value}`).join('\n')}\n`,
    html: `<!doctype html>
<html lang="en">
<title>${escapeHtml(subject)}</title>
<p>${escapeHtml(sentence)}</p>
<table>
${told.map(([name, value]) => `<tr><th align="left">${escapeHtml(name)}</th><td>${escapeHtml(value)}</td></tr>`).join('\n')}
</table>
</html>
`,
  }
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** What anybody typed, as text inside HTML. */
function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => escapes[character] as string)
}
