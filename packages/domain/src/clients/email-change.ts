/** SAFE-02: changes of its e-mail that one account may ask for in a day. */
export const emailChangesADay = 5

/** SAFE-02: days in which the links about a change of the e-mail work: the one that confirms it, and those that undo it. */
export const daysOfAccountLink = 7

const dayMs = 86_400_000

/** When a link that is sent now stops working; epoch milliseconds. */
export function accountLinkEnds(now: number): number {
  return now + daysOfAccountLink * dayMs
}

/**
 * Whether an address may undo its own replacement (SAFE-02): it held for longer than the link lives, so no intruder put it
 * there unnoticed. Instants in epoch milliseconds.
 */
export function mayUndoByMail({ heldSince, now }: { heldSince: number; now: number }): boolean {
  return now - heldSince > daysOfAccountLink * dayMs
}

/**
 * The address that a client gave last: the pending one, else the confirmed one; null for none. Screens show it and
 * orders ask for it (FLOW-21).
 */
export function givenEmail(email: { confirmed: string | null; pending: string | null }): string | null {
  return email.pending ?? email.confirmed
}
