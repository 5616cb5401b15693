import type { FirstData, FirstDataQuery } from '@nerdify/contract/first-data.ts'
import { session } from '../visit/session.ts'
import { api } from './client.ts'

/** The first request of the visit. */
export interface FirstDataRequest {
  query: FirstDataQuery
  answer: Promise<FirstData>
}

let request: FirstDataRequest | undefined

// One person's data must never show to the next (AUTH-15).
session.onEnd(() => {
  request = undefined
})

/** Requests the client and the first screen's data in one call, while the screen's code loads. */
export function askForFirstData(query: FirstDataQuery): void {
  const answer = api.firstData(query)
  // The caller that takes the answer handles its failure.
  answer.catch(() => undefined)
  request = { query, answer }
}

/** The first request; only the first caller gets it. */
export function takeFirstData(): FirstDataRequest | undefined {
  const pending = request
  request = undefined
  return pending
}
