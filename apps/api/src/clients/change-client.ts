import type { ClientChange } from '@nerdify/contract/client.ts'
import { emailFaultText, isEmail } from '@nerdify/domain/sign-in/email.ts'
import type { Queries } from '../database/tables.ts'
import { isTaken } from '../database/transaction.ts'
import { unacceptable } from '../http/refusal.ts'
import { replaceEmail, updateClient } from './clients.store.ts'

/**
 * Changes what a client may change of themself (API-06). 422 for an address of a wrong form (INFO-02) or one that
 * another account has (FLOW-22).
 */
export async function changeClient(queries: Queries, clientId: string, change: ClientChange): Promise<void> {
  if (change.email !== undefined) {
    const email = change.email.trim()
    if (!isEmail(email)) throw unacceptable(emailFaultText, 'email', 'email_invalid')
    try {
      await replaceEmail(queries, clientId, email)
    } catch (error) {
      if (!isTaken(error)) throw error
      throw unacceptable('Another account has this e-mail. Please use a different one.', 'email', 'email_taken')
    }
  }
  await updateClient(queries, clientId, {
    ...(change.nickname === undefined ? {} : { nickname: change.nickname.trim() }),
    ...(change.userdef === undefined ? {} : { preferences: change.userdef }),
  })
}
