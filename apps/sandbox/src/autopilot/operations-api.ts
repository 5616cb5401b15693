/** What the autopilot reads of an order of the operations API. */
export interface ReadOrder {
  readonly id: string
  readonly number: string
  readonly tags: readonly string[]
  readonly client_status: string | null
  readonly system_client_status: string | null
  readonly revision_accept_at: string | null
}

/** A file to deliver. */
export interface Delivery {
  readonly name: string
  readonly content: Uint8Array<ArrayBuffer>
}

/** The call was answered, and refused. */
export class Refused extends Error {
  readonly status: number

  constructor(status: number, text: string) {
    super(`${status}: ${text}`)
    this.status = status
  }
}

/** Nobody answers: the product is not there yet, or not any more. */
export class Unreachable extends Error {}

interface OrderPage {
  readonly results: readonly ReadOrder[]
  readonly pages: number
}

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
    for (let page = 0, pages = 1; page < pages; page += 1) {
      const answer = (await this.#call('GET', `/orders?state=${state}&page=${page}`)) as OrderPage
      found.push(...answer.results)
      pages = answer.pages
    }
    return found
  }

  /** Lets an event happen to an order. */
  async postEvent(order: ReadOrder, event: Readonly<Record<string, unknown>>): Promise<void> {
    await this.#call('POST', `/orders/${order.id}/events`, {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(event),
    })
  }

  /** Adds a final draft to an order; with the same key a repeat adds nothing. */
  async addFile(order: ReadOrder, file: Delivery, key: string): Promise<void> {
    const form = new FormData()
    form.set('type', 'file_final_draft')
    form.set('file', new Blob([file.content], { type: 'application/pdf' }), file.name)
    await this.#call('POST', `/orders/${order.id}/files`, { headers: { 'idempotency-key': key }, body: form })
  }

  /** Breaks off the call that is under way. */
  close(): void {
    this.#closing.abort()
  }

  async #call(
    method: string,
    path: string,
    more: { headers?: Record<string, string>; body?: string | FormData } = {},
  ): Promise<unknown> {
    let response: Response
    try {
      response = await fetch(this.#address + path, {
        method,
        headers: { authorization: `Bearer ${this.#token}`, 'x-operator': 'autopilot', ...more.headers },
        ...(more.body === undefined ? {} : { body: more.body }),
        signal: AbortSignal.any([AbortSignal.timeout(CALL_TIMEOUT_MS), this.#closing.signal]),
      })
    } catch (error) {
      throw new Unreachable(error instanceof Error ? error.message : String(error))
    }
    const answer: unknown = await response.json().catch(() => undefined)
    if (response.ok) return answer
    const { text } = (answer ?? {}) as { text?: string }
    throw new Refused(response.status, text ?? response.statusText)
  }
}
