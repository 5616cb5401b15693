import { createHmac } from 'node:crypto'
import { apiPaths } from '@nerdify/contract/api-paths.ts'
import { webPaths } from '@nerdify/contract/web-paths.ts'
import type { Queries } from '../../database/tables.ts'
import { transaction } from '../../database/transaction.ts'
import { isUuid } from '../../database/uuid.ts'
import { notFound } from '../../http/refusal.ts'
import { isSameHash } from '../../keys/derived-key.ts'
import type { AppContext } from '../../app-context.ts'
import { keptMessage } from '../kept-messages.store.ts'
import { noteOptOut, withdrawMarketingConsent } from './opt-outs.ts'

/** The unsubscribe links of a mail: a page for people, and a call for mail programs. */
export function unsubscribeLinks(site: { secret: string; publicUrl: string }, messageId: string) {
  const token = tokenFor(site.secret, messageId)
  return {
    page: site.publicUrl + webPaths.unsubscribe(token),
    oneClick: site.publicUrl + apiPaths.unsubscribe(token),
  }
}

/**
 * Unsubscribes the address of the token's message (LAW-07), by the page's button or a mail program's one click; repeats
 * are no-ops. 404 for a foreign token, and for a message of an erased recipient.
 */
export async function unsubscribe(product: AppContext, token: string): Promise<void> {
  const id = messageOf(product.settings.secret, token)
  const now = product.clock.now()
  await transaction(product.queries, async (queries: Queries) => {
    const message = id === undefined ? undefined : await keptMessage(queries, id)
    if (message === undefined || message.to_address === '') throw notFound()
    const address = { channel: message.channel, address: message.to_address, said: 'unsubscribe link', now }
    await noteOptOut(queries, address)
    await withdrawMarketingConsent(queries, address)
  })
}

const signatureOf = (secret: string, messageId: string) =>
  createHmac('sha256', secret).update(`unsubscribe:${messageId}`).digest().subarray(0, 16).toString('base64url')

/** The token names the message, so that no link contains an address. */
const tokenFor = (secret: string, messageId: string) => `${messageId}.${signatureOf(secret, messageId)}`

function messageOf(secret: string, token: string): string | undefined {
  const [id = '', signature = ''] = token.split('.')
  return isUuid(id) && isSameHash(signature, signatureOf(secret, id)) ? id : undefined
}
