import type { CallError } from '@nerdify/contract/error-body.ts'
import type { Order, OrderChange, ServiceTag } from '@nerdify/contract/orders.ts'
import { outcomeUnknown } from '@nerdify/browser/call-error.ts'
import { createListeners } from '@nerdify/browser/listeners.ts'
import { type NextChange, type OrderFields, WaitingChanges } from './waiting-changes.ts'

interface OrderChangesPorts {
  /** Sends one change; rejects with a `CallError`. */
  send: (change: OrderChange, idempotencyKey: string) => Promise<Order>
  /** The cached order, whose version is a change's base. */
  stored: () => Order | undefined
  /** Replaces the cached order by the answer to a change. */
  store: (order: Order, change: OrderChange) => void
  /** Refetches the order; resolves after success and failure. */
  reload: () => Promise<void>
  newKey: () => string
}

/**
 * - `settled`: every change is stored
 * - `saving`: a change is being sent, or waits for the order to load
 * - `failed`: the last change failed; it is kept, {@link OrderChanges.retry} sends it again
 * - `changed_elsewhere`: refused, because the same field changed meanwhile (409 order_changed)
 * - `paid`: refused, because the order is paid (409 order_paid), and the cached order is older
 */
type OrderChangesPhase = 'settled' | 'saving' | 'failed' | 'changed_elsewhere' | 'paid'

/** Choices that the server has not confirmed yet; immutable. */
export interface OrderChangesState {
  readonly phase: OrderChangesPhase
  readonly fields: OrderFields
  readonly services: ReadonlyMap<ServiceTag, boolean>
  /** The name of the newly preferred Nerd (SRV-05); undefined if the stored one is current. */
  readonly preferredNerd: string | undefined
  /** The error of the phase `failed`. */
  readonly fault: CallError | null
  /** Whether a click waited for the changes to be stored when this phase began. */
  readonly isAwaited: boolean
  /** The last service that could not be added or removed; its change is rolled back (ux 35). */
  readonly serviceFault: { tag: ServiceTag; added: boolean; fault: CallError } | null
}

interface Sending extends NextChange {
  readonly key: string
}

const noChanges: OrderChangesState = {
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
 * - One change is sent at a time, so answers cannot overtake each other. Choices in the meantime wait, and the last one
 * of each field wins.
 * - A change has the version of the last answer, so a 409 means that somebody else changed the order.
 * - A change with an unknown outcome is retried first, unchanged and with the same idempotency key.
 * - Nothing is sent while the order loads.
 */
export class OrderChanges {
  readonly #ports: OrderChangesPorts
  readonly #waiting = new WaitingChanges()
  #sending: Sending | null = null
  #underWay = false
  #loading = false
  #reloading = false
  #stopped: 'changed_elsewhere' | 'paid' | null = null
  #fault: CallError | null = null
  #serviceFault: OrderChangesState['serviceFault'] = null
  #state = noChanges
  readonly #listeners = createListeners()
  #resolvers: ((saved: boolean) => void)[] = []

  constructor(ports: OrderChangesPorts) {
    this.#ports = ports
  }

  /**
   * Queues these fields, and retries failed changes. `version` is the order's version when they were typed, if it may
   * be older than the cached order's.
   */
  change(fields: OrderFields, version?: number): void {
    this.#waiting.want(fields, version)
    this.#go()
  }

  /** Queues adding or removing the service (SRV-03); the preferred Nerd's with the name (SRV-05). */
  setService(tag: ServiceTag, added: boolean, nerd?: string): void {
    this.#serviceFault = null
    this.#waiting.wantService(tag, { added, nerd })
    this.#go()
  }

  /** Whether the order is loading; waiting changes are sent when it has loaded. */
  setLoading(value: boolean): void {
    if (this.#loading === value) return
    this.#loading = value
    if (!value && this.#fault === null) this.#go()
  }

  /** Retries the failed changes. */
  retry(): void {
    this.#go()
  }

  /** Drops every unsaved change except files and refetches the order, after `changed_elsewhere`. */
  discard(): void {
    this.#dropAllButFiles()
    this.#reload()
    this.#publish()
  }

  /** Resolves when no change is being sent: true if every change is stored. */
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
    if (!this.#underWay && !this.#loading && !this.#reloading && this.#stopped === null) this.#sendNext()
    this.#publish()
  }

  #sendNext(): void {
    const next = this.#sending ?? this.#takeNext()
    if (next === undefined) return
    this.#sending = next
    this.#underWay = true
    this.#ports.send(next.change, next.key).then(
      (order) => this.#onAnswer(order, next.change),
      (error: CallError) => this.#onError(error),
    )
  }

  #takeNext(): Sending | undefined {
    const next = this.#waiting.takeNext(this.#ports.stored()?.version)
    return next && { ...next, key: this.#ports.newKey() }
  }

  #reload(): void {
    this.#reloading = true
    void this.#ports.reload().finally(() => {
      this.#reloading = false
      if (this.#fault === null) this.#go()
    })
  }

  #onAnswer(order: Order, change: OrderChange): void {
    this.#underWay = false
    this.#sending = null
    this.#fault = null
    this.#waiting.rebase(change, order.version)
    this.#ports.store(order, change)
    this.#go()
  }

  #onError(error: CallError): void {
    this.#underWay = false
    if (error.status === 409 && error.error_type === 'order_paid') return this.#dropAfterPayment()
    if (error.status === 409 && error.error_type === 'order_changed') {
      this.#stopped = 'changed_elsewhere'
      return this.#publish()
    }
    const { fields, service, seen } = this.#sending ?? {}
    if (service !== undefined) {
      this.#sending = null
      this.#serviceFault = { tag: service[0], added: service[1], fault: error }
      if (outcomeUnknown(error)) this.#reload()
      return this.#go()
    }
    this.#fault = error
    if (!outcomeUnknown(error) && fields !== undefined) {
      this.#waiting.requeue(fields, seen)
      this.#sending = null
    }
    this.#publish()
  }

  /** A payment locks the order: its changes are dropped, except files, which a paid order takes too (FLOW-25). */
  #dropAfterPayment(): void {
    this.#dropAllButFiles()
    this.#stopped = 'paid'
    this.#reload()
    this.#publish()
  }

  /** Requeues the files, so that the client does not upload them again. */
  #dropAllButFiles(): void {
    const { files } = this.#state.fields
    this.#waiting.clear()
    if (files !== undefined) this.#waiting.want({ files })
    this.#sending = null
    this.#stopped = null
    this.#fault = null
    this.#serviceFault = null
  }
}
