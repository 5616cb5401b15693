import type { Queries } from '../database/tables.ts'
import type { Clock, Mail, SendOutcome, Sms } from '../ports.ts'
import { type RenderedMessage, type Rendering, type TemplateName, templates } from './messages.ts'
import { claimMessages, finishMessage, postponeMessage } from './outbox.store.ts'

/** Pauses before each further try (MSG-05); after the last one the message is dead and shows in operations. */
const pausesMs = [5_000, 30_000, 120_000, 600_000, 3_600_000]
const leaseMs = 60_000
const batch = 10

/** What sending needs. */
export interface Delivery {
  queries: Queries
  clock: Clock
  sms: Sms
  mail: Mail
  rendering: Rendering
}

/**
 * Sends the messages that are due; answers how many it took. A message is marked as being sent before the provider is
 * asked, so that after a crash one that must go out at most once is not sent again.
 */
export async function deliverDueMessages(delivery: Delivery): Promise<number> {
  const now = delivery.clock.now()
  const claimed = await claimMessages(delivery.queries, now, now + leaseMs, batch)
  await Promise.all(claimed.map((message) => deliverOne(delivery, message)))
  return claimed.length
}

type ClaimedMessage = Awaited<ReturnType<typeof claimMessages>>[number]

async function deliverOne(delivery: Delivery, message: ClaimedMessage): Promise<void> {
  const { queries, clock } = delivery
  const template = templates[message.template as TemplateName]
  const finish = (
    status: Parameters<typeof finishMessage>[2]['status'],
    more: { providerId?: string; errorCode?: string } = {},
  ) => finishMessage(queries, message.id, { status, now: clock.now(), ...more })

  if (message.expires_at !== null && message.expires_at <= clock.now()) return finish('expired')
  if (message.was_sending && template.atMostOnce) return finish('unknown', { errorCode: 'sender_died' })

  const result = await sendOne(delivery, message, template.render(message.variables, delivery.rendering))
  switch (result.outcome) {
    case 'sent':
      return finish('sent', { providerId: result.providerId })
    case 'refused':
      return finish('dead', { errorCode: result.code })
    case 'unknown':
      if (template.atMostOnce) return finish('unknown', { errorCode: result.code })
      break
    case 'unavailable':
      break
  }
  const pause = pausesMs[message.attempts - 1]
  if (pause === undefined) return finish('dead', { errorCode: result.code })
  await postponeMessage(queries, message.id, clock.now() + pause, result.code)
}

function sendOne(delivery: Delivery, message: ClaimedMessage, rendered: RenderedMessage): Promise<SendOutcome> {
  const { id, to_address: to } = message
  switch (rendered.channel) {
    case 'sms':
      return delivery.sms.send({ to, body: rendered.body })
    case 'email': {
      const { subject, text, html } = rendered
      return delivery.mail.send({ id, to, subject, text, html })
    }
  }
}
