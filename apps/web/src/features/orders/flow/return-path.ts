/** State of a history entry: the step whose "Change" led here, and which comes next then (ux 36). */
export interface ReturnState {
  returnTo: string
}

/** Where to go back to after a change, if a later step asked for it. `state` is that of the history entry. */
export function returnPathOf(state: unknown): string | undefined {
  const { returnTo } = (state ?? {}) as Partial<ReturnState>
  return typeof returnTo === 'string' ? returnTo : undefined
}
