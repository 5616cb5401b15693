import type { CallError } from '@nerdify/contract/error-body.ts'
import type { Order, OrderChange, ServiceTag } from '@nerdify/contract/orders.ts'
import { outcomeUnknown } from './call-outcome.ts'

/** The fields of an order that its client changes, as on the wire: size "{count} {measure}", deadline ISO 8601. */
export type OrderFields = Pick<
  OrderChange,
  'type' | 'subject' | 'size' | 'deadline' | 'details' | 'use_balance' | 'files'
>

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

/** What is wanted of the order beyond what the server has confirmed. A new object after each step. */
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

/** The queue of the changes to one order. */
export type OrderChanges = ReturnType<typeof createOrderChanges>

interface Sending {
  readonly change: OrderChange
  readonly key: string
  /** The version that its fields were seen at, where that was told. */
  readonly seen: number | undefined
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

const fieldsOf = ({
  version: _,
  action: __,
  tag: ___,
  worker: ____,
  option: _____,
  ...fields
}: OrderChange): OrderFields => fields

/** What is wanted of a service; `nerd` goes with the preferred one, when it is added (SRV-05). */
interface ServiceWish {
  added: boolean
  nerd: string | undefined
}

/**
 * The queue of the changes to one order (FLOW-18). One change travels at a time; what is wanted meanwhile waits, the
 * last choice of each field wins, and it leaves from the version that the answer before it brought. So answers cannot
 * overtake each other, and a 409 speaks of somebody else's change. Nothing leaves while the order is loading.
 *
 * What was typed or held back for a while may have been begun from an earlier version than the stored one: it leaves from
 * that, so that a 409 tells of what became of the field meanwhile (ux 18).
 *
 * A change whose outcome is unknown is repeated as it was, under the same idempotency key, before anything else.
 */
export function createOrderChanges(ports: OrderChangesPorts) {
  let waiting: OrderFields = {}
  /** The versions that waiting fields were seen at, where that was told. */
  const seenAt = new Map<string, number>()
  const waitingServices = new Map<ServiceTag, ServiceWish>()
  let sending: Sending | null = null
  let underWay = false
  let loading = false
  let readingAnew = false
  let stopped: 'changed_elsewhere' | 'paid' | null = null
  let fault: CallError | null = null
  let serviceFault: OrderChangesState['serviceFault'] = null

  let state = nothing
  const listeners = new Set<() => void>()
  let resolvers: ((saved: boolean) => void)[] = []

  const somethingWaits = () => sending !== null || Object.keys(waiting).length > 0 || waitingServices.size > 0

  const phase = (): OrderChangesPhase => {
    if (stopped !== null) return stopped
    if (underWay) return 'saving'
    if (fault !== null) return 'failed'
    return somethingWaits() ? 'saving' : 'settled'
  }

  const wantedServices = () => {
    const wanted = new Map<ServiceTag, boolean>()
    if (sending?.change.tag !== undefined) wanted.set(sending.change.tag, sending.change.action === 'service_add')
    for (const [tag, { added }] of waitingServices) wanted.set(tag, added)
    return wanted
  }

  function publish() {
    const sent = sending === null ? {} : fieldsOf(sending.change)
    state = {
      phase: phase(),
      fields: { ...sent, ...waiting },
      services: wantedServices(),
      preferredNerd: waitingServices.get('client_recomended_writer')?.nerd ?? sending?.change.worker,
      fault,
      isAwaited: resolvers.length > 0,
      serviceFault,
    }
    for (const listener of listeners) listener()
    if (state.phase === 'saving') return
    const saved = state.phase === 'settled'
    const waiters = resolvers
    resolvers = []
    for (const resolve of waiters) resolve(saved)
  }

  function noteSeen(fields: OrderFields, version: number | undefined) {
    if (version === undefined) return
    for (const field of Object.keys(fields)) seenAt.set(field, Math.min(version, seenAt.get(field) ?? version))
  }

  function takeNext(): Sending | null {
    const version = ports.stored()?.version
    const from = version === undefined ? {} : { version }
    const [first, ...others] = Object.entries(waiting)
    if (first !== undefined) {
      const seen = seenAt.get(first[0])
      const isSeenWith = ([field]: [string, unknown]) => seenAt.get(field) === seen
      const fields: OrderFields = Object.fromEntries([first, ...others.filter(isSeenWith)])
      waiting = Object.fromEntries(others.filter((each) => !isSeenWith(each)))
      for (const field of Object.keys(fields)) seenAt.delete(field)
      return { change: { ...fields, ...from, ...(seen !== undefined && { version: seen }) }, key: ports.newKey(), seen }
    }
    for (const [tag, { added, nerd }] of waitingServices) {
      waitingServices.delete(tag)
      const action = added ? 'service_add' : 'service_delete'
      const change: OrderChange = { action, tag, ...(nerd !== undefined && { worker: nerd }), ...from }
      return { change, key: ports.newKey(), seen: undefined }
    }
    return null
  }

  function go() {
    if (stopped === 'paid' && ports.stored()?.isLocked === true) stopped = null
    if (!underWay && !loading && !readingAnew && stopped === null) {
      sending ??= takeNext()
      if (sending !== null) {
        underWay = true
        const { change, key } = sending
        ports.send(change, key).then(
          (order) => arrived(order, change),
          (error: CallError) => refused(error),
        )
      }
    }
    publish()
  }

  function readAnew() {
    readingAnew = true
    void ports.reload().finally(() => {
      readingAnew = false
      if (fault === null) go()
    })
  }

  function arrived(order: Order, change: OrderChange) {
    underWay = false
    sending = null
    fault = null
    // Who chose again meanwhile replaces their own choice.
    for (const field of Object.keys(change)) if (seenAt.has(field)) seenAt.set(field, order.version)
    ports.store(order, change)
    go()
  }

  function refused(error: CallError) {
    underWay = false
    if (error.status === 409 && error.error_type === 'order_paid') return givePaidUp()
    if (error.status === 409 && error.error_type === 'order_changed') {
      stopped = 'changed_elsewhere'
      return publish()
    }
    const { change, seen } = sending ?? {}
    if (change?.tag !== undefined) {
      sending = null
      serviceFault = { tag: change.tag, added: change.action === 'service_add', fault: error }
      if (outcomeUnknown(error)) readAnew()
      return go()
    }
    fault = error
    if (!outcomeUnknown(error) && change !== undefined) {
      waiting = { ...fieldsOf(change), ...waiting }
      noteSeen(fieldsOf(change), seen)
      sending = null
    }
    publish()
  }

  /** The payment fixed the order: what was wanted of it is over, save for files, which it takes all the same (FLOW-25). */
  function givePaidUp() {
    const { files } = state.fields
    forget()
    if (files !== undefined) waiting = { files }
    stopped = 'paid'
    readAnew()
    publish()
  }

  function forget() {
    waiting = {}
    seenAt.clear()
    waitingServices.clear()
    sending = null
    stopped = null
    fault = null
    serviceFault = null
  }

  return {
    /**
     * Wants these fields; they leave as soon as nothing else is on its way. Also sends what failed before. `version` is that
     * of the order from which they were typed, where that may be an earlier one.
     */
    change(fields: OrderFields, version?: number) {
      waiting = { ...waiting, ...fields }
      noteSeen(fields, version)
      go()
    },
    /** Wants the service added or removed (SRV-03); the preferred Nerd's with the name (SRV-05). */
    setService(tag: ServiceTag, added: boolean, nerd?: string) {
      serviceFault = null
      waitingServices.delete(tag)
      waitingServices.set(tag, { added, nerd })
      go()
    },
    /** Tells whether the order is being read just now; what waited leaves when the reading ends. */
    setLoading(value: boolean) {
      if (loading === value) return
      loading = value
      if (!value && fault === null) go()
    },
    /** Sends again what did not get through. */
    retry() {
      go()
    },
    /** Gives up everything that is not stored and reads the order anew: the answer to `changed_elsewhere`. */
    discard() {
      forget()
      readAnew()
      publish()
    },
    /** Resolves once nothing is on its way: true if everything wanted is stored. */
    settled(): Promise<boolean> {
      if (state.phase !== 'saving') return Promise.resolve(state.phase === 'settled')
      return new Promise((resolve) => resolvers.push(resolve))
    },
    state: (): OrderChangesState => state,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
