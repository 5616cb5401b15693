import {
  type BonusFacts,
  bonusMonthDays,
  mostBonusesAMonth,
  referralCoupon,
  referrerBonus,
  waitsForStaff,
} from '@nerdify/domain/referrals/referral.ts'
import { clientName } from '@nerdify/domain/clients/client-name.ts'
import { dollarsFromCents } from '@nerdify/domain/pricing/money.ts'
import { mailboxOf } from '@nerdify/domain/sign-in/mailbox.ts'
import { knownEmail } from '@nerdify/domain/sign-in/email.ts'
import { clientById, clientsById, isErased, lockClient } from '../../accounts/find-client.ts'
import type { Queries } from '../../database/tables.ts'
import { orderOf, ordersById, type StoredOrder } from '../../orders/list/own-order.ts'
import { mailStaff } from '../../outbox/enqueue.ts'
import type { AppContext } from '../../app-context.ts'
import type { Settings } from '../../settings.ts'
import {
  claimCard,
  noteOnReferral,
  pendingBonuses,
  referralOf,
  referralsBy,
  type StoredReferral,
} from '../../referrals/referrals.ts'
import { isDisputed } from '../dispute/disputes.store.ts'
import {
  accounts,
  accountSumsOf,
  bonusesSince,
  cardsPaidWith,
  hasEarnedBonus,
  postEntry,
  transfer,
} from './ledger.store.ts'

const dayMs = 24 * 3_600_000

/**
 * Records that the gift paid for an order, with the facts that decide the referrer's bonus; {@link reconcileReferral}
 * books it (REF-04). No bonus for oneself (same mailbox or card, REF-05), for a card that earned one before, nor for an
 * erased account. Beyond the monthly limit a bonus waits for staff, who are notified (SAFE-08).
 */
export async function recordGiftPayment(
  queries: Queries,
  { settings }: Pick<AppContext, 'settings'>,
  payment: { order: StoredOrder; cardCents: number; cardFingerprint: string | null; now: number },
): Promise<void> {
  const { order, cardCents, cardFingerprint, now } = payment
  const referral = await referralOf(queries, order.client_id)
  const isPaidWithGift = order.discount_code === referralCoupon.code
  if (referral === undefined || referral.order_id !== null || !isPaidWithGift) return
  const { client_id: referrerId, friend_id: friendId } = referral
  const samePerson = await isSamePerson(queries, referral, cardFingerprint)
  const mayEarn = cardCents > 0 && !samePerson && !(await isErased(queries, referrerId))
  const cardKnown =
    mayEarn &&
    cardFingerprint !== null &&
    ((await hasEarnedBonus(queries, friendId, cardFingerprint)) ||
      !(await claimCard(queries, { secret: settings.secret, cardFingerprint, referrerId, friendId, now })))
  // Locked, so that simultaneous payments count each other.
  await lockClient(queries, referrerId)
  const bonuses = await bonusesSince(queries, referrerId, now - bonusMonthDays * dayMs)
  const waits = mayEarn && !cardKnown && waitsForStaff(bonuses + (await pendingBonuses(queries, referrerId)))
  await noteOnReferral(queries, friendId, {
    order_id: order.id,
    card_cents: cardCents,
    same_person: samePerson,
    card_known: cardKnown,
    waits_since: waits ? new Date(now) : null,
  })
  if (waits) await notifyOfWaitingBonus(queries, { settings, referrerId, now })
}

/**
 * Takes back bonuses that a card payment proves to be the client's own (SAFE-08): those for friends who paid with the
 * same card, and the one for this client if the referrer paid with it.
 */
export async function takeBackOwnBonuses(
  queries: Queries,
  payment: { clientId: string; cardFingerprint: string; now: number },
): Promise<void> {
  const { clientId, cardFingerprint, now } = payment
  const ownFriends: string[] = []
  for (const { friend_id: friendId } of await referralsBy(queries, clientId, { waiting: false })) {
    if ((await cardsPaidWith(queries, friendId)).includes(cardFingerprint)) ownFriends.push(friendId)
  }
  const referral = await referralOf(queries, clientId)
  const isOwnReferral =
    referral !== undefined && (await cardsPaidWith(queries, referral.client_id)).includes(cardFingerprint)
  if (isOwnReferral) ownFriends.push(clientId)
  for (const friendId of ownFriends) {
    await noteOnReferral(queries, friendId, { same_person: true })
    await reconcileForFriend(queries, { friendId, cause: 'same-card', now })
  }
}

