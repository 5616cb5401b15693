import type { CheckCodeAnswer } from '@nerdify/contract/sign-in.ts'
import { codeFaultText, codeFromText } from '@nerdify/domain/sign-in/code.ts'
import { findClientIdByPhone } from '../accounts/find-client.ts'
import { transaction } from '../database/transaction.ts'
import { unacceptable } from '../http/refusal.ts'
import { widestNetworkOf } from '../limits/network-of.ts'
import {
  guessingNetworks,
  limitUse,
  noteUse,
  type RateLimit,
  takeBack,
  wrongCodesFromOneIp,
} from '../limits/rate-limit.ts'
import type { AppContext } from '../app-context.ts'
import { alertOnManyGuesses } from '../security-log/alert-on-many-guesses.ts'
import { consumeChallenge, endChallenge, mostAttempts, challengeOf, takeAttempt } from '../sessions/challenges.store.ts'
import { isCodeOfChallenge } from '../keys/code-of-challenge.ts'
import { hashOfKey } from '../keys/derived-key.ts'
import { nonceWithChallenge, proveNonce, takeAttemptOfNonce } from '../sessions/nonces.store.ts'
import { bindOrigin, type Landing } from './bind-origin.ts'
import { signedInBefore } from './signed-in-before.ts'
import { noteWrongCode, refuseLockedPhone } from './phone-lock.ts'
import { canonicalPhone } from '../keys/phone-number.ts'
import { moveTextsToClient } from '../inbox/contacts.ts'
import { type OpenedAt, startSession } from '../sessions/sessions.ts'

const wrongCode = () => unacceptable(codeFaultText, 'code', 'code_wrong')
const expiredCode = () => unacceptable('This code has expired. Press Resend to get a new one.', 'code', 'code_expired')
const endedCode = () =>
  unacceptable(
    'This code was mistyped too often and no longer works. Press Resend to get a new one.',
    'code',
    'code_ended',
  )

/** A typed code, with its context. */
interface CodeCheck {
  value: string
  code: string
  /** The nonce of the browser that requested the code (SAFE-14). */
  nonce: string | undefined
  at: OpenedAt
  origin?: Landing
  /** Called when staff get a mail about wrong codes from many networks. */
  alarm: (networks: number) => void
}

/** A code that may still be compared. */
interface Attempt {
  challengeId: string
  clientId: string
  isKnown: boolean
  /** Whether it was the last one. */
  isLast: boolean
  nonceHash?: string
}

/**
 * Exchanges a texted code for a session's token (AUTH-06). A wrong code is 422, never 401 or 403 (AUTH-05); five wrong
 * ones expire the code for their sender: the browser with its nonce, or all without one (AUTH-20, SAFE-14). Ten in 24
 * hours lock the account's phone sign-in for 24 hours (AUTH-21, decision 0047). After 20 wrong ones in an hour no code
 * from their network is compared, except from browsers that signed in to the account before. A code ends when its
 * number leaves the account (OPS-11).
 */
export async function checkPhoneCode(product: AppContext, request: CodeCheck): Promise<CheckCodeAnswer> {
  const phone = canonicalPhone(request.value)
  const code = codeFromText(request.code)
  if (phone === undefined || code === undefined) throw wrongCode()
  const { queries, settings } = product
  const now = product.clock.now()

  // The attempt counts before the code is compared: a later refusal must not undo it.
  const attempt =
    (await attemptWithNonce(product, { phone, nonce: request.nonce, now })) ??
    (await attemptOfAnybody(product, { phone, now }))
  const { challengeId, clientId, isKnown, isLast, nonceHash } = attempt
  // Counted before the comparison, so that concurrent calls compare no more; a right one is subtracted.
  const use = { subject: request.at.ip ?? '', now, scale: settings.limitScale }
  if (!isKnown) await transaction(queries, (within) => limitUse(within, wrongCodesFromOneIp, use))
  if (!isCodeOfChallenge(settings.secret, challengeId, code)) {
    await noteWrongCode(product, { clientId, isKnown, now })
    if (!isKnown) await watchGuesses(product, request, { clientId, now })
    if (!isLast) throw wrongCode()
    await endChallenge(queries, challengeId)
    throw endedCode()
  }
  const answer = await transaction(queries, async (within) => {
    if (!(await consumeChallenge(within, challengeId, now))) throw expiredCode()
    if (nonceHash !== undefined) await proveNonce(within, nonceHash, now)
    await bindOrigin(within, { clientId, by: 'code', origin: request.origin ?? {}, now })
    await moveTextsToClient(within, { clientId, phone })
    const jwt = await startSession(product, within, { clientId, origin: 'code', at: request.at })
    // Read under the client's lock of `startSession`: a correction by staff commits before, or waits and ends the session.
    if ((await findClientIdByPhone(within, phone)) !== clientId) throw expiredCode()
    // Last: everybody who signs in from this network waits for this row.
    if (!isKnown) await takeBack(within, wrongCodesFromOneIp, use)
    return { jwt }
  })
  product.metrics.signInCodes.inc({ event: 'used' })
  return answer
}

const firstGuessOfNetwork: RateLimit = { name: 'guess-from', most: 1, windowMs: guessingNetworks.windowMs }

/** Counts the networks that guess clients' codes, and raises the alarm beyond a limit (SAFE-14). */
async function watchGuesses(
  product: AppContext,
  { at, alarm }: CodeCheck,
  { clientId, now }: { clientId: string; now: number },
): Promise<void> {
  if (!(await signedInBefore(product.queries, clientId))) return
  const network = { subject: widestNetworkOf(at.ip ?? ''), now, scale: 1 }
  if ((await noteUse(product.queries, firstGuessOfNetwork, network)) > firstGuessOfNetwork.most) return
  const networks = await alertOnManyGuesses(product, guessingNetworks, { template: 'wrong-codes', now })
  if (networks !== undefined) alarm(networks)
}

/** An attempt of the browser that requested the code; undefined for a nonce of another number. */
async function attemptWithNonce(
  { queries, settings }: AppContext,
  { phone, nonce, now }: { phone: string; nonce: string | undefined; now: number },
): Promise<Attempt | undefined> {
  if (nonce === undefined) return undefined
  const pair = await nonceWithChallenge(queries, hashOfKey(settings.secret, nonce))
  if (pair?.phone !== phone) return undefined
  if (pair.consumed_at !== null || pair.expires_at <= now) throw expiredCode()
  const attempts = await takeAttemptOfNonce(queries, pair.hash)
  if (attempts === undefined) throw endedCode()
  return {
    challengeId: pair.challenge_id,
    clientId: pair.client_id,
    isKnown: pair.is_known,
    isLast: attempts >= mostAttempts,
    nonceHash: pair.hash,
  }
}

/** An attempt without a nonce: all such senders together have five per code. */
async function attemptOfAnybody(
  { queries }: AppContext,
  { phone, now }: { phone: string; now: number },
): Promise<Attempt> {
  const challenge = await challengeOf(queries, phone, now)
  if (challenge === undefined) throw wrongCode()
  await refuseLockedPhone(queries, { clientId: challenge.client_id, isKnown: false, now })
  const attempt = await takeAttempt(queries, challenge.id, now)
  if (attempt === undefined)
    throw challenge.attempts >= mostAttempts && challenge.consumed_at === null ? endedCode() : expiredCode()
  return {
    challengeId: challenge.id,
    clientId: attempt.client_id,
    isKnown: false,
    isLast: attempt.attempts >= mostAttempts,
  }
}
