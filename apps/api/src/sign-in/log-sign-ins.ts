import type { FastifyRequest } from 'fastify'
import { findClientIdByPhone } from '../accounts/find-client.ts'
import { Refusal } from '../http/refusal.ts'
import type { AppContext } from '../app-context.ts'
import { logSecurityEvent } from '../security-log/log-security-event.ts'
import { findKey } from './check-key.ts'
import { canonicalPhone } from '../keys/phone-number.ts'
import { tokenSubject } from '../sessions/sessions.ts'

type Factor = 'phone' | 'code' | 'key'

/** Whose session a token is, whether it is open or not. */
export async function accountOfToken(product: AppContext, token: string | undefined): Promise<string | undefined> {
  return (await tokenSubject(product, token))?.clientId
}

/** Writes down that somebody signed in, with a code, a mailed link or a key (SAFE-10). */
export async function logSignIn(
  product: AppContext,
  request: FastifyRequest,
  { factor, jwt }: { factor: Factor; jwt: string },
): Promise<void> {
  const account = await accountOfToken(product, jwt)
  logSecurityEvent(product, request, factor === 'key' ? 'key_used' : 'signed_in', { account, factor })
}

/** Writes down that somebody was not let in and why, with the account that was tried where there is one (SAFE-10). */
export async function logRefusedSignIn(
  product: AppContext,
  request: FastifyRequest,
  { factor, value, error }: { factor: Factor; value: string; error: unknown },
): Promise<void> {
  if (!(error instanceof Refusal)) return
  logSecurityEvent(product, request, factor === 'key' ? 'key_refused' : 'sign_in_refused', {
    account: await accountTried(product, factor, value),
    factor,
    why: error.errorType ?? String(error.status),
  })
}

async function accountTried(product: AppContext, factor: Factor, value: string): Promise<string | undefined> {
  if (factor !== 'phone') return (await findKey(product, product.queries, value))?.client_id
  const phone = canonicalPhone(value)
  return phone === undefined ? undefined : findClientIdByPhone(product.queries, phone)
}
