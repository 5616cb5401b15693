import { keptBonusCents } from '@nerdify/domain/referrals/referral.ts'
import { mailboxOf } from '@nerdify/domain/sign-in/mailbox.ts'
import { knownEmail } from '@nerdify/domain/sign-in/email.ts'
import { clientMayBeGone } from '../clients/find-client.ts'
import type { Queries } from '../database/tables.ts'
import type { StoredOrder } from '../orders/own-order.ts'
import { noteReferralOrder, noteReferralBonus, type Referral, referralOf } from '../referrals/referral-order.ts'
import { isDisputed } from './disputed.ts'
import { accounts, hasPaidWithCard } from './ledger.store.ts'
import { postEntry } from './post-entry.ts'

/**
 * Credits who brought a client, now that the client's first order is paid (REF-04). An order of somebody who refers
 * themself brings nothing (REF-05): the same e-mail, however it is written, or the same card.
 */
export async function creditReferrer(
  queries: Queries,
  paid: { order: StoredOrder; cardCents: number; cardFingerprint: string | null; now: number },
): Promise<void> {
  const { order, cardCents, cardFingerprint, now } = paid
  const referral = await referralOf(queries, order.client_id)
  if (referral === undefined || referral.orderId !== null) return
  const samePerson = await isSamePerson(queries, referral, cardFingerprint)
  await noteReferralOrder(queries, order.client_id, { orderId: order.id, cardCents, samePerson })
  await reconcileReferral(queries, { order, cause: 'paid', now })
}

/** Brings the bonus of whoever brought an order's client to what they may keep of it (REF-04); `cause` names what changed. */
export async function reconcileReferral(
  queries: Queries,
  { order, cause, now }: { order: StoredOrder; cause: string; now: number },
): Promise<void> {
  const referral = await referralOf(queries, order.client_id)
  if (referral === undefined || referral.orderId !== order.id) return
  const kept = keptBonusCents({
    cardCents: referral.cardCents,
    paidCents: order.paid_cents,
    refundedCents: order.refunded_cents,
    disputed: await isDisputed(queries, order),
    samePerson: referral.samePerson,
  })
  const cents = kept - referral.bonusCents
  if (cents === 0) return
  const { referrerId } = referral
  const posted = await postEntry(queries, {
    clientId: referrerId,
    orderId: null,
    kind: cents > 0 ? 'referral_bonus' : 'referral_bonus_taken_back',
    ref: `referral:${order.client_id}:${cause}`,
    at: now,
    lines: [
      { account: accounts.promo, cents: -cents },
      { account: accounts.balance(referrerId), cents },
    ],
  })
  if (posted) await noteReferralBonus(queries, order.client_id, kept)
}

async function isSamePerson(
  queries: Queries,
  { referrerId, friendId }: Referral,
  card: string | null,
): Promise<boolean> {
  const [referrer, friend] = [await clientMayBeGone(queries, referrerId), await clientMayBeGone(queries, friendId)]
  const [one, other] = [knownEmail(referrer?.email ?? null), knownEmail(friend?.email ?? null)]
  if (one !== null && other !== null && mailboxOf(one) === mailboxOf(other)) return true
  return card !== null && hasPaidWithCard(queries, referrerId, card)
}
