import { apiPaths } from '@nerdify/contract/api-paths.ts'
import { ErrorBody } from '@nerdify/contract/error-body.ts'
import { CheckCodeAnswer, FactorAuthBody, RequestCodeAnswer, SignOutAnswer } from '@nerdify/contract/sign-in.ts'
import { Type } from 'typebox'
import type { App } from '../http/app-type.ts'
import { bearerToken } from '../http/authenticate.ts'
import { Refusal } from '../http/refusal.ts'
import type { Product } from '../product.ts'
import { checkPhoneCode } from './check-code.ts'
import { requestPhoneCode } from './request-code.ts'
import { endSession } from './sessions.ts'

const unsupportedFactor = (factor: string) =>
  new Refusal(422, `Signing in by ${factor} is not possible here.`, { type: 'factor_not_supported', value: 'factor' })

/** The sign-in calls (API-02). */
export function signInRoutes(app: App, product: Product): void {
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
      const { body } = request
      switch (body.type) {
        case 'request_code':
          if (body.factor !== 'phone') throw unsupportedFactor(body.factor)
          return requestPhoneCode(product, { phone: body.value, ip: request.ip })
        case 'check_code': {
          if (body.factor !== 'phone') throw unsupportedFactor(body.factor)
          const timeZone = body.timezone_str ?? null
          return { jwt: await checkPhoneCode(product, { phone: body.value, code: body.code, timeZone }) }
        }
        case 'sign_out':
          await endSession(product, bearerToken(request))
          return { ok: true }
      }
    },
  )
}
