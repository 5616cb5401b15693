/**
 * What breaks. `error_kept` is an error that an idempotency key remembers; `hold` keeps a call waiting; `nonsense` does
 * nothing and answers what no provider would.
 */
export const faultKinds = ['lose_response', 'reset', 'error', 'error_kept', 'rate_limit', 'hold', 'nonsense'] as const
/** Whose calls break. */
export const faultProviders = ['cards', 'sms', 'mail'] as const

/** One way to break. */
export type FaultKind = (typeof faultKinds)[number]

/** A fault that waits for the next calls that it fits. */
export interface Fault {
  readonly provider: (typeof faultProviders)[number]
  readonly fault: FaultKind
  /** How many calls it still breaks. */
  readonly calls: number
  /** Only calls with this method, or to a path that begins with this. */
  readonly method?: string
  readonly path?: string
  /** Only texts to this phone number, or mails to this address. */
  readonly to?: string
}

/** What a call is known by, to find the fault that is meant for it; `to` is whom it sends something to, or asks about. */
type Call = Required<Pick<Fault, 'provider' | 'method' | 'path'>> & { readonly to?: string | undefined }

/** Breaks the next calls to the providers on demand, to show how a caller copes. */
export class Faults {
  #planned: Fault[] = []
  #held = new Set<() => void>()

  /** Adds a fault behind those that are planned already. */
  plan(fault: Fault): void {
    this.#planned.push(fault)
  }

  /** The faults still to come. */
  get planned(): readonly Fault[] {
    return this.#planned
  }

  /** The fault for this call, if one is planned; it is used up by it. */
  take({ provider, method, path, to }: Call): FaultKind | undefined {
    const fits = (fault: Fault) =>
      fault.provider === provider &&
      (fault.method === undefined || fault.method === method) &&
      (fault.path === undefined || path.startsWith(fault.path)) &&
      (fault.to === undefined || fault.to === to)
    const index = this.#planned.findIndex(fits)
    const fault = this.#planned[index]
    if (!fault) return undefined
    if (fault.calls > 1) this.#planned[index] = { ...fault, calls: fault.calls - 1 }
    else this.#planned.splice(index, 1)
    return fault.fault
  }

  /** Keeps a call waiting until the faults are cleared. */
  hold(): Promise<void> {
    return new Promise((resolve) => this.#held.add(resolve))
  }

  /** Plans no more faults and lets the held calls go on. */
  clear(): void {
    this.#planned = []
    for (const release of this.#held) release()
    this.#held.clear()
  }
}
