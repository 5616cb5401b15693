import { isPlaceholderEmail } from '@nerdify/domain/sign-in/email.ts'
import type { Queries } from '../database/tables.ts'
import { Refusal } from '../http/refusal.ts'
import { clientById, clientIdOfEmail, findClientIdByPhone, type StoredClient } from './clients.store.ts'

export { clientById, clientIdsOfAddresses, clientsById, findClientIdByPhone, lockClient } from './clients.store.ts'

/** Finds a client by e-mail address; placeholder addresses match nobody (INFO-03). */
export async function findClientIdByEmail(queries: Queries, email: string): Promise<string | undefined> {
  return isPlaceholderEmail(email) ? undefined : clientIdOfEmail(queries, email)
}

/** The refusal of a write to an erased account, which stays empty (LAW-06). */
export const accountErased = () => new Refusal(409, 'This account was deleted.', { type: 'account_erased' })

/** 409 account_erased for an erased account; an erasure waits until the transaction ends (LAW-06). */
export async function refuseErased(queries: Queries, clientId: string): Promise<void> {
  if ((await clientById(queries, clientId, { lock: 'key share' }))?.erased_at != null) throw accountErased()
}

/** {@link refuseErased} without a lock of the client: the caller has locked one of their orders, and an erasure waits. */
export async function refuseErasedWithOrder(queries: Queries, clientId: string): Promise<void> {
  if (await isErased(queries, clientId)) throw accountErased()
}

/**
 * The client of a phone (E.164), locked until the transaction ends. Undefined for an unknown phone, and if the account
 * was erased or got another phone while this waited for the lock (LAW-06).
 */
export async function lockClientOfPhone(
  queries: Queries,
  phone: string,
  lock: 'share' | 'key share',
): Promise<StoredClient | undefined> {
  const id = await findClientIdByPhone(queries, phone)
  const client = id === undefined ? undefined : await clientById(queries, id, { lock })
  return client?.phone === phone ? client : undefined
}

/** Whether an account was erased. */
export const isErased = async (queries: Queries, clientId: string): Promise<boolean> =>
  (await clientById(queries, clientId))?.erased_at != null

/** Reads a client whose existence a session guarantees. */
export async function readClient(queries: Queries, id: string): Promise<StoredClient> {
  const client = await clientById(queries, id)
  if (client === undefined) throw new Error(`there is no client ${id}`)
  return client
}
