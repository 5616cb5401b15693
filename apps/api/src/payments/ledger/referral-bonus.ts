import { bonusMonthDays, keptBonusCents, mostBonusesAMonth, waitsForStaff } from '@nerdify/domain/referrals/referral.ts'
import { mailboxOf } from '@nerdify/domain/sign-in/mailbox.ts'
import { knownEmail } from '@nerdify/domain/sign-in/email.ts'
import { clientMayBeGone, holdClient } from '../../accounts/find-client.ts'
import type { Queries } from '../../database/tables.ts'
import { anyOrder, type StoredOrder } from '../../orders/list/own-order.ts'
import { enqueue } from '../../outbox/enqueue.ts'
import type { Product } from '../../product.ts'
import {
  claimCard,
  friendsWaitedFor,
  friendsWithBonus,
  noteOnBonus,
  noteReferralBonus,
  noteReferralOrder,
  type Referral,
  referralOf,
} from '../../referrals/referral-order.ts'
import { isDisputed } from '../dispute/disputed.ts'
import { accounts, bonusesSince, hasBroughtBonus, hasPaidWithCard } from './ledger.store.ts'
import { postEntry } from './post-entry.ts'

const dayMs = 24 * 3_600_000

/**
 * Credits who brought a client, now that the client's first order is paid (REF-04). An order of somebody who refers
 * themself brings nothing (REF-05): the same e-mail, however it is written, or the same card. Neither does a card that has
 * brought a bonus before, and beyond so many in a month a bonus waits for staff, who are told (SAFE-08).
 */
export async function creditReferrer(
  queries: Queries,
  { settings }: Pick<Product, 'settings'>,
  paid: { order: StoredOrder; cardCents: number; cardFingerprint: string | null; now: number },
): Promise<void> {
  const { order, cardCents, cardFingerprint, now } = paid
  const referral = await referralOf(queries, order.client_id)
  if (referral === undefined || referral.orderId !== null) return
  const { referrerId, friendId } = referral
  const samePerson = await isSamePerson(queries, referral, cardFingerprint)
  const mayEarn = cardCents > 0 && !samePerson
  const cardKnown =
    mayEarn &&
    cardFingerprint !== null &&
    ((await hasBroughtBonus(queries, friendId, cardFingerprint)) ||
      !(await claimCard(queries, {
        secret: settings.secret,
        fingerprint: cardFingerprint,
        referrerId,
        friendId,
        now,
      })))
  // Held, so that of several at once each counts the others.
  await holdClient(queries, referrerId)
  const waits =
    mayEarn && !cardKnown && waitsForStaff(await bonusesSince(queries, referrerId, now - bonusMonthDays * dayMs))
  const waitsSince = waits ? now : null
  await noteReferralOrder(queries, friendId, { orderId: order.id, cardCents, samePerson, cardKnown, waitsSince })
  if (waits) await tellOfWaitingBonus(queries, { supportEmail: settings.supportEmail, referrerId, now })
  await reconcileReferral(queries, { order, cause: 'paid', now })
}

/**
 * Takes the bonuses back that turn out to be somebody's own (SAFE-08), now that a client has paid with a card: those for
 * friends who have paid with it too, and the one for this client if who brought them has.
 */
export async function takeBackOwnBonuses(
  queries: Queries,
  paid: { clientId: string; cardFingerprint: string; now: number },
): Promise<void> {
  const { clientId, cardFingerprint, now } = paid
  const own: string[] = []
  for (const friendId of await friendsWithBonus(queries, clientId)) {
    if (await hasPaidWithCard(queries, friendId, cardFingerprint)) own.push(friendId)
  }
  const brought = await referralOf(queries, clientId)
  if (brought !== undefined && (await hasPaidWithCard(queries, brought.referrerId, cardFingerprint))) own.push(clientId)
  for (const friendId of own) {
    await noteOnBonus(queries, friendId, { same_person: true })
    await reconcileForFriend(queries, { friendId, cause: 'same-card', now })
  }
}

/** Gives a client the bonuses that waited for staff (SAFE-08); answers how many those were. */
export async function releaseBonuses(
  queries: Queries,
  { referrerId, now }: { referrerId: string; now: number },
): Promise<number> {
  const friends = await friendsWaitedFor(queries, referrerId)
  for (const friendId of friends) {
    await referralOf(queries, friendId)
    await noteOnBonus(queries, friendId, { waits_since: null })
    await reconcileForFriend(queries, { friendId, cause: 'released', now })
  }
  return friends.length
}

async function reconcileForFriend(
  queries: Queries,
  { friendId, cause, now }: { friendId: string; cause: string; now: number },
): Promise<void> {
  const referral = await referralOf(queries, friendId)
  if (referral === undefined || referral.orderId === null) return
  const order = await anyOrder(queries, friendId, referral.orderId)
  if (order !== undefined) await reconcileReferral(queries, { order, cause, now })
}

/** Tells staff, once a day for each client, that bonuses wait for them. */
async function tellOfWaitingBonus(
  queries: Queries,
  { supportEmail, referrerId, now }: { supportEmail: string; referrerId: string; now: number },
): Promise<void> {
  await enqueue(queries, now, {
    channel: 'email',
    to: supportEmail,
    template: 'referral-bonus-waits',
    variables: { client: referrerId, most: String(mostBonusesAMonth), days: String(bonusMonthDays) },
    dedupeKey: `referral-bonus-waits:${referrerId}:${new Date(now).toISOString().slice(0, 10)}`,
  })
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
    cardKnown: referral.cardKnown,
    waits: referral.waits,
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
