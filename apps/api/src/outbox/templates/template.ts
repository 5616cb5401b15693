import type { RenderedMail } from './mail-layout.ts'

/** What a message is rendered from, besides its variables. */
export interface Rendering {
  secret: string
  /** Origin of the web app. */
  publicUrl: string
  /** Receives answers that staff read. */
  supportEmail: string
  /** The company's time zone (IANA). */
  companyZone: string
  /** Origin of the desk; undefined where it is switched off. */
  deskUrl?: string | undefined
  /** How a shell calls the command-line tool of operations. */
  opsCommand: string
  /** How the message leaves, for those that have a form for each. */
  channel?: 'sms' | 'email'
  /** Where the reader of this message ends such mails; there for mails that may be ended. */
  unsubscribeUrl?: string | undefined
}

/** A text message as it is sent. */
export interface RenderedSms {
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

/** The variables of a message: those that its template needs, and those that it takes where they are there. */
export type Variables<Needed extends string, Taken extends string> = Readonly<Record<Needed, string>> & {
  readonly [Name in Taken]?: string | undefined
}

/** How a message comes to be. */
export interface Template<
  Kind extends MessageKind = MessageKind,
  Needed extends string = string,
  Taken extends string = string,
> {
  kind: Kind
  /**
   * Whether a message that may have gone out is never sent again by us: a code is resent by the person, not the machine
   * (payments.md 2.1).
   */
  atMostOnce?: boolean
  /** The variables that it is not written without, `client` among them where its row is forgotten with that client (LAW-06). */
  needs?: readonly Needed[]
  takes?: readonly Taken[]
  render(variables: Variables<Needed, Taken>, rendering: Rendering): RenderedMessage
}

/** A template as it is, with its variables in its type, so that nothing is enqueued without them. */
export const template = <
  const Kind extends MessageKind,
  const Needed extends string = never,
  const Taken extends string = never,
>(
  parts: Template<Kind, Needed, Taken>,
): Template<Kind, Needed, Taken> => parts

/** A stored message as it is sent. One that an older version wrote may lack a variable, which is empty then. */
export function renderStored(source: Template, stored: Record<string, string>, rendering: Rendering): RenderedMessage {
  const empty = Object.fromEntries((source.needs ?? []).map((name) => [name, '']))
  return source.render({ ...empty, ...stored }, rendering)
}
