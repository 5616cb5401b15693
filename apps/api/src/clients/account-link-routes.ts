import {
  AccountLinkAnswer,
  type AccountLinkDeed,
  AccountLinkLook,
  AccountLinkUse,
} from '@nerdify/contract/account-links.ts'
import { apiPaths } from '@nerdify/contract/api-paths.ts'
import { knownEmail } from '@nerdify/domain/sign-in/email.ts'
import { maskedEmail } from '@nerdify/domain/sign-in/masked.ts'
import { Type } from 'typebox'
import { insertClientEvent, lockClient, setErasure, type StoredClient } from '../accounts/clients.store.ts'
import { transaction } from '../database/transaction.ts'
import type { App } from '../http/app-type.ts'
import { openCall } from '../http/call.ts'
import { Refusal } from '../http/refusal.ts'
import { expiredLink, findAccountLink, unknownLink } from '../keys/account-links.ts'
import type { AppContext } from '../app-context.ts'
import { logSecurityEvent } from '../security-log/log-security-event.ts'
import { confirmEmail, type OpenedLink, undoEmail } from './email-changes.ts'
import type { Queries } from '../database/tables.ts'

/** The effect of each link, and its entry in the security log (SAFE-10). */
const deeds = {
  confirm_email: { takeEffect: confirmEmail, event: 'address_changed' },
  undo_email: { takeEffect: undoEmail, event: 'address_change_undone' },
  keep_account: { takeEffect: keepAccount, event: 'key_used' },
} as const satisfies Record<AccountLinkDeed, unknown>

/** The call of the pages that links about an account open (SAFE-02, SAFE-13): the link's key authorizes it. */
export function accountLinkRoutes(app: App, product: AppContext): void {
  app.post(
    apiPaths.accountLink(),
    openCall('Have the link of a message about an account take effect', {
      body: AccountLinkUse,
      200: Type.Union([AccountLinkAnswer, AccountLinkLook]),
    }),
    async (request) => {
      const { does, key, look = false } = request.body
      const { queries, clock, settings } = product
      const { takeEffect, event } = deeds[does]
      const now = clock.now()
      let account: string | undefined
      try {
        const answer = await transaction(queries, async (within) => {
          const link = await findAccountLink(within, { secret: settings.secret, key, does })
          account = link.client_id
          const client = await lockClient(within, account)
          if (client === undefined || client.erased_at !== null) throw unknownLink()
          if (look) return accountOf(client)
          return takeEffect(within, { product, link, client, now })
        })
        if (look) return answer
        product.wake.outbox()
        logSecurityEvent(product, request, event, { account })
        return answer
      } catch (error) {
        if (error instanceof Refusal)
          logSecurityEvent(product, request, 'key_refused', { account, why: error.errorType })
        throw error
      }
    },
  )
}

/** The account in a form that only its owner recognizes. */
function accountOf({ phone, email }: StoredClient): AccountLinkLook {
  const known = knownEmail(email)
  const masked = phone === null && known !== null ? maskedEmail(known) : null
  return { account: { phone_end: phone?.slice(-4) ?? null, email: masked } }
}

/**
 * Cancels the deletion of an account by the link of its notice (SAFE-13), as often as it is opened. 422 for an expired
 * link.
 */
async function keepAccount(queries: Queries, { link, client, now }: OpenedLink): Promise<AccountLinkAnswer> {
  if (client.erase_at !== null) {
    if (link.expires_at <= now) throw expiredLink()
    await setErasure(queries, client.id, null)
    await insertClientEvent(queries, { clientId: client.id, event: 'deletion_undone', now })
  }
  return { ok: true, email: knownEmail(client.email) }
}
