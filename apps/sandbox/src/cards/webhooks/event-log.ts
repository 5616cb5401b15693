import type { SandboxClock } from '../../clock.ts'
import type { OutgoingCalls } from '../../outgoing/outgoing-calls.ts'
import type { Collection } from '../collection.ts'
import { type EventObject, type EventType, newEvent } from '../objects/event.ts'
import type { WireObject } from '../objects/stored.ts'
import { WEBHOOK_CALL, type WebhookSwitches } from './webhook-calls.ts'

/** What the log works with. */
export interface EventLogParts {
  readonly events: Collection<EventObject>
  readonly clock: SandboxClock
  readonly calls: OutgoingCalls
  readonly switches: Readonly<WebhookSwitches>
  readonly webhookUrl: string
}

/** Records what happens and owes the merchant's webhook a call for it. */
export function createEventLog({ events, clock, calls, switches, webhookUrl: url }: EventLogParts) {
  const owe = (event: EventObject, delayMs: number): void => {
    const content_type = 'application/json; charset=utf-8'
    calls.add({ kind: WEBHOOK_CALL, subject: event.id, url, content_type, body: JSON.stringify(event) }, delayMs)
  }
  return {
    /** Records an event about an object as it is now. */
    record(type: EventType, subject: WireObject): void {
      const event = events.add(newEvent(type, subject, clock.seconds()))
      if (switches.drop) return
      for (let copy = 0; copy < switches.copies; copy++) owe(event, Math.random() * switches.jitter_ms)
    },
    /** Sends an event again, as the provider's dashboard can. */
    resend: (eventId: string): void => owe(events.get(eventId, 'event'), 0),
  }
}
