/** What the autopilot reads of an order of the operations API. */
export interface ReadOrder {
  readonly id: string
  readonly number: string
  readonly tags: readonly string[]
  readonly client_status: string | null
  readonly system_client_status: string | null
  readonly revision_accept_at: string | null
  /** What was bought besides, or came with the plan. */
  readonly services: Readonly<Record<string, { readonly active: boolean; readonly refunded: boolean }>>
  readonly preferred_worker: string | null
}

/** A file to deliver. */
export interface Delivery {
  readonly name: string
  readonly type: 'file_draft_paper' | 'file_final_draft' | 'plagiarism_report'
  readonly content: Uint8Array<ArrayBuffer>
}

/** The call was answered, and refused; `type` is what the refusal is called. */
export class Refused extends Error {
  readonly type: string | undefined

  constructor(message: string, type: string | undefined) {
    super(message)
    this.type = type
  }
}

/** Nobody answers: the product is not there yet, or not any more. */
export class Unreachable extends Error {}

const CALL_TIMEOUT_MS = 10_000

/** The operations API of the shop whose Nerds the autopilot plays, over HTTP alone. */
export class OperationsApi {
  readonly #address: string
  readonly #token: string
  readonly #closing = new AbortController()

  /** `address` is that of the API, such as `http://127.0.0.1:3000/api/ops`. */
  constructor(address: string, token: string) {
    this.#address = address.replace(/\/$/, '')
    this.#token = token
  }

  /** All orders in one of the API's states, such as `in_progress`. */
  async orders(state: string): Promise<readonly ReadOrder[]> {
    const found: ReadOrder[] = []
    for (let from = ''; ; ) {
      const answer = (await this.#call('GET', `/orders?state=${state}${from}`)) as {
        results: readonly ReadOrder[]
        next: string | null
      }
      found.push(...answer.results)
      if (answer.next === null) return found
      from = `&cursor=${answer.next}`
    }
  }

  /** Lets an event happen to an order. */
  async postEvent(order: ReadOrder, event: Readonly<Record<string, unknown>>): Promise<void> {
    await this.#call('POST', `/orders/${order.id}/events`, {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(event),
    })
  }

  /** Adds a Nerd to the register; with the same key a repeat adds nobody. */
  async addNerd(nerd: { name: string; rating: number }, key: string): Promise<void> {
    await this.#call('POST', '/nerds', {
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify(nerd),
    })
  }

  /** Adds a file to an order; with the same key a repeat adds nothing. */
  async addFile(order: ReadOrder, file: Delivery, key: string): Promise<void> {
    const form = new FormData()
    form.set('type', file.type)
    form.set('file', new Blob([file.content], { type: 'application/pdf' }), file.name)
    await this.#call('POST', `/orders/${order.id}/files`, { headers: { 'idempotency-key': key }, body: form })
  }

  /** Breaks off the call that is under way. */
  close(): void {
    this.#closing.abort()
  }

  async #call(method: string, path: string, more: Pick<RequestInit, 'headers' | 'body'> = {}): Promise<unknown> {
    const headers = { authorization: `Bearer ${this.#token}`, ...more.headers }
    const signal = AbortSignal.any([AbortSignal.timeout(CALL_TIMEOUT_MS), this.#closing.signal])
    const response = await fetch(this.#address + path, { ...more, method, headers, signal }).catch((error: Error) => {
      throw new Unreachable(error.message)
    })
    const answer: unknown = await response.json().catch(() => undefined)
    if (response.ok) return answer
    const { text, error_type: type } = (answer ?? {}) as { text?: string; error_type?: string }
    throw new Refused(`${response.status}: ${text ?? response.statusText}`, type)
  }
}
