import type { Queries } from '../database/tables.ts'
import { personMarks } from '../keys/person-marks.ts'
import { insertReferralCard } from './referrals.store.ts'

/** Who brought a client, whom a client brought, what came of it, and whose bonuses wait for staff (SAFE-08). */
export {
  friendsOf,
  noteOnReferral,
  referralOf,
  referrersWaiting as waitingBonuses,
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
