/** LAW-06: days in which a client may take back the wish to be deleted. */
export const daysToUndoDeletion = 7

const dayMs = 86_400_000

/** How long before it the client is reminded, in milliseconds (SAFE-13). */
export const deletionReminderMs = dayMs

/** When an account is deleted whose client asks for it now; epoch milliseconds. */
export function deletionDue(now: number): number {
  return now + daysToUndoDeletion * dayMs
}
