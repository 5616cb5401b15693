import { adultMissingText } from '@nerdify/domain/fair-dealing/adult.ts'
import type { Queries } from '../database/tables.ts'
import { unacceptable } from '../http/refusal.ts'
import { readClient } from './find-client.ts'

/** Refuses what only somebody who confirmed being 18 or older may do (LAW-02): 422 with the sentence of the screen. */
export async function refuseUnconfirmed(queries: Queries, clientId: string): Promise<void> {
  if ((await readClient(queries, clientId)).adult_confirmed_at !== null) return
  throw unacceptable(adultMissingText, 'adult_confirmed', 'adult_unconfirmed')
}
