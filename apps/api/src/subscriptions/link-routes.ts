import { webPaths } from '@nerdify/contract/web-paths.ts'
import { plans, tagOf } from '@nerdify/domain/plans/plans.ts'
import { reaches } from '@nerdify/domain/sign-in/session-reach.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { App } from '../http/app-type.ts'
import { answerHead } from '../http/requests/head-and-prefetch.ts'
import { Refusal } from '../http/refusal.ts'
import { sendTroublePage } from '../http/answers/trouble-page.ts'
import { CardsUnavailable } from '../ports.ts'
import type { AppContext } from '../app-context.ts'
import { logSecurityEvent } from '../security-log/log-security-event.ts'
import { findClientIdByReferralCode } from '../keys/referral-codes.ts'
import { sessionOfCode } from '../sessions/session-code.ts'
import { type OpenPage, openCardChange, openSubscription, type Returns, subscriptionToPay } from './open-checkout.ts'

const Query = Type.Optional(Type.String())
const schema = {
  hide: true,
  params: Type.Object({ code: Type.String({ maxLength: 255 }) }),
  querystring: Type.Object({ success_url: Query, cancel_url: Query }),
}
const config = { who: 'anyone' } as const

type Visit = FastifyRequest<{ Params: { code: string }; Querystring: { success_url?: string; cancel_url?: string } }>

/**
 * The links to the provider's page (PAY-12), with the code of the client's session (SAFE-03) or, in older links, their
 * private referral code. Any other code gets the same answer, so it discloses nothing (abuse 24, abuse 31). A client
 * who cannot have the plan is redirected to its page, which says why.
 */
export function planLinkRoutes(app: App, product: AppContext): void {
  const lead = async (
    request: Visit,
    reply: FastifyReply,
    open: (wish: Returns & { clientId: string }) => Promise<OpenPage | undefined>,
  ) => {
    const { params, query, log } = request
    const opened = await openedBy(product, params.code)
    const account = opened?.clientId
    logSecurityEvent(product, request, account === undefined ? 'key_refused' : 'key_used', {
      account,
      factor: 'plan-link',
    })
    if (opened === undefined) return sendTroublePage(reply, 'unknown-plan-link')
    // The address is the key: no other site may get it.
    reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer')
    const { clientId } = opened
    if (!opened.isReached) return reply.redirect(webPaths.subscription(), 303)
    try {
      const page = await open({ clientId, successUrl: query.success_url, cancelUrl: query.cancel_url })
      return reply.redirect(page?.url ?? webPaths.subscription(), 303)
    } catch (error) {
      if (error instanceof Refusal) return reply.redirect(webPaths.subscription(), 303)
      if (!(error instanceof CardsUnavailable)) throw error
      log.warn({ err: error }, 'card provider unavailable')
      return sendTroublePage(reply, 'card-provider-unavailable')
    }
  }

  for (const path of [webPaths.payWithOtherCard(':code'), webPaths.subscribeToAddOns(':code')]) answerHead(app, path)

  app.get(webPaths.payWithOtherCard(':code'), { config, schema, exposeHeadRoute: false }, (request, reply) =>
    lead(request, reply, async (wish) => {
      const subscriptionId = await subscriptionToPay(product, wish.clientId)
      return subscriptionId === undefined ? undefined : openCardChange(product, { ...wish, subscriptionId })
    }),
  )

  app.get(webPaths.subscribeToAddOns(':code'), { config, schema, exposeHeadRoute: false }, (request, reply) =>
    lead(request, reply, (wish) =>
      openSubscription(product, { ...wish, tag: tagOf(plans.premium_addons, { trial: false }) }),
    ),
  )
}

/**
 * The client whose plans a code opens, and whether it reaches them: a code from a session of one order, or of a texted
 * link, does not (SAFE-03).
 */
async function openedBy(
  product: AppContext,
  code: string,
): Promise<{ clientId: string; isReached: boolean } | undefined> {
  const session = await sessionOfCode(product, code)
  if (session !== undefined) {
    const { clientId } = session
    return { clientId, isReached: reaches(session, { need: 'account', now: product.clock.now() }) }
  }
  const { secret } = product.settings
  const clientId = await findClientIdByReferralCode(product.queries, { code, secret })
  return clientId === undefined ? undefined : { clientId, isReached: true }
}
