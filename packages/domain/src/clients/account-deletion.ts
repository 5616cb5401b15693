/** LAW-06: days in which a client may cancel the deletion. */
export const daysToUndoDeletion = 7

const dayMs = 86_400_000

/** The time between the reminder and the deletion, in milliseconds (SAFE-13). */
export const deletionReminderMs = dayMs

/** The deletion time of a request made `now`; epoch milliseconds. */
export function deletionDue(now: number): number {
  return now + daysToUndoDeletion * dayMs
}
