import type { Queries } from '../database/tables.ts'
import { uuidv7 } from '../database/uuid.ts'
import { insertClient } from './clients.store.ts'

/** Creates an account and returns its id; a taken phone or address fails on its unique key (AUTH-22). */
export async function createClient(
  queries: Queries,
  now: number,
  client: {
    phone: string | null
    email: string | null
    country?: string | null
    tags?: readonly string[]
    experiments?: { subscription_nerdy?: string; app2_scale?: string }
    /** The client has just confirmed being 18 or older (LAW-02). */
    adultConfirmed?: boolean
  },
): Promise<string> {
  const id = uuidv7(now)
  await insertClient(queries, {
    id,
    created_at: new Date(now),
    phone: client.phone,
    email: client.email,
    country: client.country,
    tags: [...(client.tags ?? [])],
    experiments: JSON.stringify(client.experiments ?? {}),
    adult_confirmed_at: client.adultConfirmed ? new Date(now) : null,
  })
  return id
}
