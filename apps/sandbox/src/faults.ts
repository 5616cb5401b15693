/**
 * Kinds of faults. `error_kept` is an error stored under the idempotency key; `hold` blocks a call; `nonsense` does no
 * work and sends an answer that no provider would.
 */
export const faultKinds = ['lose_response', 'reset', 'error', 'error_kept', 'rate_limit', 'hold', 'nonsense'] as const
/** The providers whose calls can fail. */
export const faultProviders = ['cards', 'sms', 'mail'] as const

export type FaultKind = (typeof faultKinds)[number]

/** A fault for the next calls that match. */
export interface Fault {
  readonly provider: (typeof faultProviders)[number]
  readonly fault: FaultKind
  /** The number of calls that it still breaks. */
  readonly calls: number
  /** Only calls with this method, or to a path with this prefix. */
  readonly method?: string
  readonly path?: string
  /** Only texts to this phone number, or mails to this address. */
  readonly to?: string
}

/** The facts of a call that a fault matches; `to` is the recipient or number. */
type Call = Required<Pick<Fault, 'provider' | 'method' | 'path'>> & { readonly to?: string | undefined }

/** Breaks the next calls to the providers on demand, to test how a caller copes. */
export class Faults {
  #planned: Fault[] = []
  #held = new Set<() => void>()

  /** Adds a fault after the planned ones. */
  plan(fault: Fault): void {
    this.#planned.push(fault)
  }

  /** The remaining faults. */
  get planned(): readonly Fault[] {
    return this.#planned
  }

  /** Takes the planned fault for this call, if any, and counts it down. */
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

  /** Blocks a call until the faults are cleared. */
  hold(): Promise<void> {
    return new Promise((resolve) => this.#held.add(resolve))
  }

  /** Removes all faults and releases the held calls. */
  clear(): void {
    this.#planned = []
    for (const release of this.#held) release()
    this.#held.clear()
  }
}
