import type { OrderChange, ServiceTag } from '@nerdify/contract/orders.ts'

/** The fields of an order that its client changes, as on the wire: size "{count} {measure}", deadline ISO 8601. */
export type OrderFields = Pick<
  OrderChange,
  'type' | 'subject' | 'title' | 'size' | 'deadline' | 'details' | 'use_balance' | 'files'
>

/** A change that is ready to leave. */
export interface NextChange {
  readonly change: OrderChange
  /** The fields in it. */
  readonly fields: OrderFields
  /** The service in it, and whether it is added. */
  readonly service?: readonly [tag: ServiceTag, added: boolean]
  /** The version that its fields were seen at, where that was told. */
  readonly seen: number | undefined
}

/** What is wanted of a service; `nerd` goes with the preferred one, when it is added (SRV-05). */
interface ServiceWish {
  added: boolean
  nerd: string | undefined
}

/**
 * The changes to an order that were not sent yet: the last choice for each field and service (FLOW-18).
 *
 * What was typed or debounced may be based on an older version than the stored order. It is sent with that version, so
 * that a 409 tells what happened to the field meanwhile (ux 18).
 */
export class WaitingChanges {
  #fields: OrderFields = {}
  /** The versions that fields were seen at, where that was told. */
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

  /** Fields that left and were not taken wait again, unless somebody has chosen anew. */
  giveBack(fields: OrderFields, seen: number | undefined): void {
    this.#fields = { ...fields, ...this.#fields }
    this.#noteSeen(fields, seen)
  }

  /** A change has arrived: who chose again meanwhile replaces their own choice. */
  replaceOwn(change: OrderChange, version: number): void {
    for (const field of Object.keys(change)) if (this.#seenAt.has(field)) this.#seenAt.set(field, version)
  }

  clear(): void {
    this.#fields = {}
    this.#seenAt.clear()
    this.#services.clear()
  }

  /** Takes out what leaves next: fields seen at the same version go together, each service alone. */
  takeNext(version: number | undefined): NextChange | undefined {
    const from = version === undefined ? {} : { version }
    const [first, ...others] = Object.entries(this.#fields)
    if (first !== undefined) {
      const seen = this.#seenAt.get(first[0])
      const isSeenWith = ([field]: [string, unknown]) => this.#seenAt.get(field) === seen
      const fields: OrderFields = Object.fromEntries([first, ...others.filter(isSeenWith)])
      this.#fields = Object.fromEntries(others.filter((each) => !isSeenWith(each)))
      for (const field of Object.keys(fields)) this.#seenAt.delete(field)
      return { change: { ...fields, ...from, ...(seen !== undefined && { version: seen }) }, fields, seen }
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
