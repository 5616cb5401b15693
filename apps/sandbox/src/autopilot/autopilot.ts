import { type Delivery, type OperationsApi, type ReadOrder, Refused, Unreachable } from './operations-api.ts'
import { sample } from './sample-paper.ts'

/** The autopilot's step for an order in a client status. */
interface Step {
  readonly event: string
  /** Delivers what the client paid for first. */
  readonly delivers?: true
  /** Further fields of the event. */
  readonly fields?: (order: ReadOrder, now: number) => Readonly<Record<string, unknown>>
}

const dayMs = 24 * 3_600_000

/** By client status; the autopilot ignores orders in any other state. */
const steps: Readonly<Record<string, Step>> = {
  'In progress': {
    event: 'nerd_found',
    fields: ({ preferred_worker: preferred }) => ({ nerd: preferred ?? 'Ada' }),
  },
  'Nerd found': { event: 'quality_check' },
  'Quality check': { event: 'final_touches' },
  'Final touches': { event: 'send', delivers: true },
  'Revision requested': {
    event: 'accept_revision',
    fields: (_order, now) => ({ deadline: new Date(now + dayMs).toISOString() }),
  },
  'On revision': { event: 'complete_revision', delivers: true },
}

/** A client status in the notation of the API's list. */
const stateOf = (status: string) => status.toLowerCase().replaceAll(' ', '_')

/** The autopilot ignores orders with this tag, so that a person can inspect their state. */
const skipTag = 'autopilot_off'

/** A pending refund waits for a person's decision, and the work waits with it. */
const isSkipped = (order: ReadOrder) =>
  order.tags.includes(skipTag) || (order.system_client_status ?? '').startsWith('Refund Requested')

const has = ({ services }: ReadOrder, key: 'adv_plagreport' | 'draft_needed') =>
  services[key] !== undefined && services[key].active && !services[key].refunded

/** The state of the autopilot. */
export interface AutopilotState {
  readonly on: boolean
  /** Orders in progress. */
  readonly orders: number
  /** Why the last round failed; undefined after a success. */
  readonly trouble: string | undefined
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** Refusals that another Nerd solves. */
const hiringErrors: readonly string[] = ['nerd_below_top', 'nerd_unknown', 'nerd_inactive']

const mostRoundPauseMs = 1000

/**
 * Plays the Nerd (OPS-02): moves paid orders and revisions through their states, `stepMs` each, and delivers what the
 * client paid for. Stateless: after a restart it continues from the orders' states.
 */
export class Autopilot {
  readonly #api: OperationsApi
  readonly #stepMs: number
  /** When each order was first seen in its state. */
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

  /** Turns it on or off; a step under way completes. */
  turn(on: boolean): void {
    this.#on = on
    this.#since.clear()
    this.#trouble = undefined
    this.#plan()
  }

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
      Math.min(mostRoundPauseMs, this.#stepMs),
    )
  }

  async #goRound(): Promise<void> {
    const seenStates = new Map<string, number>()
    let trouble: string | undefined
    try {
      for (const [status, step] of Object.entries(steps)) {
        for (const order of await this.#api.orders(stateOf(status))) {
          if (this.#closed || !this.#on) return
          if (order.client_status !== status || isSkipped(order)) continue
          const place = `${order.id} ${status}`
          const since = this.#since.get(place) ?? Date.now()
          seenStates.set(place, since)
          if (Date.now() - since >= this.#stepMs) trouble = (await this.#take(order, step)) ?? trouble
        }
      }
      this.#trouble = trouble
    } catch (error) {
      this.#trouble = error instanceof Unreachable ? 'The product does not answer.' : messageOf(error)
    }
    this.#since = seenStates
  }

  /** Returns why the order stays in its state, if it does. */
  async #take(order: ReadOrder, step: Step): Promise<string | undefined> {
    try {
      if (step.delivers) await this.#deliver(order, step.event === 'complete_revision')
      const event = { event: step.event, ...step.fields?.(order, Date.now()) }
      await this.#api.postEvent(order, event).catch((error) => this.#hireFor(order, event, error))
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      // Another caller moved the order.
      return error.type === 'transition_not_allowed' ? undefined : `Order ${order.number}: ${error.message}`
    }
    return undefined
  }

  /**
   * Adds a Nerd who may take the order: ratings have lowered the usual one below TOP Nerd, or the register has none.
   */
  async #hireFor(order: ReadOrder, event: Readonly<Record<string, unknown>>, error: unknown): Promise<void> {
    if (!(error instanceof Refused) || !hiringErrors.includes(error.type ?? '')) throw error
    const nerd = `Ada ${order.number}`
    await this.#api.addNerd({ name: nerd, rating: 4.9 }, `autopilot nerd ${order.id}`)
    await this.#api.postEvent(order, { ...event, nerd })
  }

  async #deliver(order: ReadOrder, revised: boolean): Promise<void> {
    const key = `autopilot ${order.id} ${revised ? order.revision_accept_at : 'first'}`
    const add = (type: Delivery['type'], end = '') => this.#api.addFile(order, sample(type, order, revised), key + end)
    await add('file_final_draft')
    if (has(order, 'draft_needed') && !revised) await add('file_draft_paper', ' draft')
    if (has(order, 'adv_plagreport')) await add('plagiarism_report', ' report')
  }
}
