import type { FastifyRequest } from 'fastify'
import { findClientIdByPhone } from '../accounts/find-client.ts'
import { Refusal } from '../http/refusal.ts'
import type { AppContext } from '../app-context.ts'
import { logSecurityEvent } from '../security-log/log-security-event.ts'
import { findKey } from './check-key.ts'
import { canonicalPhone } from '../keys/phone-number.ts'
import { tokenSubject } from '../sessions/sessions.ts'

type Factor = 'phone' | 'code' | 'key'

/** The account of a token's session, open or ended. */
export async function accountOfToken(product: AppContext, token: string | undefined): Promise<string | undefined> {
  return (await tokenSubject(product, token))?.clientId
}

/** Logs a sign-in by code, mailed link or key (SAFE-10). */
export async function logSignIn(
  product: AppContext,
  request: FastifyRequest,
  { factor, jwt }: { factor: Factor; jwt: string },
): Promise<void> {
  const account = await accountOfToken(product, jwt)
  logSecurityEvent(product, request, factor === 'key' ? 'key_used' : 'signed_in', { account, factor })
}

/** Logs a refused sign-in with its reason and, if it exists, the account that was tried (SAFE-10). */
export async function logRefusedSignIn(
  product: AppContext,
  request: FastifyRequest,
  { factor, value, error }: { factor: Factor; value: string; error: unknown },
): Promise<void> {
  if (!(error instanceof Refusal)) return
  logSecurityEvent(product, request, factor === 'key' ? 'key_refused' : 'sign_in_refused', {
    account: await triedAccount(product, factor, value),
    factor,
    why: error.errorType ?? String(error.status),
  })
}

async function triedAccount(product: AppContext, factor: Factor, value: string): Promise<string | undefined> {
  if (factor !== 'phone') return (await findKey(product, product.queries, value))?.client_id
  const phone = canonicalPhone(value)
  return phone === undefined ? undefined : findClientIdByPhone(product.queries, phone)
}