/** A client's bonuses that wait for staff (SAFE-08), oldest first, each with its friend and the dollars of a release. */
export async function readHeldBonuses(queries: Queries, referrerId: string) {
  const waiting = await referralsBy(queries, referrerId, { waiting: true })
  if (waiting.length === 0) return []
  const friendIds = waiting.map(({ friend_id: friendId }) => friendId)
  const [friends, orders, sums] = await Promise.all([
    clientsById(queries, friendIds),
    ordersById(
      queries,
      waiting.flatMap(({ order_id: orderId }) => orderId ?? []),
    ),
    accountSumsOf(queries, friendIds),
  ])
  return waiting.map((referral) => {
    const { friend_id: friendId, order_id: orderId, waits_since: since } = referral
    const friend = friends.get(friendId)
    const order = orderId === null ? undefined : orders.get(orderId)
    const disputed = orderId !== null && (sums.get(accounts.disputed(orderId)) ?? 0) !== 0
    const released = order && referrerBonus({ ...bonusFacts(referral, order, disputed), waits: false })
    return {
      friend_id: friendId,
      friend: (friend && clientName(friend)) ?? null,
      order_number: order?.number ?? null,
      amount: released === undefined ? 0 : dollarsFromCents(released.pendingCents + released.spendableCents),
      since: new Date(since ?? 0).toISOString(),
    }
  })
}

/**
 * Releases or refuses a client's bonuses that waited for staff, by default all, else those that have waited since `until`
 * (epoch milliseconds) or longer (SAFE-08); returns their number.
 */
export async function decideBonuses(
  queries: Queries,
  { referrerId, refused, until, now }: { referrerId: string; refused: boolean; until: number | undefined; now: number },
): Promise<number> {
  const held = await referralsBy(queries, referrerId, { waiting: true })
  const waiting = held.filter(({ waits_since: since }) => until === undefined || Number(since) <= until)
  for (const { friend_id: friendId } of waiting) {
    await referralOf(queries, friendId)
    await noteOnReferral(queries, friendId, { waits_since: null, refused })
    await reconcileForFriend(queries, { friendId, cause: refused ? 'refused' : 'released', now })
  }
  return waiting.length
}

async function reconcileForFriend(
  queries: Queries,
  { friendId, cause, now }: { friendId: string; cause: string; now: number },
): Promise<void> {
  const referral = await referralOf(queries, friendId)
  if (referral === undefined || referral.order_id === null) return
  const order = await orderOf(queries, friendId, referral.order_id)
  if (order !== undefined) await reconcileReferral(queries, { order, cause, now })
}

/** Notifies staff of waiting bonuses, at most once a day per client. */
async function notifyOfWaitingBonus(
  queries: Queries,
  { settings, referrerId, now }: { settings: Settings; referrerId: string; now: number },
): Promise<void> {
  await mailStaff(queries, now, settings, {
    template: 'referral-bonus-waits',
    variables: { client: referrerId, most: String(mostBonusesAMonth), days: String(bonusMonthDays) },
    dedupeKey: `referral-bonus-waits:${referrerId}:${new Date(now).toISOString().slice(0, 10)}`,
  })
}

/**
 * Adjusts the referrer's bonus to the order: the pending amount, and the amount on their balance (REF-04). `cause`
 * becomes part of the entry's ref. A no-op for a referrer whose account is erased.
 */
export async function reconcileReferral(
  queries: Queries,
  { order, cause, now }: { order: StoredOrder; cause: string; now: number },
): Promise<void> {
  const referral = await referralOf(queries, order.client_id)
  if (referral === undefined || referral.order_id !== order.id) return
  if (await isErased(queries, referral.client_id)) return
  const disputed = await isDisputed(queries, order)
  const { pendingCents, spendableCents } = referrerBonus(bonusFacts(referral, order, disputed))
  if (pendingCents !== referral.pending_cents) {
    await noteOnReferral(queries, order.client_id, { pending_cents: pendingCents })
  }
  const cents = spendableCents - referral.bonus_cents
  if (cents === 0) return
  const { client_id: referrerId } = referral
  const posted = await postEntry(queries, {
    clientId: referrerId,
    kind: cents > 0 ? 'referral_bonus' : 'referral_bonus_taken_back',
    ref: `referral:${order.client_id}:${cause}`,
    at: now,
    lines: transfer(cents, { from: accounts.promo, to: accounts.balance(referrerId) }),
  })
  if (posted) await noteOnReferral(queries, order.client_id, { bonus_cents: spendableCents })
}

function bonusFacts(referral: StoredReferral, order: StoredOrder, disputed: boolean): BonusFacts {
  return {
    cardCents: referral.card_cents,
    paidCents: order.paid_cents,
    refundedCents: order.refunded_cents,
    disputed,
    samePerson: referral.same_person,
    cardKnown: referral.card_known,
    waits: referral.waits_since !== null,
    refused: referral.refused,
    delivered: order.sent_at !== null,
  }
}

async function isSamePerson(
  queries: Queries,
  { client_id: referrerId, friend_id: friendId }: StoredReferral,
  card: string | null,
): Promise<boolean> {
  const [referrer, friend] = [await clientById(queries, referrerId), await clientById(queries, friendId)]
  const [referrerMail, friendMail] = [knownEmail(referrer?.email ?? null), knownEmail(friend?.email ?? null)]
  if (referrerMail !== null && friendMail !== null && mailboxOf(referrerMail) === mailboxOf(friendMail)) return true
  return card !== null && (await cardsPaidWith(queries, referrerId)).includes(card)
}
