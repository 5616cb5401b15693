import type { CallError } from '@nerdify/contract/error-body.ts'
import type { Order, OrderChange, ServiceTag } from '@nerdify/contract/orders.ts'
import { outcomeUnknown } from '../../../api/call-error.ts'
import { createListeners } from '../../../listeners.ts'
import { type NextChange, type OrderFields, WaitingChanges } from './waiting-changes.ts'

/** What the queue needs of the outside. */
interface OrderChangesPorts {
  /** Sends one change; rejects with a `CallError`. */
  send: (change: OrderChange, idempotencyKey: string) => Promise<Order>
  /** The stored order: a change is made from its version. */
  stored: () => Order | undefined
  /** Replaces the stored order by the answer to a change. */
  store: (order: Order, change: OrderChange) => void
  /** Reads the order anew; resolves when that is over, however it ended. */
  reload: () => Promise<void>
  newKey: () => string
}

/**
 * - `settled`: everything wanted is stored
 * - `saving`: a change is on its way, or waits for the order's loading to end
 * - `failed`: the last change did not get through; what was wanted is kept, {@link OrderChanges.retry} sends it again
 * - `changed_elsewhere`: the server refused, because the same field has changed meanwhile (409 order_changed)
 * - `paid`: the server refused, because the order is paid (409 order_paid), and the stored order does not say so yet
 */
type OrderChangesPhase = 'settled' | 'saving' | 'failed' | 'changed_elsewhere' | 'paid'

/** The choices that the server has not confirmed yet. A new object after each step. */
export interface OrderChangesState {
  readonly phase: OrderChangesPhase
  readonly fields: OrderFields
  readonly services: ReadonlyMap<ServiceTag, boolean>
  /** The name of the Nerd whom the client prefers now (SRV-05); undefined while the stored one stands. */
  readonly preferredNerd: string | undefined
  /** Why the phase is `failed`. */
  readonly fault: CallError | null
  /** Whether somebody waited for the changes to be stored, with the press of a button, when the phase was reached. */
  readonly isAwaited: boolean
  /** The last service that could not be added or removed; its wish is rolled back (ux 35). */
  readonly serviceFault: { tag: ServiceTag; added: boolean; fault: CallError } | null
}

interface Sending extends NextChange {
  readonly key: string
}

const nothing: OrderChangesState = {
  phase: 'settled',
  fields: {},
  services: new Map(),
  preferredNerd: undefined,
  fault: null,
  isAwaited: false,
  serviceFault: null,
}

/**
 * The queue of the changes to one order (FLOW-18).
 * - One change travels at a time, so answers cannot overtake each other. What is chosen meanwhile waits, and the last
 *   choice of each field wins.
 * - A change is sent with the version of the last answer, so a 409 means that somebody else changed the order.
 * - A change whose outcome is unknown is retried first, unchanged and under the same idempotency key.
 * - Nothing is sent while the order is loading.
 */
export class OrderChanges {
  readonly #ports: OrderChangesPorts
  readonly #waiting = new WaitingChanges()
  #sending: Sending | null = null
  #underWay = false
  #loading = false
  #readingAnew = false
  #stopped: 'changed_elsewhere' | 'paid' | null = null
  #fault: CallError | null = null
  #serviceFault: OrderChangesState['serviceFault'] = null
  #state = nothing
  readonly #listeners = createListeners()
  #resolvers: ((saved: boolean) => void)[] = []

  constructor(ports: OrderChangesPorts) {
    this.#ports = ports
  }

  /**
   * Wants these fields; they leave as soon as nothing else is on its way. Also sends what failed before. `version` is that
   * of the order from which they were typed, where that may be an earlier one.
   */
  change(fields: OrderFields, version?: number): void {
    this.#waiting.want(fields, version)
    this.#go()
  }

  /** Wants the service added or removed (SRV-03); the preferred Nerd's with the name (SRV-05). */
  setService(tag: ServiceTag, added: boolean, nerd?: string): void {
    this.#serviceFault = null
    this.#waiting.wantService(tag, { added, nerd })
    this.#go()
  }

