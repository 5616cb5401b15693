import type { SandboxClock } from '../../clock.ts'
import type { OutgoingCalls } from '../../outgoing/outgoing-calls.ts'
import type { Collection } from '../collection.ts'
import { type EventObject, type EventType, newEvent } from '../objects/event.ts'
import type { WireObject } from '../objects/stored.ts'
import { WEBHOOK_CALL } from './webhook-calls.ts'
import type { WebhookSwitches } from './webhook-switches.ts'

const NO_REQUEST: EventObject['request'] = { id: null, idempotency_key: null }

/** What the log works with. */
export interface EventLogParts {
  readonly events: Collection<EventObject>
  readonly clock: SandboxClock
  readonly calls: OutgoingCalls
  readonly switches: Readonly<WebhookSwitches>
  readonly webhookUrl: string
}

/** Records what happens and owes the merchant's webhook a call for it. */
export class EventLog {
  readonly #events: Collection<EventObject>
  readonly #clock: SandboxClock
  readonly #calls: OutgoingCalls
  readonly #switches: Readonly<WebhookSwitches>
  readonly #webhookUrl: string
  #request = NO_REQUEST

  constructor(parts: EventLogParts) {
    this.#events = parts.events
    this.#clock = parts.clock
    this.#calls = parts.calls
    this.#switches = parts.switches
    this.#webhookUrl = parts.webhookUrl
  }

  /** Names the API call that causes the events which `work` records. The work is synchronous, so calls cannot mix. */
  causedBy<Result>(request: EventObject['request'], work: () => Result): Result {
    this.#request = request
    try {
      return work()
    } finally {
      this.#request = NO_REQUEST
    }
  }

  /** Records an event about an object as it is now; `previous` has the old values of what changed. */
  record(type: EventType, subject: WireObject, previous?: Record<string, unknown>): void {
    const event = newEvent({ type, subject, previous, request: this.#request }, this.#clock.seconds())
    this.#events.add(event, {})
    const { drop, copies, delay_ms, jitter_ms } = this.#switches
    if (drop) this.#owe(event, { dropped: true })
    else for (let copy = 0; copy < copies; copy++) this.#owe(event, { delayMs: delay_ms + Math.random() * jitter_ms })
  }

  /** Sends an event again, as the provider's dashboard can. */
  resend(eventId: string, copies: number): void {
    const { wire } = this.#events.get(eventId, 'event')
    for (let copy = 0; copy < copies; copy++) this.#owe(wire, {})
  }

  /** The event as it is shown now: whether the webhook has taken it is not stored with it. */
  shown(event: EventObject): EventObject {
    return { ...event, pending_webhooks: this.#calls.delivered(event.id) ? 0 : 1 }
  }

  #owe(event: EventObject, how: { delayMs?: number; dropped?: boolean }): void {
    this.#calls.add({
      kind: WEBHOOK_CALL,
      subject: event.id,
      url: this.#webhookUrl,
      content_type: 'application/json; charset=utf-8',
      body: JSON.stringify(event, null, 2),
      ...how,
    })
  }
}
