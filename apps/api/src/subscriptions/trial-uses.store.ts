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

/** Notes that these have had their trial; what is noted already stays. */
export async function insertTrialUses(
  queries: Queries,
  marks: readonly TrialMark[],
  use: { clientId: string; subscriptionId: string; now: number },
): Promise<void> {
  await queries
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
    .execute()
}
