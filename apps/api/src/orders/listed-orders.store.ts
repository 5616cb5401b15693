import type { OrderFacts } from '@nerdify/domain/orders/order-facts.ts'
import type { ClientStatus, SystemStatus } from '@nerdify/domain/orders/order-status.ts'
import { sql } from 'kysely'
import { compiledOnce } from '../database/compiled-once.ts'
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

const listed = compiledOnce(
  (queries, { clientId, now, ...older }: { clientId: string; now: Date; olderAt?: Date; olderId?: string }) => {
    const ofClient = queries
      .selectFrom('client_order')
      .select([
        'id',
        'client_accept_at',
        sql<string>`json_build_array(
          system_status, client_status, quoted_at is not null, paid_cents > 0,
          case when ${maybeForNothing} then price_cents end, case when ${maybeForNothing} then services end,
          deadline > ${now}, mark, tags, additional, profile_arch, declined, is_promo, is_complex,
          revision_accept_at is not null)::text`.as('narrowed'),
      ])
      .where('client_id', '=', clientId)
    const { olderAt, olderId } = older
    const wanted =
      olderAt === undefined ? ofClient : ofClient.where(sql<boolean>`(created_at, id) < (${olderAt}, ${olderId}::uuid)`)
    return wanted.orderBy('created_at', 'desc').orderBy('id', 'desc')
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
  const { rows } = await queries.executeQuery(listed(queries, { clientId, now: new Date(now), ...older }))
  const alike = new Map<string, OrderFacts>()
  return rows.map(({ id, narrowed, client_accept_at: clientAcceptAt }) => {
    let facts = alike.get(narrowed)
    if (facts === undefined) {
      facts = factsOfNarrowed(JSON.parse(narrowed) as Narrowed, now)
      alike.set(narrowed, facts)
    }
    return { id, facts, clientAcceptAt }
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
