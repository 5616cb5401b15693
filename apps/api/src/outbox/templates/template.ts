import type { RenderedMail } from './mail-layout.ts'

/** The context of rendering, apart from the message's variables. */
export interface Rendering {
  secret: string
  /** Origin of the web app. */
  publicUrl: string
  /** Receives replies for staff. */
  supportEmail: string
  /** The company's time zone (IANA). */
  companyZone: string
  /** Origin of the desk; undefined if it is switched off. */
  deskUrl?: string | undefined
  /** The shell command of operations' tool. */
  opsCommand: string
  /** The channel, for messages with a form for each. */
  channel?: 'sms' | 'email'
  /** The unsubscribe address of this message, if it can be unsubscribed. */
  unsubscribeUrl?: string | undefined
}

/** A text message to send. */
export interface RenderedSms {
  channel: 'sms'
  body: string
}

/** A message to send. */
export type RenderedMessage = RenderedSms | RenderedMail

/**
 * Why a message is sent (LAW-07): its reader `asked` for it just now, or it is `ours`, to staff: both ignore opt-outs.
 * `service` messages about an order respect opt-outs; so does `marketing`, which also needs consent.
 */
export type MessageKind = 'asked' | 'ours' | 'service' | 'marketing'

/** The variables of a message: required and optional ones. */
export type Variables<Needed extends string, Taken extends string> = Readonly<Record<Needed, string>> & {
  readonly [Name in Taken]?: string | undefined
}

/** A message's template. */
export interface Template<
  Kind extends MessageKind = MessageKind,
  Needed extends string = string,
  Taken extends string = string,
> {
  kind: Kind
  /**
   * Whether we never resend a message that may have been sent: a person requests a new code, not the machine
   * (payments.md 2.1).
   */
  atMostOnce?: boolean
  /** The required variables, among them `client` if its row is erased with that client (LAW-06). */
  needs?: readonly Needed[]
  takes?: readonly Taken[]
  render(variables: Variables<Needed, Taken>, rendering: Rendering): RenderedMessage
}

/** A template with its variables in its type, so that the compiler checks every enqueue. */
export const template = <
  const Kind extends MessageKind,
  const Needed extends string = never,
  const Taken extends string = never,
>(
  parts: Template<Kind, Needed, Taken>,
): Template<Kind, Needed, Taken> => parts

/** Renders a stored message. An older version's may lack a variable, which is then empty. */
export function renderStored(source: Template, stored: Record<string, string>, rendering: Rendering): RenderedMessage {
  const empty = Object.fromEntries((source.needs ?? []).map((name) => [name, '']))
  return source.render({ ...empty, ...stored }, rendering)
}
