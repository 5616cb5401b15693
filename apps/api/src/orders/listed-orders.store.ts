import type { OrderFacts } from '@nerdify/domain/orders/order-facts.ts'
import type { ClientStatus, SystemStatus } from '@nerdify/domain/orders/order-status.ts'
import { sql } from 'kysely'
import { compiledOnce, onlyRow } from '../database/compiled-once.ts'
import type { Queries, StoredServices } from '../database/tables.ts'
import { cabinetPriceOf } from './order-facts-of.ts'

/** An order as lists and counts judge it. */
export interface ListedOrder {
  id: string
  /**
   * What they ask of it, narrowed to what they tell apart: an amount to whether there is one, an instant to whether it is
   * there or still ahead. It is one and the same object for all orders that are alike to them.
   */
  facts: OrderFacts
  /** When the client accepted it, in epoch milliseconds; which of some to rate comes first goes by it (STATE-13). */
  clientAcceptAt: number | null
}

/** In the order of the statement. */
type Narrowed = [
  systemStatus: SystemStatus | null,
  clientStatus: ClientStatus | null,
  priced: boolean,
  isPaidByMoney: boolean,
  priceCents: number | null,
  services: StoredServices | null,
  isDeadlineAhead: boolean | null,
  mark: number,
  tags: string[],
  additional: string[],
  profileArch: number,
  declined: boolean,
  isPromo: boolean,
  isComplex: boolean,
  isRevisionAccepted: boolean,
]

// What an order costs is asked only where it may have been booked for nothing (PAY-06), and is most of what is stored of it.
const maybeForNothing = sql`paid_cents <= 0 and client_status is not null`

const uuidLength = 36

/** A line for each order, so that the database hands out one text: a thousand rows take three times as long to read. */
const listed = compiledOnce(
  (queries, { clientId, now, ...older }: { clientId: string; now: Date; olderAt?: Date; olderId?: string }) => {
    const ofClient = queries
      .selectFrom('client_order')
      .select(
        sql<string | null>`string_agg(
          concat(id, ' ', (extract(epoch from client_accept_at) * 1000)::bigint, ' ', json_build_array(
            system_status, client_status, quoted_at is not null, paid_cents > 0,
            case when ${maybeForNothing} then price_cents end, case when ${maybeForNothing} then services end,
            deadline > ${now}, mark, tags, additional, profile_arch, declined, is_promo, is_complex,
            revision_accept_at is not null)),
          chr(10) order by created_at desc, id desc)`.as('lines'),
      )
      .where('client_id', '=', clientId)
    const { olderAt, olderId } = older
    return olderAt === undefined
      ? ofClient
      : ofClient.where(sql<boolean>`(created_at, id) < (${olderAt}, ${olderId}::uuid)`)
  },
)

/**
 * All orders of a client as lists judge them at `now` (epoch milliseconds), newest first; with `olderThan` only those
 * behind that one. A client with many has few that lists tell apart, so that most of their facts need not be read.
 */
export async function listedOrdersOf(
  queries: Queries,
  {
    clientId,
    now,
    olderThan,
  }: { clientId: string; now: number; olderThan?: { created_at: number; id: string } | undefined },
): Promise<ListedOrder[]> {
  const older = olderThan === undefined ? {} : { olderAt: new Date(olderThan.created_at), olderId: olderThan.id }
  const { lines } = await onlyRow(queries, listed(queries, { clientId, now: new Date(now), ...older }))
  if (lines === null) return []
  const alike = new Map<string, OrderFacts>()
  return lines.split('\n').map((line) => {
    const end = line.indexOf(' ', uuidLength + 1)
    const narrowed = line.slice(end + 1)
    let facts = alike.get(narrowed)
    if (facts === undefined) {
      facts = factsOfNarrowed(JSON.parse(narrowed) as Narrowed, now)
      alike.set(narrowed, facts)
    }
    const acceptedAt = line.slice(uuidLength + 1, end)
    return { id: line.slice(0, uuidLength), facts, clientAcceptAt: acceptedAt === '' ? null : Number(acceptedAt) }
  })
}

/** Facts that lists judge as they judge the order's own; those that no list asks for say nothing of it. */
function factsOfNarrowed(narrowed: Narrowed, now: number): OrderFacts {
  const [systemStatus, clientStatus, priced, isPaidByMoney, priceCents, services, isDeadlineAhead, ...rest] = narrowed
  const [mark, tags, additional, profileArch, declined, isPromo, isComplex, isRevisionAccepted] = rest
  return {
    systemStatus,
    clientStatus,
    priced,
    paidCents: isPaidByMoney ? 1 : 0,
    cabinetPriceCents:
      priceCents === null || services === null ? 1 : cabinetPriceOf({ price_cents: priceCents, services }),
    deadline: isDeadlineAhead === true ? now + 1 : null,
    mark,
    tags,
    additional,
    profileArch: profileArch === 1,
    declined,
    isPromo,
    isComplex,
    revisionAcceptAt: isRevisionAccepted ? now : null,
    priceCents: 0,
    refundedCents: 0,
    createdAt: 0,
    tipsPaid: false,
    clientAcceptAt: null,
    refundAcceptAt: null,
    revisionDeadline: null,
    sentAt: null,
  }
}
