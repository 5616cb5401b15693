import { apiPaths } from '@nerdify/contract/api-paths.ts'
import { OkAnswer } from '@nerdify/contract/messages.ts'
import {
  CheckCodeAnswer,
  type Factor,
  FactorAuthBody,
  PressAnswer,
  RequestCodeAnswer,
  SwitchAnswer,
} from '@nerdify/contract/sign-in.ts'
import { Type } from 'typebox'
import { knownEmail } from '@nerdify/domain/sign-in/email.ts'
import { isMasked, maskedEmail, maskedPhone, unmasked } from '@nerdify/domain/sign-in/masked.ts'
import type { App } from '../http/app-type.ts'
import { openCall } from '../http/call.ts'
import { bearerToken } from '../http/caller.ts'
import { accountOfPhone, awaitsCode } from '../newcomers/find-or-make-client.ts'
import { Refusal } from '../http/refusal.ts'
import type { AppContext } from '../app-context.ts'
import { logSecurityEvent } from '../security-log/log-security-event.ts'
import { checkPhoneCode } from './check-code.ts'
import { checkKey, checkMailCode } from './check-key.ts'
import { accountOfToken, logRefusedSignIn, logSignIn } from './log-sign-ins.ts'
import { requestPhoneCode } from './request-code.ts'
import { requestMailLink, requestNewLink } from './request-link.ts'
import { endSession, openSessionOf } from '../sessions/sessions.ts'
import { readClient } from '../accounts/find-client.ts'
import { signedInBefore } from './signed-in-before.ts'

const unsupportedFactor = (factor: string) =>
  new Refusal(422, `Signing in by ${factor} is not possible here.`, { type: 'factor_not_supported', value: 'factor' })

/** Each factor's request, and its check for a session. */
const ask = { phone: requestPhoneCode, email: requestMailLink, code: requestNewLink, key: requestNewLink }
const check = { phone: checkPhoneCode, code: checkMailCode, key: checkKey }

/** The sign-in calls (API-02). */
export function signInRoutes(app: App, product: AppContext): void {
  app.post(
    apiPaths.factorAuth(),
    openCall('Ask for a sign-in code, exchange it for a session, or sign out', {
      body: FactorAuthBody,
      200: Type.Union([RequestCodeAnswer, CheckCodeAnswer, SwitchAnswer, PressAnswer, OkAnswer]),
    }),
    async (request) => {
      const { body, ip } = request
      const token = bearerToken(request)
      switch (body.type) {
        case 'request_code': {
          const value = await unmaskedValue(product, body, token)
          const isNew = body.begin && body.factor === 'phone' && (await beginWithPhone(product, { value, ip }))
          const answer = await ask[body.factor](product, { value, next: body.next, nonce: body.nonce, ip })
          return isNew ? { ...answer, is_new: true as const } : answer
        }
        case 'check_code': {
          if (body.factor === 'email') throw unsupportedFactor(body.factor)
          const { factor } = body
          const value = await unmaskedValue(product, body, token)
          const answer = await check[factor](product, {
            value,
            code: body.code ?? '',
            nonce: body.nonce,
            orderId: body.order_id,
            at: { timeZone: body.timezone_str ?? null, userAgent: request.headers['user-agent'], ip },
            origin: { landing: body.landing, landing_query: body.landing_query },
            token,
            asks: body.ask_to_switch ?? false,
            alarm: (networks) =>
              request.log.warn({ networks }, 'wrong sign-in codes from many networks within an hour'),
          }).catch(async (error: unknown) => {
            await logRefusedSignIn(product, request, { factor, value, error })
            throw error
          })
          if (!('jwt' in answer)) return answer
          const { jwt } = answer
          await logSignIn(product, request, { factor, jwt })
          // The new session replaces the earlier one of this browser (AUTH-16).
          if (jwt !== token) await endSession(product, token)
          return answer
        }
        case 'sign_out':
          logSecurityEvent(product, request, 'signed_out', { account: await accountOfToken(product, token) })
          await endSession(product, token)
          return { ok: true }
      }
    },
  )
}

/**
 * Creates the account of a new phone; returns whether nobody has signed in to the phone's account, now or after an
 * earlier request (DOOR-02). An account that a stranger began or left words with answers like a new one.
 */
async function beginWithPhone(product: AppContext, phone: { value: string; ip: string }): Promise<boolean> {
  const clientId = await accountOfPhone(product, phone)
  const { queries } = product
  return (await awaitsCode(queries, clientId)) && !(await signedInBefore(queries, clientId))
}

/**
 * The phone or e-mail for a code or link. A session of one order sees its client's masked (SAFE-03), so the masked
 * value means the real one. It is compared only with that client's, so it cannot probe other accounts.
 */
async function unmaskedValue(
  product: AppContext,
  { factor, value }: { factor: Factor; value: string },
  token: string | undefined,
): Promise<string> {
  if (!isMasked(value)) return value
  const session = await openSessionOf(product, token)
  if (session === undefined) return value
  const { phone, email } = await readClient(product.queries, session.clientId)
  if (factor === 'phone') return unmasked(value, phone, maskedPhone)
  return factor === 'email' ? unmasked(value, knownEmail(email), maskedEmail) : value
}
