import { recordOf, textFrom } from '@nerdify/browser/kept-values.ts'

/** State of a history entry: the step whose "Change" led here, which is also the next one (ux 36). */
export interface ReturnState {
  returnTo: string
}

/** The step to return to after a change. `state` is the history entry's. */
export const returnPathOf = (state: unknown): string | undefined => textFrom(recordOf(state).returnTo)
