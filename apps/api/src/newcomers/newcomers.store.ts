import type { Queries } from '../database/tables.ts'

/** Where a client came from, in their own words. */
export interface ClientOrigin {
  clientId: string
  now: number
  country: string | null
  landing: string | null
  landingQuery: string | null
  /** The share code of who sent them (REF-04). */
  referral: string | null
  phoneRef: string | null
  email: string | null
  message: string | null
}

/** Keeps where a new client came from; what was said first stands. */
export async function insertOrigin(queries: Queries, origin: ClientOrigin): Promise<void> {
  const { clientId, now, landingQuery, phoneRef, ...rest } = origin
  await queries
    .insertInto('client_origin')
    .values({
      ...rest,
      client_id: clientId,
      at: new Date(now),
      landing_query: landingQuery,
      phone_ref: phoneRef,
    })
    .onConflict((conflict) => conflict.column('client_id').doNothing())
    .execute()
}

/** The share code that a client came with, or nothing. */
export async function referralOfClient(queries: Queries, clientId: string): Promise<string | null> {
  const row = await queries
    .selectFrom('client_origin')
    .select('referral')
    .where('client_id', '=', clientId)
    .executeTakeFirst()
  return row?.referral ?? null
}

/** Somebody's wish to be texted, or what they left with their number. */
interface ContactRequest {
  clientId: string
  id: string
  now: number
  phone: string
  fromNumber: string | null
  body: string | null
  landing: string | null
  landingQuery: string | null
  facebookPageId: string | null
  facebookMessengerId: string | null
  email?: string
  phoneRef?: string
}

/** Keeps a wish to be texted, or what was left with a number. */
export async function insertContactRequest(queries: Queries, request: ContactRequest): Promise<void> {
  await queries
    .insertInto('contact_request')
    .values({
      client_id: request.clientId,
      id: request.id,
      at: new Date(request.now),
      phone: request.phone,
      from_number: request.fromNumber,
      body: request.body,
      landing: request.landing,
      landing_query: request.landingQuery,
      facebook_page_id: request.facebookPageId,
      facebook_messenger_id: request.facebookMessengerId,
      email: request.email ?? null,
      phone_ref: request.phoneRef ?? null,
    })
    .execute()
}
