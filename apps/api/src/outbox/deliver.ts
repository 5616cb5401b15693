import { apiPaths } from '@nerdify/contract/api-paths.ts'
import type { Queries } from '../database/tables.ts'
import { transaction } from '../database/transaction.ts'
import type { Clock, Mail, SendOutcome, Sms } from '../ports.ts'
import { hasOptedOut, mayGetMarketing, noteOptOut } from './opt-out/opt-outs.ts'
import { type TemplateName, templateNamed } from './templates/messages.ts'
import { type ClaimedMessage, claimMessages, finishMessage, longestTryingMs, postponeMessage } from './outbox.store.ts'
import { type RenderedMessage, type Rendering, renderStored, type Template } from './templates/template.ts'
import { unsubscribeLinks } from './opt-out/unsubscribe.ts'

/** Backoff before each retry (MSG-05); the last pause repeats. */
const pausesMs = [5_000, 30_000, 120_000, 600_000, 3_600_000]
/** The last try of a message that would expire during a pause: this long before its end. */
const lastTryMs = 60_000
/** Longer than any try, so that no other process tries meanwhile. */
const claimMs = 120_000
const batch = 10

/** The provider's code for a recipient who opted out there (21610). */
const optedOutAtProvider = '21610'

/** The dependencies of sending. */
export interface Delivery {
  queries: Queries
  clock: Clock
  sms: Sms
  mail: Mail
  rendering: Rendering
  /** Whether a message is obsolete before its end, such as a recall of an order that is paid by now; by its template. */
  isObsolete: { readonly [Name in TemplateName]?: (queries: Queries, message: DueMessage) => Promise<boolean> }
  /** Called for a message that expired unsent, by its template, in the transaction that ends the message. */
  onExpired: { readonly [Name in TemplateName]?: (queries: Queries, message: ExpiredMessage) => Promise<unknown> }
}

/** A message just before it is sent. */
export type DueMessage = Pick<ClaimedMessage, 'variables'> & {
  /** Epoch milliseconds. */
  now: number
}

/** A message that was not sent before its end. */
export type ExpiredMessage = Pick<ClaimedMessage, 'variables' | 'created_at'> & {
  /** Epoch milliseconds. */
  now: number
}

/**
 * Sends the due messages of a channel; returns their number. A message is marked as being sent before the provider is
 * called, so that an at-most-once message is not repeated after a crash (MSG-05).
 */
export async function deliverDueMessages(delivery: Delivery, channel: 'sms' | 'email'): Promise<number> {
  const now = delivery.clock.now()
  const claimed = await claimMessages(delivery.queries, { channel, now, lockedUntil: now + claimMs, most: batch })
  const outcomes = await Promise.allSettled(claimed.map((message) => deliverOne(delivery, message)))
  const failed = outcomes.find((outcome) => outcome.status === 'rejected')
  if (failed !== undefined) throw failed.reason
  return claimed.length
}

/** Takes over a dead process's claims at once: messages that it was sending count as in doubt. */
export { takeOverMessages } from './outbox.store.ts'

async function deliverOne(delivery: Delivery, message: ClaimedMessage): Promise<void> {
  const { queries, clock, sms, rendering } = delivery
  const template = templateNamed(message.template)
  const finish = (
    status: Parameters<typeof finishMessage>[2]['status'],
    more: { providerId?: string; errorCode?: string } = {},
  ) => finishMessage(queries, message, { status, now: clock.now(), ...more })
  const putOff = async (errorCode: string, inDoubt: boolean) => {
    const now = clock.now()
    const nextAt = nextTryOf(message, now)
    if (nextAt > message.created_at + longestTryingMs) return finish('dead', { errorCode })
    return postponeMessage(queries, message, { nextAt, errorCode, inDoubt })
  }

  const inDoubt = isInDoubt(message)
  const isLate = isTooLate(message, clock.now())
  // A message in doubt may have been sent in time, so a text is looked up first.
  if (isLate && !(inDoubt && isRepeatable(template))) return expire(delivery, message)
  // A newer build may be running too and know the template (HOLD-04).
  if (template === undefined) return putOff('template_unknown', inDoubt)
  const { atMostOnce } = template
  const unsent = await reasonNotToSend(delivery, message, template)
  if (unsent !== undefined) return finish(unsent.status, unsent)
  const links = allowsOptOut(template) ? unsubscribeLinks(rendering, message.id) : undefined
  const rendered = renderStored(template, message.variables, {
    ...rendering,
    channel: message.channel,
    unsubscribeUrl: links?.page,
  })
  if (inDoubt && rendered.channel === 'sms') {
    const { body } = rendered
    const found = await sms.find({ to: message.to_address, body, since: message.created_at })
    if (found.outcome === 'sent') return finish('sent', { providerId: found.providerId })
    if (found.outcome === 'unavailable') return putOff('unavailable', true)
  }
  if (isLate) return endInDoubt(delivery, message)

  const result = await sendOne(delivery, message, { rendered, oneClickUrl: links?.oneClick })
  switch (result.outcome) {
    case 'sent':
      return finish('sent', { providerId: result.providerId })
    case 'refused':
      if (result.code === optedOutAtProvider) {
        await noteOptOut(queries, { ...addressOf(message), said: optedOutAtProvider, now: clock.now() })
      }
      return finish(endOfRefused(message, template, result.code), { errorCode: result.code })
    case 'unknown':
      return atMostOnce ? finish('unknown', { errorCode: result.code }) : putOff(result.code, true)
    case 'unavailable':
      return putOff(result.code, staysInDoubt(message))
  }
}

