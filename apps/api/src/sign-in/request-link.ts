import type { RequestCodeAnswer } from '@nerdify/contract/sign-in.ts'
import { nextPath } from '@nerdify/contract/web-routes.ts'
import { canonicalEmail, emailFault, emailFromText, isPlaceholderEmail } from '@nerdify/domain/sign-in/email.ts'
import { refuseBlocked } from '../accounts/blocked.ts'
import { findClientIdByEmail, readClient } from '../accounts/find-client.ts'
import type { Queries } from '../database/tables.ts'
import { transaction } from '../database/transaction.ts'
import { unacceptable } from '../http/refusal.ts'
import {
  codeRequestsFromOneIp,
  codeRequestsOfOneAddress,
  countsWithin,
  limitUse,
  unknownAddressesFromOneIp,
} from '../limits/rate-limit.ts'
import { enqueue } from '../outbox/enqueue.ts'
import type { AppContext } from '../app-context.ts'
import { findKey } from './check-key.ts'
import { makeMailLink, makeShortKey, mailLinkLifeMs } from '../keys/sign-in-keys.ts'
import { countOrders } from '../orders/list/list-orders.ts'
import { isTexted, countSignInText } from './text-limits.ts'

/** Seconds until the screen offers a resend. */
const resendAfterSeconds = 30

/** A request for a link; `next` is its target. */
export interface LinkRequest {
  value: string
  next: string | undefined
  /** The requesting browser's: a mailed link signs in there without a press (AUTH-10). */
  nonce: string | undefined
  ip: string
}

/**
 * Mails the sign-in link (AUTH-08): `ok` is false for an unknown address (AUTH-09), until an IP address has requested
 * too many of those; then it learns nothing more. 422 unless it is one address, 429 beyond AUTH-21.
 */
export async function requestMailLink(product: AppContext, request: LinkRequest): Promise<RequestCodeAnswer> {
  const email = emailFromText(request.value)
  if (email === undefined) throw unacceptable(emailFault(request.value), 'value', 'email_invalid')
  const now = product.clock.now()
  await limitRequest(product, { address: canonicalEmail(email), ip: request.ip })
  const answer = await transaction(product.queries, async (queries) => {
    const clientId = await findClientIdByEmail(queries, email)
    if (clientId === undefined) return undefined
    await refuseBlocked(queries, clientId)
    return sendLink(product, queries, { clientId, way: byMail(email), request })
  })
  if (answer !== undefined) {
    product.wake.outbox()
    return answer
  }
  const { limitScale: scale } = product.settings
  const mayLearn = await countsWithin(product.queries, unknownAddressesFromOneIp, { subject: request.ip, now, scale })
  return mayLearn ? { ok: false } : linkSent(now + mailLinkLifeMs)
}

/**
 * Replaces a link that no longer works (AUTH-10) with a new one to the same recipient, by mail or by text. `ok` is
 * false for an unknown or obsolete link. Each link and code counts towards the limit of its address, however it was
 * requested (AUTH-21).
 */
export async function requestNewLink(product: AppContext, request: LinkRequest): Promise<RequestCodeAnswer> {
  const key = await findKey(product, product.queries, request.value)
  const way = key && wayOf(key.kind, await readClient(product.queries, key.client_id))
  const address = way?.channel === 'email' ? canonicalEmail(way.to) : way?.to
  await limitRequest(product, { address: address ?? request.ip, ip: request.ip })
  if (key === undefined || way === undefined) return { ok: false }
  const answer = await transaction(product.queries, async (queries) => {
    const { clock, settings } = product
    await refuseBlocked(queries, key.client_id)
    if (way.channel === 'sms') {
      const isTrusted = (await countOrders(queries, key.client_id)).paidOrders > 0
      const use = { ip: request.ip, now: clock.now(), scale: settings.limitScale }
      await countSignInText(queries, { phone: way.to, isTrusted, ...use })
    }
    return sendLink(product, queries, { clientId: key.client_id, way, request })
  })
  product.wake.outbox()
  return answer
}

/** The channel and address of a link. */
type Way = ReturnType<typeof byMail> | ReturnType<typeof byText>

const byMail = (to: string) => ({ channel: 'email', to, template: 'sign-in-link' }) as const
const byText = (to: string) => ({ channel: 'sms', to, template: 'sign-in-short-link' }) as const

/** How the links of a kind are sent to a client now: by mail, by text, or not at all. */
function wayOf(kind: string, { phone, email }: { phone: string | null; email: string | null }): Way | undefined {
  if (kind === 'short-key' && phone !== null && isTexted(phone)) return byText(phone)
  // A link to an order may have been mailed to a client without a phone that we text.
  return email !== null && !isPlaceholderEmail(email) ? byMail(email) : undefined
}

/** A separate counter: requests for unknown addresses must use up the limit too (AUTH-21). */
function limitRequest(
  { queries, clock, settings }: AppContext,
  { address, ip }: { address: string; ip: string },
): Promise<void> {
  const [now, scale] = [clock.now(), settings.limitScale]
  return transaction(queries, async (within) => {
    await limitUse(within, codeRequestsFromOneIp, { subject: ip, now, scale })
    await limitUse(within, codeRequestsOfOneAddress, { subject: address, now, scale })
  })
}

async function sendLink(
  { clock, settings }: AppContext,
  queries: Queries,
  { clientId, way, request }: { clientId: string; way: Way; request: LinkRequest },
): Promise<RequestCodeAnswer> {
  const now = clock.now()
  const { next, nonce } = request
  const owner = { secret: settings.secret, clientId, now }
  const keyId = await (way.channel === 'email'
    ? makeMailLink(queries, { ...owner, ...(nonce !== undefined && { nonce }) })
    : makeShortKey(queries, owner))
  const expiresAt = now + mailLinkLifeMs
  const message = { ...way, variables: { keyId, ...nextOf(next) }, expiresAt }
  await enqueue(queries, now, { ...message, dedupeKey: `${way.template}:${keyId}` })
  return linkSent(expiresAt)
}

/** The target of a link, if it is a client's page other than the default (AUTH-11). */
function nextOf(next: string | undefined): { next?: string } {
  const path = nextPath(next)
  return path === nextPath(undefined) ? {} : { next: path }
}

const linkSent = (expiresAt: number): RequestCodeAnswer => ({
  ok: true,
  resend_after: resendAfterSeconds,
  expires_at: new Date(expiresAt).toISOString(),
})
