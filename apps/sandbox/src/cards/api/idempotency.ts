import type { CardProvider } from '../provider.ts'
import { ApiError } from './api-error.ts'

/** A call with its `Idempotency-Key`, if any, and the fingerprint that identifies its parameters. */
export interface KeyedCall {
  readonly key: string | undefined
  readonly fingerprint: string
}

/** The answer stored under a key. */
export interface KeptAnswer {
  /** Id of the first request. */
  readonly requestId: string
  readonly status: number
  readonly body: string
}

/** The provider forgets a key after a day. */
const keptForMs = 24 * 3600 * 1000

/** Stores the answers to calls with an `Idempotency-Key`, so that a repeat takes effect once. */
export class IdempotencyKeys {
  readonly #provider: CardProvider
  readonly #inUse = new Set<string>()

  constructor(provider: CardProvider) {
    this.#provider = provider
  }

  /**
   * Claims the key of a call until `release`, or returns the stored answer. A no-op for a call without a key.
   *
   * @throws {ApiError} if the key is in use or was used with other parameters.
   */
  claim({ key, fingerprint }: KeyedCall): KeptAnswer | undefined {
    if (key === undefined) return undefined
    if (this.#inUse.has(key)) {
      const message = `There is currently another in-progress request using this Idempotent Key: ${key}`
      throw new ApiError(409, { type: 'idempotency_error', code: 'idempotency_key_in_use', message })
    }
    const stored = this.#provider.database
      .prepare(
        `SELECT fingerprint, request_id AS requestId, status, body FROM idempotent_results
          WHERE key = ? AND stored_at > ?`,
      )
      .get(key, this.#provider.clock.now() - keptForMs) as (KeptAnswer & Pick<KeyedCall, 'fingerprint'>) | undefined
    if (stored === undefined) this.#inUse.add(key)
    else if (stored.fingerprint !== fingerprint) {
      const message = `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`
      throw new ApiError(400, { type: 'idempotency_error', message })
    }
    return stored
  }

  /** Stores the answer of a call, in the call's own transaction. */
  keep({ key, fingerprint }: KeyedCall, { requestId, status, body }: KeptAnswer): void {
    if (key === undefined) return
    const columns = '(key, fingerprint, request_id, status, body, stored_at)'
    this.#provider.database
      .prepare(`INSERT OR REPLACE INTO idempotent_results ${columns} VALUES (?, ?, ?, ?, ?, ?)`)
      .run(key, fingerprint, requestId, status, body, this.#provider.clock.now())
  }

  release({ key }: KeyedCall): void {
    if (key !== undefined) this.#inUse.delete(key)
  }
}