/**
 * The time of the next try. A pause that would outlast the message ends a minute before its expiry; in that last minute,
 * at its expiry. After it, only a text in doubt is retried, for its look-up.
 */
function nextTryOf({ attempts, expires_at: end }: ClaimedMessage, now: number): number {
  const next = now + (pausesMs[Math.min(attempts, pausesMs.length) - 1] as number)
  if (end === null || next < end || end <= now) return next
  return now < end - lastTryMs ? end - lastTryMs : end
}

const expire = ({ queries, clock, onExpired }: Delivery, message: ClaimedMessage): Promise<void> =>
  transaction(queries, async (within) => {
    const now = clock.now()
    await finishMessage(within, message, { status: 'expired', now })
    await onExpired[message.template as TemplateName]?.(within, { ...message, now })
  })

/** Ends a late message in doubt: the look-up found no such text, and a mail cannot be looked up. */
const endInDoubt = (delivery: Delivery, message: ClaimedMessage): Promise<void> =>
  message.channel === 'sms'
    ? expire(delivery, message)
    : finishMessage(delivery.queries, message, { status: 'unknown', errorCode: 'expired', now: delivery.clock.now() })

const isTooLate = ({ expires_at: end }: ClaimedMessage, now: number) => end !== null && end <= now

/** Whether an earlier try may have sent a message. */
const isInDoubt = ({ in_doubt: isLost, was_sending: senderDied }: ClaimedMessage) => isLost || senderDied

/** Whether a message is in doubt after a later try that sent nothing: the look-up before it settled a text. */
const staysInDoubt = (message: ClaimedMessage) => message.channel === 'email' && isInDoubt(message)

/** Whether a message in doubt may be sent again. */
const isRepeatable = (template: Template | undefined) => template !== undefined && !template.atMostOnce

const addressOf = ({ channel, to_address: address }: ClaimedMessage) => ({ channel, address })

/** Whether the recipient can unsubscribe from such messages. */
const allowsOptOut = ({ kind }: Template) => kind === 'service' || kind === 'marketing'

/** The final state of a refused message. A provider that ended the texts has confirmed the STOP itself (LAW-07). */
function endOfRefused({ template: name }: ClaimedMessage, template: Template, errorCode: string) {
  const isUnwanted = errorCode === optedOutAtProvider && (allowsOptOut(template) || name === 'texts-ended')
  return isUnwanted ? 'opted_out' : 'dead'
}

/** Why a message is not sent at all: unwanted, an at-most-once message in doubt, or obsolete. */
async function reasonNotToSend(
  { queries, clock, isObsolete }: Delivery,
  message: ClaimedMessage,
  template: Template,
): Promise<{ status: 'opted_out' | 'unknown' | 'expired'; errorCode?: string } | undefined> {
  const address = addressOf(message)
  if (allowsOptOut(template) && (await hasOptedOut(queries, address))) return { status: 'opted_out' }
  if (template.kind === 'marketing' && !(await mayGetMarketing(queries, address))) {
    return { status: 'opted_out', errorCode: 'no_consent' }
  }
  if (isInDoubt(message)) return template.atMostOnce ? { status: 'unknown', errorCode: 'sender_died' } : undefined
  const check = isObsolete[message.template as TemplateName]
  return (await check?.(queries, { ...message, now: clock.now() })) ? { status: 'expired' } : undefined
}

function sendOne(
  { sms, mail, rendering }: Delivery,
  { id, to_address: to }: ClaimedMessage,
  { rendered, oneClickUrl }: { rendered: RenderedMessage; oneClickUrl: string | undefined },
): Promise<SendOutcome> {
  switch (rendered.channel) {
    case 'sms':
      return sms.send({ to, body: rendered.body, reportUrl: rendering.publicUrl + apiPaths.smsReports(id) })
    case 'email': {
      const { subject, text, html, replyTo } = rendered
      return mail.send({ id, to, subject, text, html, replyTo, unsubscribeUrl: oneClickUrl })
    }
  }
}
