import { type Delivery, type OperationsApi, type ReadOrder, Refused, Unreachable } from './operations-api.ts'
import { sample } from './sample-paper.ts'

/** What the autopilot does with an order of a client status. */
interface Step {
  readonly event: string
  /** Whether what was paid for goes first. */
  readonly delivers?: true
  /** Further fields of the event. */
  readonly fields?: (order: ReadOrder, now: number) => Readonly<Record<string, unknown>>
}

const DAY_MS = 24 * 3_600_000

/** By client status; an order in any other state is left alone. */
const steps: Readonly<Record<string, Step>> = {
  'In progress': {
    event: 'nerd_found',
    // Whom the client prefers, and good enough for TOP Nerd.
    fields: ({ preferred_worker: preferred }) => ({ worker: { name: preferred ?? 'Ada', rating: 4.9 } }),
  },
  'Nerd found': { event: 'quality_check' },
  'Quality check': { event: 'final_touches' },
  'Final touches': { event: 'send', delivers: true },
  'Revision requested': {
    event: 'accept_revision',
    fields: (_order, now) => ({ deadline: new Date(now + DAY_MS).toISOString() }),
  },
  'On revision': { event: 'complete_revision', delivers: true },
}

/** A client status as the API's list takes it. */
const stateOf = (status: string) => status.toLowerCase().replaceAll(' ', '_')

/** An order with this tag is left alone, so that it can be looked at in its state. */
const LEFT_ALONE_TAG = 'autopilot_off'

/** A pending refund is a person's to decide, and holds the work up until then. */
const leftAlone = (order: ReadOrder) =>
  order.tags.includes(LEFT_ALONE_TAG) || (order.system_client_status ?? '').startsWith('Refund Requested')

/** Whether the client has a service with the order. */
const has = ({ services }: ReadOrder, key: 'adv_plagreport' | 'draft_needed') =>
  services[key] !== undefined && services[key].active && !services[key].refunded

/** How the autopilot does. */
export interface AutopilotState {
  readonly on: boolean
  /** Orders that it is working on. */
  readonly orders: number
  /** Why the last round did not come through; undefined when it did. */
  readonly trouble: string | undefined
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

const MOST_ROUND_PAUSE_MS = 1000

/**
 * Plays the Nerd (OPS-02): takes paid orders and revisions through their states, each state for `stepMs`, and delivers
 * what was paid for. It keeps nothing: after a restart it goes on from where the orders are.
 */
export class Autopilot {
  readonly #api: OperationsApi
  readonly #stepMs: number
  /** Since when an order is seen in its state, by both. */
  #since = new Map<string, number>()
  #on: boolean
  #trouble: string | undefined
  #timer: NodeJS.Timeout | undefined
  #round: Promise<void> = Promise.resolve()
  #closed = false

  constructor(api: OperationsApi, { on, stepMs }: { on: boolean; stepMs: number }) {
    this.#api = api
    this.#on = on
    this.#stepMs = stepMs
    this.#plan()
  }

  get state(): AutopilotState {
    return { on: this.#on, orders: this.#since.size, trouble: this.#trouble }
  }

  /** Turns it on or off; the step that is under way is done to its end. */
  turn(on: boolean): void {
    this.#on = on
    this.#since.clear()
    this.#trouble = undefined
    this.#plan()
  }

  /** Ends it for good. */
  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#timer)
    this.#api.close()
    await this.#round
  }

  #plan(): void {
    clearTimeout(this.#timer)
    if (this.#closed || !this.#on) return
    this.#timer = setTimeout(
      () => {
        this.#round = this.#round.then(() => this.#goRound()).finally(() => this.#plan())
      },
      Math.min(MOST_ROUND_PAUSE_MS, this.#stepMs),
    )
  }

  async #goRound(): Promise<void> {
    const seen = new Map<string, number>()
    let trouble: string | undefined
    try {
      for (const [status, step] of Object.entries(steps)) {
        for (const order of await this.#api.orders(stateOf(status))) {
          if (this.#closed || !this.#on) return
          if (order.client_status !== status || leftAlone(order)) continue
          const place = `${order.id} ${status}`
          const since = this.#since.get(place) ?? Date.now()
          seen.set(place, since)
          if (Date.now() - since >= this.#stepMs) trouble = (await this.#take(order, step)) ?? trouble
        }
      }
      this.#trouble = trouble
    } catch (error) {
      this.#trouble = error instanceof Unreachable ? 'The product does not answer.' : messageOf(error)
    }
    this.#since = seen
  }

  /** Answers why the order stays where it is, if it does. */
  async #take(order: ReadOrder, step: Step): Promise<string | undefined> {
    try {
      if (step.delivers) await this.#deliver(order, step.event === 'complete_revision')
      await this.#api.postEvent(order, { event: step.event, ...step.fields?.(order, Date.now()) })
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      // Somebody else moved the order meanwhile.
      return error.type === 'transition_not_allowed' ? undefined : `Order ${order.number}: ${error.message}`
    }
    return undefined
  }

  async #deliver(order: ReadOrder, revised: boolean): Promise<void> {
    const key = `autopilot ${order.id} ${revised ? order.revision_accept_at : 'first'}`
    const add = (type: Delivery['type'], end = '') => this.#api.addFile(order, sample(type, order, revised), key + end)
    await add('file_final_draft')
    if (has(order, 'draft_needed') && !revised) await add('file_draft_paper', ' draft')
    if (has(order, 'adv_plagreport')) await add('plagiarism_report', ' report')
  }
}
