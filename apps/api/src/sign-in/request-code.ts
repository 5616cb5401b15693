import type { RequestCodeAnswer } from '@nerdify/contract/sign-in.ts'
import { unservedCountryText } from '@nerdify/domain/messages/texted-countries.ts'
import { phoneFaultText } from '@nerdify/domain/sign-in/phone.ts'
import { refuseBlocked } from '../accounts/blocked.ts'
import { findClientIdByPhone } from '../accounts/find-client.ts'
import { transaction } from '../database/transaction.ts'
import { uuidv7 } from '../database/uuid.ts'
import { unacceptable } from '../http/refusal.ts'
import { codeRequestsFromOneIp, codeRequestsOfOneAddress, limitUse } from '../limits/rate-limit.ts'
import { enqueue } from '../outbox/enqueue.ts'
import type { AppContext } from '../app-context.ts'
import { insertChallenge, liveChallenge, noteResend } from '../sessions/challenges.store.ts'
import { isKnownBrowser, makeNonce } from '../sessions/nonces.ts'
import { countOrders } from '../orders/list/list-orders.ts'
import { signedInBefore } from './signed-in-before.ts'
import { refuseLockedPhone } from './phone-lock.ts'
import { canonicalPhone } from '../keys/phone-number.ts'
import { isTexted, prefixOf, refusePumpedPrefix, refuseDuringGuessing, countSignInText } from './text-limits.ts'

/** AUTH-20: lifetime of a phone code. */
const codeLifeMs = 10 * 60_000
/** Seconds until the screen offers a resend. */
const resendAfterSeconds = 30

/**
 * Sends a code to the phone of a client (AUTH-02, AUTH-04): the valid one, else a new one, in the transaction that
 * writes its message. The answer's nonce belongs to the code, so that other people's guesses do not use it up
 * (SAFE-14).
 * - 422 with AUTH-03's text: an invalid or unknown number; with the served countries: a number of another country.
 * - 429: beyond AUTH-21; or during guesses from many networks, for an account that signed in before but not from this
 * browser.
 */
export async function requestPhoneCode(
  product: AppContext,
  request: { value: string; nonce: string | undefined; ip: string },
): Promise<RequestCodeAnswer> {
  const phone = canonicalPhone(request.value)
  if (phone === undefined) throw unacceptable(phoneFaultText, 'value', 'phone_invalid')
  if (!isTexted(phone)) throw unacceptable(unservedCountryText, 'value', 'phone_country')
  const now = product.clock.now()
  const scale = product.settings.limitScale

  const { secret } = product.settings
  const owner = await findClientIdByPhone(product.queries, phone)
  const isKnown = await isKnownBrowser(product.queries, { secret, nonce: request.nonce, clientId: owner })
  // A separate counter: requests for unknown numbers must use up the limit too.
  await transaction(product.queries, async (queries) => {
    await limitUse(queries, codeRequestsFromOneIp, { subject: request.ip, now, scale })
    await limitUse(queries, codeRequestsOfOneAddress, { subject: isKnown ? `${phone}:known` : phone, now, scale })
  })
  if (!isKnown) {
    if (owner !== undefined && (await signedInBefore(product.queries, owner))) await refuseDuringGuessing(product, now)
    await refusePumpedPrefix(product, { phone, now })
  }

  const answer = await transaction(product.queries, async (queries) => {
    const clientId = await findClientIdByPhone(queries, phone)
    if (clientId === undefined) throw unacceptable(phoneFaultText, 'value', 'phone_unknown')
    await refuseBlocked(queries, clientId)
    await refuseLockedPhone(queries, { clientId, isKnown, now })

    const isTrusted = isKnown || (await countOrders(queries, clientId)).paidOrders > 0
    await countSignInText(queries, { phone, ip: request.ip, isTrusted, now, scale })
    const live = await liveChallenge(queries, { clientId, phone, now })
    const id = live?.id ?? uuidv7(now)
    const expiresAt = live?.expires_at ?? now + codeLifeMs
    const sends = live === undefined ? 1 : await noteResend(queries, id, now)
    if (live === undefined)
      await insertChallenge(queries, {
        id,
        factor: 'phone',
        value: phone,
        prefix: prefixOf(phone),
        client_id: clientId,
        sends: 1,
        created_at: new Date(now),
        last_sent_at: new Date(now),
        expires_at: new Date(expiresAt),
      })

    await enqueue(queries, now, {
      channel: 'sms',
      to: phone,
      template: 'sign-in-code',
      variables: { challengeId: id, minutes: String(Math.max(1, Math.floor((expiresAt - now) / 60_000))) },
      dedupeKey: `sign-in-code:${id}:${sends}`,
      expiresAt,
    })
    const nonce = await makeNonce(queries, { secret, clientId, challengeId: id, isKnown, now })
    return { ok: true, nonce, resend_after: resendAfterSeconds, expires_at: new Date(expiresAt).toISOString() }
  })
  product.metrics.signInCodes.inc({ event: 'sent' })
  product.wake.outbox()
  return answer
}
