import type { Queries } from '../database/tables.ts'
import { personMarks } from '../keys/person-marks.ts'
import { friendsOf, insertReferralCard, noteOnReferral, referralOfFriend, referrersWaiting } from './referrals.store.ts'

/** Who brought a client, and what came of it; cents. */
export interface Referral {
  referrerId: string
  friendId: string
  /** The friend's first paid order. */
  orderId: string | null
  cardCents: number
  samePerson: boolean
  cardKnown: boolean
  waits: boolean
  bonusCents: number
}

/** Who brought a client; nobody else changes it until the transaction ends. */
export async function referralOf(queries: Queries, friendId: string): Promise<Referral | undefined> {
  const row = await referralOfFriend(queries, friendId, { lock: true })
  return (
    row && {
      referrerId: row.client_id,
      friendId: row.friend_id,
      orderId: row.order_id,
      cardCents: row.card_cents,
      samePerson: row.same_person,
      cardKnown: row.card_known,
      waits: row.waits_since !== null,
      bonusCents: row.bonus_cents,
    }
  )
}

/** The friends whom a client brought and for whom they have a bonus, or wait for one. */
export function friendsWithBonus(queries: Queries, referrerId: string): Promise<string[]> {
  return friendsOf(queries, referrerId, { waiting: false })
}

/** The friends for whom a client's bonus waits for staff, the longest waiting first (SAFE-08). */
export function friendsWaitedFor(queries: Queries, referrerId: string): Promise<string[]> {
  return friendsOf(queries, referrerId, { waiting: true })
}

/** Whose bonuses wait for staff, the longest waiting first (SAFE-08). */
export function waitingBonuses(queries: Queries) {
  return referrersWaiting(queries)
}

/**
 * Has a card stand for one bonus (SAFE-08): false when it stands for another friend's. The fingerprint is the provider's;
 * it is kept as a mark, which outlives the accounts (HOLD-09).
 */
export function claimCard(
  queries: Queries,
  claim: { secret: string; fingerprint: string; referrerId: string; friendId: string; now: number },
): Promise<boolean> {
  const { secret, fingerprint, ...rest } = claim
  const [card] = personMarks(secret, 'referral', { cardFingerprint: fingerprint })
  if (card === undefined) throw new Error('a card has a mark')
  return insertReferralCard(queries, { mark: card.mark, ...rest })
}

/** Notes a friend's first paid order. */
export async function noteReferralOrder(
  queries: Queries,
  friendId: string,
  paid: { orderId: string; cardCents: number; samePerson: boolean; cardKnown: boolean; waitsSince: number | null },
): Promise<void> {
  const row = await referralOfFriend(queries, friendId)
  if (row === undefined) return
  await noteOnReferral(queries, row, {
    order_id: paid.orderId,
    card_cents: paid.cardCents,
    same_person: paid.samePerson,
    card_known: paid.cardKnown,
    waits_since: paid.waitsSince === null ? null : new Date(paid.waitsSince),
  })
}

/** Notes that the referrer and the friend turned out to be one person (SAFE-08), or that staff let the bonus go. */
export async function noteOnBonus(
  queries: Queries,
  friendId: string,
  found: { same_person: true } | { waits_since: null },
): Promise<void> {
  const row = await referralOfFriend(queries, friendId)
  if (row !== undefined) await noteOnReferral(queries, row, found)
}

/** Notes what the referrer has for a friend now, in cents. */
export async function noteReferralBonus(queries: Queries, friendId: string, cents: number): Promise<void> {
  const row = await referralOfFriend(queries, friendId)
  if (row !== undefined) await noteOnReferral(queries, row, { bonus_cents: cents })
}
