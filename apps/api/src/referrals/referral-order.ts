import type { Queries } from '../database/tables.ts'
import { noteOnReferral, referralOfFriend } from './referrals.store.ts'

/** Who brought a client, and what came of it; cents. */
export interface Referral {
  referrerId: string
  friendId: string
  /** The friend's first paid order. */
  orderId: string | null
  cardCents: number
  samePerson: boolean
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
      bonusCents: row.bonus_cents,
    }
  )
}

/** Notes a friend's first paid order. */
export async function noteReferralOrder(
  queries: Queries,
  friendId: string,
  paid: { orderId: string; cardCents: number; samePerson: boolean },
): Promise<void> {
  const row = await referralOfFriend(queries, friendId)
  if (row === undefined) return
  await noteOnReferral(queries, row, {
    order_id: paid.orderId,
    card_cents: paid.cardCents,
    same_person: paid.samePerson,
  })
}

/** Notes what the referrer has for a friend now, in cents. */
export async function noteReferralBonus(queries: Queries, friendId: string, cents: number): Promise<void> {
  const row = await referralOfFriend(queries, friendId)
  if (row !== undefined) await noteOnReferral(queries, row, { bonus_cents: cents })
}
