import type { FirstData, FirstDataQuery } from '@nerdify/contract/first-data.ts'
import { session } from '../session.ts'
import { api } from './client.ts'

/** What was asked for as the visit began, and its answer, which may still be on its way. */
export interface FirstDataRequest {
  wanted: FirstDataQuery
  answer: Promise<FirstData>
}

let asked: FirstDataRequest | undefined

// Nothing of one person is ever shown to the next (AUTH-15).
session.onEnd(() => {
  asked = undefined
})

/** Asks for the client and what the first screen needs, in one request, while the code of the screen is on its way. */
export function askForFirstData(wanted: FirstDataQuery): void {
  const answer = api.firstData(wanted)
  // Whoever takes it hears of a failure.
  answer.catch(() => undefined)
  asked = { wanted, answer }
}

/** What was asked for, for the one who keeps it; nothing for anybody after. */
export function takeFirstData(): FirstDataRequest | undefined {
  const taken = asked
  asked = undefined
  return taken
}
