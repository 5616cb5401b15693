import { noReferralTag } from '@nerdify/domain/referrals/referral.ts'
import { clientById } from '../accounts/find-client.ts'
import type { Queries } from '../database/tables.ts'
import { clientIdOfShareCode } from '../keys/referral-codes.ts'
import { countReferrals, insertReferral, insertReferralCard, isBroughtByFriend } from './referrals.store.ts'
import { personMarks } from '../keys/person-marks.ts'

/** Who brought a client is forgotten where they turn out to have been one before: nobody did (REF-05, HOLD-09). */
export { dropOpenReferral, openReferralRow } from './referrals.store.ts'

/**
 * Notes at sign-up who brought a client by their public code (REF-04). An unknown code, and one of a client who takes
 * no part (REF-03), does nothing.
 */
export async function noteReferrer(
  queries: Queries,
  { friendId, shareCode, now }: { friendId: string; shareCode: string; now: number },
): Promise<void> {
  const referrerId = await clientIdOfShareCode(queries, shareCode)
  if (referrerId === undefined || referrerId === friendId) return
  const referrer = await clientById(queries, referrerId)
  if (referrer === undefined || referrer.erased_at !== null || referrer.tags.includes(noReferralTag)) return
  await insertReferral(queries, { referrerId, friendId, now })
}

/**
 * What a client's friends came to (REF-01), cents, and whether they still have what a friend gave them: no order was
 * paid with it (REF-04).
 */
export async function referralFacts(queries: Queries, clientId: string) {
  const hasGift = await isBroughtByFriend(queries, clientId)
  return { ...(await countReferrals(queries, clientId)), hasGift }
}

/** Who brought a client, whom a client brought, what came of it, and whose bonuses wait for staff (SAFE-08). */
export {
  noteOnReferral,
  pendingBonuses,
  referralOf,
  referralsBy,
  waitingBonuses,
  type StoredReferral,
} from './referrals.store.ts'

/**
 * Has a card stand for one bonus (SAFE-08): false when it stands for another friend's. The fingerprint is the provider's;
 * it is kept as a mark, which outlives the accounts (HOLD-09).
 */
export function claimCard(
  queries: Queries,
  claim: { secret: string; cardFingerprint: string; referrerId: string; friendId: string; now: number },
): Promise<boolean> {
  const { secret, cardFingerprint, ...rest } = claim
  const [card] = personMarks(secret, 'referral', { cardFingerprint })
  if (card === undefined) throw new Error('a card has a mark')
  return insertReferralCard(queries, { mark: card.mark, ...rest })
}
