import { apiPaths } from '@nerdify/contract/api-paths.ts'
import { ErrorBody } from '@nerdify/contract/error-body.ts'
import {
  CheckCodeAnswer,
  type Factor,
  FactorAuthBody,
  RequestCodeAnswer,
  SignOutAnswer,
} from '@nerdify/contract/sign-in.ts'
import { Type } from 'typebox'
import type { App } from '../http/app-type.ts'
import { bearerToken } from '../http/authenticate.ts'
import { Refusal } from '../http/refusal.ts'
import type { Product } from '../product.ts'
import { checkPhoneCode } from './check-code.ts'
import { checkKey, checkMailCode } from './check-key.ts'
import { requestPhoneCode } from './request-code.ts'
import { requestMailLink, requestNewLink } from './request-link.ts'
import { endSession } from './sessions.ts'

const unsupportedFactor = (factor: string) =>
  new Refusal(422, `Signing in by ${factor} is not possible here.`, { type: 'factor_not_supported', value: 'factor' })

/** What a code or link is asked for with. */
interface CodeRequest {
  value: string
  next: string | undefined
  ip: string
}

/** What a session is asked for with. */
interface CodeCheck {
  value: string
  code: string
  timeZone: string | null
  /** Told when our people are: wrong codes come in from everywhere. */
  alarm: (wrongCodes: number) => void
}

/** The sign-in calls (API-02). */
export function signInRoutes(app: App, product: Product): void {
  const ask: Record<Factor, (request: CodeRequest) => Promise<RequestCodeAnswer>> = {
    phone: (request) => requestPhoneCode(product, request),
    email: (request) => requestMailLink(product, request),
    code: (request) => requestNewLink(product, request),
    key: (request) => requestNewLink(product, request),
  }
  const check: Record<Exclude<Factor, 'email'>, (request: CodeCheck) => Promise<string>> = {
    phone: (request) => checkPhoneCode(product, request),
    code: (request) => checkMailCode(product, request),
    key: (request) => checkKey(product, request),
  }

  app.post(
    apiPaths.factorAuth(),
    {
      config: { who: 'anyone' },
      schema: {
        summary: 'Ask for a sign-in code, exchange it for a session, or sign out',
        body: FactorAuthBody,
        response: { 200: Type.Union([RequestCodeAnswer, CheckCodeAnswer, SignOutAnswer]), '4xx': ErrorBody },
      },
    },
    async (request) => {
      const { body, ip } = request
      switch (body.type) {
        case 'request_code':
          return ask[body.factor]({ value: body.value, next: body.next, ip })
        case 'check_code': {
          if (body.factor === 'email') throw unsupportedFactor(body.factor)
          const jwt = await check[body.factor]({
            value: body.value,
            code: body.code ?? '',
            timeZone: body.timezone_str ?? null,
            alarm: (wrongCodes) => request.log.warn({ wrongCodes }, 'many wrong sign-in codes within an hour'),
          })
          // Whoever was signed in here is not any more: the new session takes the place of theirs (AUTH-16).
          await endSession(product, bearerToken(request))
          return { jwt }
        }
        case 'sign_out':
          await endSession(product, bearerToken(request))
          return { ok: true }
      }
    },
  )
}
