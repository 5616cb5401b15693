import { createHash } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import type { SandboxClock } from '../../clock.ts'
import { ApiError } from './api-error.ts'

/** What makes two calls the same. */
export interface KeyedCall {
  /** The `Idempotency-Key`; undefined for a call that has none. */
  readonly key: string | undefined
  readonly method: string
  readonly path: string
  readonly form: unknown
}

/** The answer to a call, as a key remembers it. */
export interface KeptAnswer {
  /** Id of the request that did the work. */
  readonly requestId: string
  readonly status: number
  readonly body: string
}

/** The provider forgets a key after a day. */
const KEPT_FOR_MS = 24 * 3600 * 1000
const LONGEST_KEY = 255

/** Remembers the answers to calls with an `Idempotency-Key`, so that a repeated call has one effect. */
export class IdempotencyKeys {
  readonly #database: DatabaseSync
  readonly #clock: SandboxClock
  readonly #inUse = new Set<string>()

  constructor(database: DatabaseSync, clock: SandboxClock) {
    this.#database = database
    this.#clock = clock
  }

  /**
   * Begins a call: the answer of an earlier one with its key, or undefined, and then the key is in use until `release`.
   * Of a call without a key nothing is remembered.
   *
   * @throws {ApiError} when the key is in use, too long, or was used for other parameters.
   */
  claim(call: KeyedCall): KeptAnswer | undefined {
    const { key } = call
    if (key === undefined) return undefined
    if (key.length > LONGEST_KEY) {
      throw new ApiError(400, {
        type: 'invalid_request_error',
        message: `Idempotency keys can be up to ${LONGEST_KEY} characters long.`,
      })
    }
    if (this.#inUse.has(key)) {
      throw new ApiError(409, {
        type: 'idempotency_error',
        code: 'idempotency_key_in_use',
        message: `There is currently another in-progress request using this Idempotent Key: ${key}`,
      })
    }
    const kept = this.#database
      .prepare('SELECT fingerprint, request_id, status, body FROM idempotent_results WHERE key = ? AND stored_at > ?')
      .get(key, this.#clock.now() - KEPT_FOR_MS)
    if (!kept) {
      this.#inUse.add(key)
      return undefined
    }
    if (kept['fingerprint'] !== fingerprint(call)) {
      throw new ApiError(400, {
        type: 'idempotency_error',
        message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
      })
    }
    return { requestId: String(kept['request_id']), status: Number(kept['status']), body: String(kept['body']) }
  }

  /** Keeps the answer of a call. Within the call's own transaction, so that effect and memory are one. */
  keep(call: KeyedCall, answer: KeptAnswer): void {
    if (call.key === undefined) return
    this.#database
      .prepare(
        `INSERT OR REPLACE INTO idempotent_results (key, fingerprint, request_id, status, body, stored_at)
         VALUES (?, ?, ?, ?, ?, ?)`,
      )
      .run(call.key, fingerprint(call), answer.requestId, answer.status, answer.body, this.#clock.now())
  }

  /** Ends the call that claimed the key. */
  release({ key }: KeyedCall): void {
    if (key !== undefined) this.#inUse.delete(key)
  }
}

function fingerprint({ method, path, form }: KeyedCall): string {
  return createHash('sha256')
    .update(`${method} ${path}\n${JSON.stringify(form)}`)
    .digest('hex')
}
