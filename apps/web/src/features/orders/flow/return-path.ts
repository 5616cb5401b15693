import { recordOf, textFrom } from '../../../kept-values.ts'

/** State of a history entry: the step whose "Change" led here, and which comes next then (ux 36). */
export interface ReturnState {
  returnTo: string
}

/** Where to go back to after a change, if a later step asked for it. `state` is that of the history entry. */
export const returnPathOf = (state: unknown): string | undefined => textFrom(recordOf(state).returnTo)
