import { deletionReminderMs } from '@nerdify/domain/clients/account-deletion.ts'
import { notifyOfDeletion } from '../clients/notify-of-deletion.ts'
import { transaction } from '../database/transaction.ts'
import type { AppContext } from '../app-context.ts'
import { clientsToRemind, takeReminder } from './personal-data.store.ts'

const batch = 50

/** Reminds clients a day before their account is deleted (SAFE-13), once per request; returns their number. */
export async function remindOfDeletions(product: AppContext): Promise<number> {
  const { queries, clock, settings } = product
  const now = clock.now()
  let reminded = 0
  for (const clientId of await clientsToRemind(queries, { now, within: deletionReminderMs, most: batch })) {
    product.ending.throwIfAborted()
    await transaction(queries, async (within) => {
      const client = await takeReminder(within, { clientId, now, within: deletionReminderMs })
      if (client === undefined) return
      await notifyOfDeletion(within, { client, dueAt: client.erase_at, when: 'soon', settings, now })
      reminded += 1
    }).catch(product.putOff)
  }
  if (reminded > 0) product.wake.outbox()
  return reminded
}
