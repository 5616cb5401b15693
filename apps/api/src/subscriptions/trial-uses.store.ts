import type { Queries, Tables } from '../database/tables.ts'

/** What shows that somebody has had a trial: the account, or a keyed hash of a phone, an e-mail or a card. */
export type TrialMark = Pick<Tables['trial_use'], 'kind' | 'mark'>

/** Whether one of these has had a trial, other than by this subscription. */
export async function isTrialUsed(
  queries: Queries,
  marks: readonly TrialMark[],
  exceptSubscription?: string,
): Promise<boolean> {
  const found = await queries
    .selectFrom('trial_use')
    .select('subscription_id')
    .where((where) => where.or(marks.map(({ kind, mark }) => where.and({ kind, mark }))))
    .execute()
  return found.some(({ subscription_id: id }) => id !== exceptSubscription)
}

/**
 * Notes that these have their trial now; false, and nothing is noted, when one of them has had another. Two that come at the
 * same moment with one card wait for each other, and one of them gets false (abuse 22).
 */
export async function claimTrialUses(
  queries: Queries,
  marks: readonly TrialMark[],
  use: { clientId: string; subscriptionId: string; now: number },
): Promise<boolean> {
  // First the rows: only who has written them knows that nobody else is about to.
  const noted = await queries
    .insertInto('trial_use')
    .values(
      marks.map((mark) => ({
        ...mark,
        client_id: use.clientId,
        subscription_id: use.subscriptionId,
        at: new Date(use.now),
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning(['kind', 'mark'])
    .execute()
  if (!(await isTrialUsed(queries, marks, use.subscriptionId))) return true
  if (noted.length > 0) {
    await queries
      .deleteFrom('trial_use')
      .where((where) => where.or(noted.map(({ kind, mark }) => where.and({ kind, mark }))))
      .execute()
  }
  return false
}
