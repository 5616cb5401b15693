/** The maximum number of e-mail changes per client and day (SAFE-02). */
export const emailChangesADay = 5

/** SAFE-02: the lifetime of the mailed links that confirm or undo an e-mail change, in days. */
export const daysOfAccountLink = 7

const dayMs = 86_400_000

/** The expiry of a link sent `now`; epoch milliseconds. */
export function accountLinkEnds(now: number): number {
  return now + daysOfAccountLink * dayMs
}

/**
 * Whether an address may undo its own replacement (SAFE-02): only an address older than the link's lifetime, which no
 * intruder can have added unnoticed. Epoch milliseconds.
 */
export function mayUndoByMail({ addedAt, now }: { addedAt: number; now: number }): boolean {
  return now - addedAt > daysOfAccountLink * dayMs
}

/**
 * The client's latest address: the pending one, else the confirmed one, else null. Screens show it and orders require
 * it (FLOW-21).
 */
export function latestEmail(email: { confirmed: string | null; pending: string | null }): string | null {
  return email.pending ?? email.confirmed
}
