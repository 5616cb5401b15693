/** The fields of an order that the autopilot reads from the operations API. */
export interface ReadOrder {
  readonly id: string
  readonly number: string
  readonly tags: readonly string[]
  readonly client_status: string | null
  readonly system_client_status: string | null
  readonly revision_accept_at: string | null
  /** Services bought or included in the plan. */
  readonly services: Readonly<Record<string, { readonly active: boolean; readonly refunded: boolean }>>
  readonly preferred_worker: string | null
}

/** A file to deliver. */
export interface Delivery {
  readonly name: string
  readonly type: 'file_draft_paper' | 'file_final_draft' | 'plagiarism_report'
  readonly content: Uint8Array<ArrayBuffer>
}

/** The API refused the call; `type` is the error's type. */
export class Refused extends Error {
  readonly type: string | undefined

  constructor(message: string, type: string | undefined) {
    super(message)
    this.type = type
  }
}

/** The product does not answer: it has not started, or has stopped. */
export class Unreachable extends Error {}

const callTimeoutMs = 10_000

/** HTTP client for the shop's operations API. */
export class OperationsApi {
  readonly #address: string
  readonly #token: string
  readonly #closing = new AbortController()

  /** `address` is the API's base URL, such as `http://127.0.0.1:3000/api/ops`. */
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

  async postEvent(order: ReadOrder, event: Readonly<Record<string, unknown>>): Promise<void> {
    await this.#call('POST', `/orders/${order.id}/events`, {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(event),
    })
  }

  /** Adds a Nerd to the register; `key` is the idempotency key. */
  async addNerd(nerd: { name: string; rating: number }, key: string): Promise<void> {
    await this.#call('POST', '/nerds', {
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify(nerd),
    })
  }

  /** Adds a file to an order; `key` is the idempotency key. */
  async addFile(order: ReadOrder, file: Delivery, key: string): Promise<void> {
    const form = new FormData()
    form.set('type', file.type)
    form.set('file', new Blob([file.content], { type: 'application/pdf' }), file.name)
    await this.#call('POST', `/orders/${order.id}/files`, { headers: { 'idempotency-key': key }, body: form })
  }

  /** Aborts the call in flight. */
  close(): void {
    this.#closing.abort()
  }

  async #call(method: string, path: string, more: Pick<RequestInit, 'headers' | 'body'> = {}): Promise<unknown> {
    const headers = { authorization: `Bearer ${this.#token}`, ...more.headers }
    const signal = AbortSignal.any([AbortSignal.timeout(callTimeoutMs), this.#closing.signal])
    const response = await fetch(this.#address + path, { ...more, method, headers, signal }).catch((error: Error) => {
      throw new Unreachable(error.message)
    })
    const answer: unknown = await response.json().catch(() => undefined)
    if (response.ok) return answer
    const { text, error_type: type } = (answer ?? {}) as { text?: string; error_type?: string }
    throw new Refused(`${response.status}: ${text ?? response.statusText}`, type)
  }
}
