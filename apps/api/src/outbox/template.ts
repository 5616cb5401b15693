import type { RenderedMail } from './mail-layout.ts'

/** What a message is rendered from, besides its variables. */
export interface Rendering {
  secret: string
  /** Origin of the web app. */
  publicUrl: string
  /** How the message leaves, for those that have a form for each. */
  channel?: 'sms' | 'email'
  /** Where the reader of this message ends such mails; there for mails that may be ended. */
  unsubscribeUrl?: string | undefined
}

/** A text message as it is sent. */
interface RenderedSms {
  channel: 'sms'
  body: string
}

/** A message as it is sent. */
export type RenderedMessage = RenderedSms | RenderedMail

/**
 * Why a message leaves (LAW-07): its reader `asked` for it just now, or it is `ours`, to our own people: both go out
 * whatever was said before. One of `service`, about an order, is kept back from who wants no more; so is `marketing`, which
 * needs a consent besides.
 */
export type MessageKind = 'asked' | 'ours' | 'service' | 'marketing'

/** How a message comes to be. */
export interface Template {
  kind: MessageKind
  /**
   * Whether a message that may have gone out is never sent again by us: a code is resent by the person, not the machine
   * (payments.md 2.1).
   */
  atMostOnce: boolean
  render(variables: Record<string, string>, rendering: Rendering): RenderedMessage
}
