import { codeFaultText, codeFromText } from '@nerdify/domain/sign-in/code.ts'
import { transaction } from '../database/transaction.ts'
import { Refusal } from '../http/refusal.ts'
import type { Product } from '../product.ts'
import { consumeChallenge, mostAttempts, newestChallenge, takeAttempt } from './challenges.store.ts'
import { isCodeOfChallenge } from './code-of-challenge.ts'
import { noteWrongCode, refuseLockedPhone } from './phone-lock.ts'
import { canonicalPhone } from './phone-number.ts'
import { startSession } from './sessions.ts'
import { watchWrongCodes } from './watch-wrong-codes.ts'

const wrongCode = () => new Refusal(422, codeFaultText, { type: 'code_wrong', value: 'code' })
const expiredCode = () =>
  new Refusal(422, 'This code has expired. Press Resend to get a new one.', { type: 'code_expired', value: 'code' })
const endedCode = () =>
  new Refusal(422, 'This code was mistyped too often and no longer works. Press Resend to get a new one.', {
    type: 'code_ended',
    value: 'code',
  })

/**
 * Exchanges the code that a phone got for a session's token (AUTH-06). A wrong code is 422, never 401 or 403 (AUTH-05);
 * five wrong ones end the code, ten in 24 hours lock the account's phone sign-in for 24 hours (AUTH-20, AUTH-21).
 */
export async function checkPhoneCode(
  product: Product,
  request: { value: string; code: string; timeZone: string | null; alarm: (wrongCodes: number) => void },
): Promise<string> {
  const phone = canonicalPhone(request.value)
  const code = codeFromText(request.code)
  if (phone === undefined || code === undefined) throw wrongCode()
  const now = product.clock.now()

  const challenge = await newestChallenge(product.queries, 'phone', phone)
  if (challenge === undefined) throw wrongCode()
  await refuseLockedPhone(product.queries, { clientId: challenge.client_id, now })

  // The attempt is taken for good before the code is looked at: a refusal below must not give it back.
  const taken = await takeAttempt(product.queries, challenge.id, now)
  if (taken === undefined)
    throw challenge.attempts >= mostAttempts && challenge.consumed_at === null ? endedCode() : expiredCode()
  if (!isCodeOfChallenge(product.settings.secret, challenge.id, code)) {
    await noteWrongCode(product, { clientId: taken.client_id, now })
    const wrongCodes = await watchWrongCodes(product, now)
    if (wrongCodes !== undefined) request.alarm(wrongCodes)
    throw taken.attempts >= mostAttempts ? endedCode() : wrongCode()
  }
  return transaction(product.queries, async (queries) => {
    if (!(await consumeChallenge(queries, challenge.id, now))) throw expiredCode()
    return startSession(product, queries, { clientId: taken.client_id, timeZone: request.timeZone })
  })
}
