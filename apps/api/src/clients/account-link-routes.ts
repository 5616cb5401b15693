import { AccountLinkAnswer, type AccountLinkDeed, AccountLinkUse } from '@nerdify/contract/account-links.ts'
import { apiPaths } from '@nerdify/contract/api-paths.ts'
import type { App } from '../http/app-type.ts'
import { openCall } from '../http/call.ts'
import { Refusal } from '../http/refusal.ts'
import type { Product } from '../product.ts'
import { logSecurityEvent } from '../security-log/log-security-event.ts'
import { findAccountLink } from '../keys/account-links.ts'
import { confirmEmail, undoEmail } from './email-changes.ts'
import { keepAccount } from './keep-account.ts'

/** What the log says of each (SAFE-10). */
const events = {
  confirm_email: 'address_changed',
  undo_email: 'address_change_undone',
  keep_account: 'key_used',
} as const satisfies Record<AccountLinkDeed, unknown>

/** Whose link it is, where it is one. */
async function accountOfLink(
  { queries, settings }: Product,
  link: { does: AccountLinkDeed; key: string },
): Promise<string | undefined> {
  try {
    return (await findAccountLink(queries, { secret: settings.secret, ...link })).client_id
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}

/** The call of the pages that a link about an account opens (SAFE-02, SAFE-13): the link's key is all that it takes. */
export function accountLinkRoutes(app: App, product: Product): void {
  const deeds: Record<AccountLinkDeed, (product: Product, key: string) => Promise<AccountLinkAnswer>> = {
    confirm_email: confirmEmail,
    undo_email: undoEmail,
    keep_account: keepAccount,
  }

  app.post(
    apiPaths.accountLink(),
    openCall('Have the link of a message about an account take effect', {
      body: AccountLinkUse,
      200: AccountLinkAnswer,
    }),
    async (request) => {
      const { does, key } = request.body
      const account = await accountOfLink(product, { does, key })
      try {
        const answer = await deeds[does](product, key)
        logSecurityEvent(product, request, events[does], { account })
        return answer
      } catch (error) {
        if (error instanceof Refusal)
          logSecurityEvent(product, request, 'key_refused', { account, why: error.errorType })
        throw error
      }
    },
  )
}
