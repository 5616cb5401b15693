/** What tests do to the events on their way. */
export interface WebhookSwitches {
  /** New events are recorded but never sent; the API's list of events still has them. */
  drop: boolean
  /** Events wait until this is switched off. */
  pause: boolean
  /** How often each new event is sent, side by side. */
  copies: number
  /** Milliseconds that a new event waits before its first attempt. */
  delay_ms: number
  /** A new event waits up to this many milliseconds more, by chance, so that events overtake each other. */
  jitter_ms: number
}

/** Every event is sent once and at once. */
export const noSwitches: Readonly<WebhookSwitches> = { drop: false, pause: false, copies: 1, delay_ms: 0, jitter_ms: 0 }
