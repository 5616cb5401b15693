import type { OrderChange, ServiceTag } from '@nerdify/contract/orders.ts'

/** The fields of an order that its client changes, in the wire's form: size "{count} {measure}", deadline ISO 8601. */
export type OrderFields = Pick<
  OrderChange,
  'type' | 'subject' | 'title' | 'size' | 'deadline' | 'details' | 'use_balance' | 'files'
>

/** A change that is ready to be sent. */
export interface NextChange {
  readonly change: OrderChange
  readonly fields: OrderFields
  /** The service, and whether it is added. */
  readonly service?: readonly [tag: ServiceTag, added: boolean]
  /** The order's version when the fields were typed, if known. */
  readonly seen: number | undefined
}

/** A service to add or remove; `nerd` is the preferred one when it is added (SRV-05). */
interface ServiceWish {
  added: boolean
  nerd: string | undefined
}

/**
 * The unsent changes to an order: the last choice for each field and service (FLOW-18).
 *
 * Typed or debounced text may be based on an older version than the cached order. It is sent with that version, so that
 * a 409 reports a conflict (ux 18).
 */
export class WaitingChanges {
  #fields: OrderFields = {}
  /** The version of the order when each field was typed, if known. */
  readonly #seenAt = new Map<string, number>()
  readonly #services = new Map<ServiceTag, ServiceWish>()

  get fields(): OrderFields {
    return this.#fields
  }

  get preferredNerd(): string | undefined {
    return this.#services.get('client_recomended_writer')?.nerd
  }

  services(): [ServiceTag, boolean][] {
    return [...this.#services].map(([tag, { added }]) => [tag, added])
  }

  isEmpty(): boolean {
    return Object.keys(this.#fields).length === 0 && this.#services.size === 0
  }

  want(fields: OrderFields, version?: number): void {
    this.#fields = { ...this.#fields, ...fields }
    this.#noteSeen(fields, version)
  }

  wantService(tag: ServiceTag, wish: ServiceWish): void {
    this.#services.delete(tag)
    this.#services.set(tag, wish)
  }

  /** Requeues fields of a failed change, unless the client has chosen again. */
  requeue(fields: OrderFields, seen: number | undefined): void {
    this.#fields = { ...fields, ...this.#fields }
    this.#noteSeen(fields, seen)
  }

  /** After a change is stored, the client's newer choices are based on its version. */
  rebase(change: OrderChange, version: number): void {
    for (const field of Object.keys(change)) if (this.#seenAt.has(field)) this.#seenAt.set(field, version)
  }

  clear(): void {
    this.#fields = {}
    this.#seenAt.clear()
    this.#services.clear()
  }

  /** Removes and answers the next change: fields of the same version together, each service alone. */
  takeNext(version: number | undefined): NextChange | undefined {
    const from = version === undefined ? {} : { version }
    const [first, ...others] = Object.entries(this.#fields)
    if (first !== undefined) {
      const seenAt = this.#seenAt.get(first[0])
      const isSeenWith = ([field]: [string, unknown]) => this.#seenAt.get(field) === seenAt
      const fields: OrderFields = Object.fromEntries([first, ...others.filter(isSeenWith)])
      this.#fields = Object.fromEntries(others.filter((each) => !isSeenWith(each)))
      for (const field of Object.keys(fields)) this.#seenAt.delete(field)
      return { change: { ...fields, ...from, ...(seenAt !== undefined && { version: seenAt }) }, fields, seen: seenAt }
    }
    const [service] = this.#services
    if (service === undefined) return undefined
    const [tag, { added, nerd }] = service
    this.#services.delete(tag)
    const action = added ? 'service_add' : 'service_delete'
    const change = { action, tag, ...(nerd !== undefined && { worker: nerd }), ...from } as const
    return { change, fields: {}, service: [tag, added], seen: undefined }
  }

  #noteSeen(fields: OrderFields, version: number | undefined): void {
    if (version === undefined) return
    for (const field of Object.keys(fields))
      this.#seenAt.set(field, Math.min(version, this.#seenAt.get(field) ?? version))
  }
}
