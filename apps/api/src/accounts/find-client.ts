import { isPlaceholderEmail } from '@nerdify/domain/sign-in/email.ts'
import type { Queries } from '../database/tables.ts'
import { clientById, clientIdOfEmail, type StoredClient } from './clients.store.ts'

/** Whose phone number (E.164) it is, or nobody's; and a client by key, if the account is still there. */
export { clientById as clientMayBeGone, clientIdOfPhone as findClientIdByPhone } from './clients.store.ts'

/** Whose e-mail address it is, or nobody's; an address that only holds a place is nobody's (INFO-03). */
export async function findClientIdByEmail(queries: Queries, email: string): Promise<string | undefined> {
  return isPlaceholderEmail(email) ? undefined : clientIdOfEmail(queries, email)
}

/** A client by key; the key comes from a session, so the client is there. */
export async function readClient(queries: Queries, id: string): Promise<StoredClient> {
  const client = await clientById(queries, id)
  if (client === undefined) throw new Error(`there is no client ${id}`)
  return client
}

/** Has nobody else change a client, or count what is theirs, until the transaction ends. */
export { lockClient as holdClient } from './clients.store.ts'