  /** Tells whether the order is being read just now; what waited leaves when the reading ends. */
  setLoading(value: boolean): void {
    if (this.#loading === value) return
    this.#loading = value
    if (!value && this.#fault === null) this.#go()
  }

  /** Sends again what did not get through. */
  retry(): void {
    this.#go()
  }

  /** Gives up everything that is not stored and reads the order anew: the answer to `changed_elsewhere`. */
  discard(): void {
    this.#forget()
    this.#readAnew()
    this.#publish()
  }

  /** Resolves once nothing is on its way: true if everything wanted is stored. */
  settled(): Promise<boolean> {
    if (this.#state.phase !== 'saving') return Promise.resolve(this.#state.phase === 'settled')
    return new Promise((resolve) => this.#resolvers.push(resolve))
  }

  readonly state = (): OrderChangesState => this.#state

  readonly subscribe = this.#listeners.add

  #phase(): OrderChangesPhase {
    if (this.#stopped !== null) return this.#stopped
    if (this.#underWay) return 'saving'
    if (this.#fault !== null) return 'failed'
    return this.#sending !== null || !this.#waiting.isEmpty() ? 'saving' : 'settled'
  }

  #publish(): void {
    const { change: sent, fields, service } = this.#sending ?? {}
    this.#state = {
      phase: this.#phase(),
      fields: { ...fields, ...this.#waiting.fields },
      services: new Map([...(service ? [service] : []), ...this.#waiting.services()]),
      preferredNerd: this.#waiting.preferredNerd ?? sent?.worker,
      fault: this.#fault,
      isAwaited: this.#resolvers.length > 0,
      serviceFault: this.#serviceFault,
    }
    this.#listeners.call()
    if (this.#state.phase === 'saving') return
    const waiters = this.#resolvers
    this.#resolvers = []
    for (const resolve of waiters) resolve(this.#state.phase === 'settled')
  }

  #go(): void {
    if (this.#stopped === 'paid' && this.#ports.stored()?.isLocked === true) this.#stopped = null
    if (!this.#underWay && !this.#loading && !this.#readingAnew && this.#stopped === null) this.#sendNext()
    this.#publish()
  }

  #sendNext(): void {
    const next = this.#sending ?? this.#takeNext()
    if (next === undefined) return
    this.#sending = next
    this.#underWay = true
    this.#ports.send(next.change, next.key).then(
      (order) => this.#arrived(order, next.change),
      (error: CallError) => this.#refused(error),
    )
  }

  #takeNext(): Sending | undefined {
    const next = this.#waiting.takeNext(this.#ports.stored()?.version)
    return next && { ...next, key: this.#ports.newKey() }
  }

  #readAnew(): void {
    this.#readingAnew = true
    void this.#ports.reload().finally(() => {
      this.#readingAnew = false
      if (this.#fault === null) this.#go()
    })
  }

  #arrived(order: Order, change: OrderChange): void {
    this.#underWay = false
    this.#sending = null
    this.#fault = null
    this.#waiting.replaceOwn(change, order.version)
    this.#ports.store(order, change)
    this.#go()
  }

  #refused(error: CallError): void {
    this.#underWay = false
    if (error.status === 409 && error.error_type === 'order_paid') return this.#givePaidUp()
    if (error.status === 409 && error.error_type === 'order_changed') {
      this.#stopped = 'changed_elsewhere'
      return this.#publish()
    }
    const { fields, service, seen } = this.#sending ?? {}
    if (service !== undefined) {
      this.#sending = null
      this.#serviceFault = { tag: service[0], added: service[1], fault: error }
      if (outcomeUnknown(error)) this.#readAnew()
      return this.#go()
    }
    this.#fault = error
    if (!outcomeUnknown(error) && fields !== undefined) {
      this.#waiting.giveBack(fields, seen)
      this.#sending = null
    }
    this.#publish()
  }

  /** The payment fixed the order: what was wanted of it is over, save for files, which it takes all the same (FLOW-25). */
  #givePaidUp(): void {
    const { files } = this.#state.fields
    this.#forget()
    if (files !== undefined) this.#waiting.want({ files })
    this.#stopped = 'paid'
    this.#readAnew()
    this.#publish()
  }

  #forget(): void {
    this.#waiting.clear()
    this.#sending = null
    this.#stopped = null
    this.#fault = null
    this.#serviceFault = null
  }
}
