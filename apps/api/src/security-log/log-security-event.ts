import type { FastifyRequest } from 'fastify'
import type { AppContext } from '../app-context.ts'
import { networkHash } from '../limits/network-of.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The account that a request concerns, if it is not the signed-in one; the request's log line names it. */
    account: string | null
  }
}

/** Events with their own log line, by the runbook's search words. */
type SecurityEvent =
  | 'signed_in'
  | 'sign_in_refused'
  | 'signed_out'
  | 'signed_out_everywhere'
  | 'key_used'
  | 'key_refused'
  | 'address_change_asked'
  | 'address_changed'
  | 'address_change_undone'
  | 'personal_data_downloaded'
  | 'operations_read'
  | 'operations_token_refused'
  | 'staff_signed_in'
  | 'staff_signed_out'
  | 'staff_sign_in_refused'

/**
 * Logs an event for the investigation of an incident (SAFE-10): its kind, account and network ({@link networkHash}).
 * `more` must contain no address, key, name or personal text.
 */
export function logSecurityEvent(
  { settings }: Pick<AppContext, 'settings'>,
  request: FastifyRequest,
  event: SecurityEvent,
  { account, ...more }: { account?: string | undefined } & Record<string, string | undefined> = {},
): void {
  if (account !== undefined) request.account = account
  const { signedIn } = request
  request.log.info(
    {
      security: event,
      account: account ?? signedIn?.clientId,
      network: networkHash(settings.secret, request.ip),
      ...more,
    },
    'security event',
  )
}
