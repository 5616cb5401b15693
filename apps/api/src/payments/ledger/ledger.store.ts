import { sql } from 'kysely'
import { creditBalance } from '../../accounts/credit-balance.ts'
import { instant } from '../../database/instant.ts'
import { insertIfNew } from '../../database/rows.ts'
import type { Queries } from '../../database/tables.ts'
import { uuidv7 } from '../../database/uuid.ts'
import type { EntryData, EntryKind, NoData } from '../../database/entry-kinds.ts'

/**
 * The accounts. Negative cents are the source of money: the card provider (`gateway`) or ourselves (`promo`). Amounts
 * shown to clients are sums of one account (PAY-06, PAY-13): client_paid of `paid`, refunded of `refunded` and
 * late_credited of `lateCredit` (both negative), total_tips_amount of `tips`, available_balance of `balance`.
 */
export const accounts = {
  gateway: 'gateway',
  promo: 'promo',
  /** Refunds that staff made outside of card and balance (HOLD-06). */
  outside: 'outside',
  /** Source of credits by staff (HOLD-06). */
  goodwill: 'goodwill',
  /** Source of balances from another system (OPS-18). */
  import: 'import',
  /** Where debits by staff go (OPS-11). */
  staffDebit: 'staff-debit',
  paid: (orderId: string) => `order:${orderId}`,
  refunded: (orderId: string) => `refunded:${orderId}`,
  tips: (orderId: string) => `tips:${orderId}`,
  /** Credits for late work, negative (WAIT-05). */
  lateCredit: (orderId: string) => `late-credit:${orderId}`,
  held: (orderId: string) => `hold:${orderId}`,
  /** A surplus in transit to a card (PAY-07): it has left the order and not reached the card. */
  returning: (orderId: string) => `returning:${orderId}`,
  /** Money frozen while a bank decides a dispute (HOLD-06). */
  disputed: (orderId: string) => `disputed:${orderId}`,
  /** The frozen part that the bank only inquires about; we still have it. */
  inquired: (orderId: string) => `inquired:${orderId}`,
  /** Payments of a subscription less refunds and disputes. */
  plan: (subscriptionId: string) => `plan:${subscriptionId}`,
  balance: (clientId: string) => `balance:${clientId}`,
} as const

/** Two lines that move `cents` from one account to another; negative cents move the other way. */
export const transfer = (cents: number, { from, to }: { from: string; to: string }): Movement['lines'] => [
  { account: from, cents: -cents },
  { account: to, cents },
]

/** Cents that entries moved on an account. */
export const movedOn = (account: string, entries: readonly Pick<Movement, 'lines'>[]): number =>
  entries.flatMap(({ lines }) => lines).reduce((sum, line) => (line.account === account ? sum + line.cents : sum), 0)

/** A movement of money between {@link accounts}; its lines, in cents, sum to zero. */
interface Movement {
  clientId: string
  /** Idempotency key: the provider's payment or refund, or an event of ours. */
  ref: string
  /** Absent for money without an order, such as a plan's month. */
  orderId?: string
  at: number
  lines: readonly { account: string; cents: number }[]
}

/** An entry to append, with the facts of its kind. */
export type LedgerEntry<Kind extends EntryKind> = Movement & { kind: Kind } & (NoData extends EntryData[Kind]
    ? { data?: EntryData[Kind] }
    : { data: EntryData[Kind] })

/**
 * Appends an entry and updates the client's balance, which is the sum of their account (PAY-13).
 * - Idempotent: a no-op that answers false if the ledger has its `ref` (PAY-04).
 * - Omits lines of 0 cents, unless there are no others.
 * - The caller holds a lock: the order's row for an order's money, else the client's row.
 */
export async function postEntry<Kind extends EntryKind>(queries: Queries, entry: LedgerEntry<Kind>): Promise<boolean> {
  const { clientId, kind, ref, orderId, at, lines, data = {} }: Movement & { kind: EntryKind; data?: object } = entry
  const sum = lines.reduce((total, line) => total + line.cents, 0)
  if (sum !== 0) throw new Error(`the lines of ledger entry ${ref} sum to ${sum}, not to 0`)
  const key = { client_id: clientId, entry_id: uuidv7(at) }
  if (!(await insertIfNew(queries, 'ledger_ref', { ref, ...key }))) return false
  await queries
    .insertInto('ledger_entry')
    .values({
      client_id: clientId,
      id: key.entry_id,
      kind,
      ref,
      order_id: orderId ?? null,
      at: new Date(at),
      data: JSON.stringify(data),
    })
    .execute()
  const nonZero = lines.filter(({ cents }) => cents !== 0)
  await queries
    .insertInto('ledger_line')
    .values(
      (nonZero.length > 0 ? nonZero : lines).map(({ account, cents }, line) => ({ ...key, line, account, cents })),
    )
    .execute()
  const onBalance = movedOn(accounts.balance(clientId), [entry])
  if (onBalance !== 0) await creditBalance(queries, clientId, onBalance)
  return true
}

/** Ledger lines joined with their entries. */
export const entriesWithLines = (queries: Queries) =>
  queries
    .selectFrom('ledger_entry')
    .innerJoin('ledger_line', (join) =>
      join
        .onRef('ledger_line.client_id', '=', 'ledger_entry.client_id')
        .onRef('ledger_line.entry_id', '=', 'ledger_entry.id'),
    )

const linesOfRefs = (queries: Queries) =>
  entriesWithLines(queries).innerJoin('ledger_ref', (join) =>
    join
      .onRef('ledger_ref.client_id', '=', 'ledger_entry.client_id')
      .onRef('ledger_ref.entry_id', '=', 'ledger_entry.id'),
  )

const sumOfCents = sql<number>`coalesce(sum(cents), 0)::bigint`.as('cents')

/** Balance of an account in cents. */
export async function sumOf(queries: Queries, clientId: string, account: string): Promise<number> {
  const { cents } = await queries
    .selectFrom('ledger_line')
    .select(sumOfCents)
    .where('client_id', '=', clientId)
    .where('account', '=', account)
    .executeTakeFirstOrThrow()
  return Number(cents)
}

/** Ids of clients with entries since an instant (epoch milliseconds). */
export async function clientsMovedSince(queries: Queries, since: number): Promise<string[]> {
  const rows = await queries
    .selectFrom('ledger_entry')
    .select('client_id')
    .distinct()
    .where('at', '>=', instant(since))
    .orderBy('client_id')
    .execute()
  return rows.map(({ client_id: clientId }) => clientId)
}

/** Balance of each account of these clients in cents, by account name. */
export async function accountSumsOf(
  queries: Queries,
  clientIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await queries
    .selectFrom('ledger_line')
    .select('account')
    .select(sumOfCents)
    .where('client_id', 'in', clientIds)
    .groupBy('account')
    .execute()
  return new Map(rows.map(({ account, cents }) => [account, Number(cents)]))
}

/** Entries of an order of these kinds, oldest first. */
export async function entriesOf<Kind extends EntryKind>(
  queries: Queries,
  { clientId, orderId, kinds }: { clientId: string; orderId: string; kinds: readonly Kind[] },
): Promise<StoredEntry<Kind>[]> {
  const entries = await entriesOfOrders(queries, { clientIds: [clientId], orderIds: [orderId], kinds })
  return entries.get(orderId) ?? []
}

/** Entries of some orders of these kinds, oldest first, by the order's id. */
export async function entriesOfOrders<Kind extends EntryKind>(
  queries: Queries,
  entries: { clientIds: readonly string[]; orderIds: readonly string[]; kinds: readonly Kind[] },
): Promise<ReadonlyMap<string, StoredEntry<Kind>[]>> {
  const rows = await entriesWithLines(queries)
    .select(['ledger_entry.id', 'order_id', 'kind', 'ref', 'at', 'data', 'account', 'cents'])
    .where(sql<boolean>`ledger_entry.client_id = any(${entries.clientIds}::uuid[])`)
    .where(sql<boolean>`order_id = any(${entries.orderIds}::uuid[])`)
    .where('kind', 'in', entries.kinds)
    .orderBy('ledger_entry.at')
    .orderBy('ledger_entry.id')
    .orderBy('ledger_line.line')
    .execute()
  const byOrder = Map.groupBy(rows, ({ order_id: orderId }) => orderId as string)
  return new Map([...byOrder].map(([orderId, ofOrder]) => [orderId, entriesFrom<Kind>(ofOrder)]))
}

interface JoinedRow {
  id: string
  kind: EntryKind
  ref: string
  at: number
  data: object
  account: string
  cents: number
}

/** Groups joined rows of these kinds into entries; keeps the order of the rows. */
export function entriesFrom<Kind extends EntryKind>(rows: readonly JoinedRow[]): StoredEntry<Kind>[] {
  const entries = new Map<string, StoredEntry<Kind>>()
  for (const { account, cents, ...row } of rows) {
    const entry = entries.get(row.id) ?? ({ ...row, kind: row.kind as Kind, lines: [] } as StoredEntry<Kind>)
    entry.lines.push({ account, cents })
    entries.set(row.id, entry)
  }
  return [...entries.values()]
}

/** Ids of a client's orders with an entry of these kinds since an instant (epoch milliseconds). */
export async function ordersMovedSince(
  queries: Queries,
  clientId: string,
  { kinds, since }: { kinds: readonly EntryKind[]; since: number },
): Promise<string[]> {
  const rows = await queries
    .selectFrom('ledger_entry')
    .select('order_id')
    .distinct()
    .where('client_id', '=', clientId)
    .where('kind', 'in', kinds)
    .where('at', '>=', instant(since))
    .where('order_id', 'is not', null)
    .execute()
  return rows.map(({ order_id }) => order_id as string)
}

/** Refs of entries since an instant (epoch milliseconds) whose lines do not sum to zero; expected empty. */
export async function wrongSums(queries: Queries, since: number): Promise<string[]> {
  const rows = await entriesWithLines(queries)
    .select('ref')
    .where('ledger_entry.at', '>=', instant(since))
    .groupBy(['ledger_entry.client_id', 'ledger_entry.id', 'ref'])
    .having((line) => line.fn.sum('cents'), '!=', 0)
    .limit(50)
    .execute()
  return rows.map(({ ref }) => ref)
}

/** A stored entry; `at` in epoch milliseconds. Older entries may lack a fact. */
export type StoredEntry<Kind extends EntryKind = EntryKind> = {
  [Each in Kind]: {
    id: string
    kind: Each
    ref: string
    at: number
    data: Partial<EntryData[Each]>
    lines: { account: string; cents: number }[]
  }
}[Kind]

/** Client, order and kind of the entry with this ref; undefined if there is none or it has no order. */
export async function entryOfRef(
  queries: Queries,
  ref: string,
): Promise<{ clientId: string; orderId: string; kind: EntryKind } | undefined> {
  const row = await linesOfRefs(queries)
    .select(['ledger_entry.client_id', 'order_id', 'kind'])
    .where('ledger_ref.ref', '=', ref)
    .executeTakeFirst()
  if (row === undefined || row.order_id === null) return undefined
  return { clientId: row.client_id, orderId: row.order_id, kind: row.kind }
}

/** Entries since an instant (epoch milliseconds) by kind: how many, and the cents that they moved. */
export async function entriesByKindSince(queries: Queries, since: number) {
  return entriesWithLines(queries)
    .select('kind')
    .select(sql<number>`count(distinct ledger_entry.id)`.as('count'))
    .select(sql<number>`coalesce(sum(cents) filter (where cents > 0), 0)::bigint`.as('cents'))
    .where('ledger_entry.at', '>', instant(since))
    .groupBy('kind')
    .execute()
}

/**
 * Cents moved on each of some consecutive days, by the kind of entry and the first word of the account; `day` is the
 * index of the day.
 */
export async function movedByDay(queries: Queries, days: readonly { from: number; until: number }[]) {
  const [first] = days
  const last = days.at(-1)
  if (first === undefined || last === undefined) return []
  const starts = days.map(({ from }) => new Date(from).toISOString()).join(',')
  // Read by a subquery: without one, PostgreSQL would parse all days again for each line.
  const startsOnce = sql`(select string_to_array(${starts}, ',')::timestamptz[])`
  const rows = await entriesWithLines(queries)
    .select('kind')
    .select(sql<number>`width_bucket(at, ${startsOnce}) - 1`.as('day'))
    .select(sql<string>`split_part(account, ':', 1)`.as('account'))
    .select(sumOfCents)
    .where('at', '>=', instant(first.from))
    .where('at', '<', instant(last.until))
    .groupBy([sql.ref('day'), 'kind', sql`split_part(account, ':', 1)`])
    .execute()
  return rows.map(({ cents, day, ...row }) => ({ ...row, day: Number(day), cents: Number(cents) }))
}

/** Cents that entries moved on tips of orders with a Nerd: of one Nerd, or between two instants (epoch milliseconds). */
export async function tipsOfNerds(queries: Queries, scope: { nerdId: string } | { from: number; until: number }) {
  let tips = entriesWithLines(queries)
    .innerJoin('client_order', (join) =>
      join
        .onRef('client_order.client_id', '=', 'ledger_entry.client_id')
        .onRef('client_order.id', '=', 'ledger_entry.order_id'),
    )
    .select(['nerd_id', 'ledger_entry.at', 'ledger_line.cents'])
    .where('account', 'like', `${accounts.tips('')}%`)
  tips =
    'nerdId' in scope
      ? tips.where('nerd_id', '=', scope.nerdId)
      : tips
          .where('nerd_id', 'is not', null)
          .where('ledger_entry.at', '>=', instant(scope.from))
          .where('ledger_entry.at', '<', instant(scope.until))
  return (await tips.execute()).map(({ nerd_id, at, cents }) => ({ nerdId: nerd_id as string, at, cents }))
}

/** Absolute cents that each provider payment or refund moved on cards, by ref; omits refs without an entry. */
export async function cardCentsOf(queries: Queries, refs: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const rows = await linesOfRefs(queries)
    .select('ledger_ref.ref')
    .select(sql<number>`abs(coalesce(sum(cents) filter (where account = ${accounts.gateway}), 0))::bigint`.as('cents'))
    .where('ledger_ref.ref', 'in', refs)
    .groupBy('ledger_ref.ref')
    .execute()
  return new Map(rows.map(({ ref, cents }) => [ref, cents]))
}

/** Kinds that record a payment or a refund at the provider. */
const paymentKinds: readonly EntryKind[] = ['order_payment', 'tip', 'plan_payment']
const refundKinds: readonly EntryKind[] = ['refund', 'surplus_refund', 'tip_refund', 'plan_refund']

/** Excludes refunds that the bank did not pay out. */
const isPaidOut = sql<boolean>`not exists (
  select from ledger_ref as failed where failed.ref = 'failed:' || ledger_entry.ref)`

/**
 * Payments and refunds on cards booked between two instants, in cents, by the provider's id. Excludes refunds that the
 * bank did not pay out, and months that the provider's credit paid in full.
 */
export async function cardEntriesBetween(
  queries: Queries,
  { since, until }: { since: number; until: number },
): Promise<{ kind: 'payment' | 'refund'; ref: string; cents: number }[]> {
  const rows = await entriesWithLines(queries)
    .select(['ref', 'kind'])
    .select(sql<number>`abs(sum(cents))::bigint`.as('cents'))
    .where('account', '=', accounts.gateway)
    .where('kind', 'in', [...paymentKinds, ...refundKinds])
    .where('at', '>=', instant(since))
    .where('at', '<=', instant(until))
    .where(sql<boolean>`data ->> 'invoice_id' is distinct from ref`)
    .where(isPaidOut)
    .groupBy(['ref', 'kind'])
    .orderBy('ref')
    .execute()
  return rows.map(({ ref, kind, cents }) => ({
    kind: paymentKinds.includes(kind) ? 'payment' : 'refund',
    ref,
    cents: Number(cents),
  }))
}

/** The refs among these that the ledger has. */
export async function bookedRefs(queries: Queries, refs: readonly string[]): Promise<ReadonlySet<string>> {
  if (refs.length === 0) return new Set()
  const rows = await queries.selectFrom('ledger_ref').select('ref').where('ref', 'in', refs).execute()
  return new Set(rows.map(({ ref }) => ref))
}

/** Cents that the entry with this ref moved on an account; 0 without an entry. */
export async function movedBy(
  queries: Queries,
  { clientId, ref, account }: { clientId: string; ref: string; account: string },
): Promise<number> {
  const { cents } = await linesOfRefs(queries)
    .select(sumOfCents)
    .where('ledger_ref.ref', '=', ref)
    .where('ledger_ref.client_id', '=', clientId)
    .where('account', '=', account)
    .executeTakeFirstOrThrow()
  return Number(cents)
}

/**
 * Refunded cents of a payment for a plan, without refunds that the bank did not pay out. Older refunds do not name their
 * payment and are missing.
 */
export async function refundedOfPlanPayment(
  queries: Queries,
  { clientId, subscriptionId, paymentId }: { clientId: string; subscriptionId: string; paymentId: string },
): Promise<number> {
  const { cents } = await entriesWithLines(queries)
    .select(sumOfCents)
    .where('ledger_entry.client_id', '=', clientId)
    .where('kind', '=', 'plan_refund')
    .where('account', '=', accounts.plan(subscriptionId))
    .where(sql<boolean>`data ->> 'payment_id' = ${paymentId}`)
    .where(isPaidOut)
    .executeTakeFirstOrThrow()
  return 0 - Number(cents)
}

/** Credit of a plan's month in cents, spent or not, less what was taken back. */
export async function creditOfMonth(
  queries: Queries,
  { clientId, invoiceId }: { clientId: string; invoiceId: string },
): Promise<number> {
  const { cents } = await entriesWithLines(queries)
    .select(sumOfCents)
    .where('ledger_entry.client_id', '=', clientId)
    .where(sql<boolean>`data ->> 'invoice_id' = ${invoiceId}`)
    .where('account', '=', accounts.balance(clientId))
    .executeTakeFirstOrThrow()
  return Number(cents)
}

/** Whether a plan change was paid with money or provider credit since an instant (epoch milliseconds). */
export async function planChangedSince(
  queries: Queries,
  { clientId, subscriptionId, since }: { clientId: string; subscriptionId: string; since: number },
): Promise<boolean> {
  const found = await entriesWithLines(queries)
    .select('ledger_entry.id')
    .where('ledger_entry.client_id', '=', clientId)
    .where('kind', '=', 'plan_payment')
    .where('account', '=', accounts.plan(subscriptionId))
    .where('at', '>=', instant(since))
    .where(sql<boolean>`data ->> 'reason' = 'change'`)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Client, subscription and invoice that a provider payment paid. */
export async function planOfPayment(
  queries: Queries,
  ref: string,
): Promise<{ clientId: string; subscriptionId: string; invoiceId: string } | undefined> {
  const row = await linesOfRefs(queries)
    .select(['ledger_ref.client_id', 'account'])
    .select(sql<string | null>`data ->> 'invoice_id'`.as('invoice_id'))
    .where('ledger_ref.ref', '=', ref)
    .where('account', 'like', `${accounts.plan('')}%`)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const { client_id: clientId, account, invoice_id: invoiceId } = row
  return { clientId, subscriptionId: account.slice(accounts.plan('').length), invoiceId: invoiceId ?? ref }
}

/** Fingerprints of the cards that a client has paid with. */
export async function cardsPaidWith(queries: Queries, clientId: string): Promise<string[]> {
  const rows = await queries
    .selectFrom('ledger_entry')
    .select(sql<string>`data ->> 'card_mark'`.as('card'))
    .distinct()
    .where('client_id', '=', clientId)
    .where(sql<boolean>`data ->> 'card_mark' is not null`)
    .execute()
  return rows.map(({ card }) => card)
}

/**
 * Whether this card paid another friend's order that earned a bonus (SAFE-08); covers bonuses from before cards were
 * claimed.
 */
export async function hasEarnedBonus(queries: Queries, friendId: string, fingerprint: string): Promise<boolean> {
  const found = await queries
    .selectFrom('ledger_entry')
    .innerJoin('referral', (join) =>
      join
        .onRef('referral.friend_id', '=', 'ledger_entry.client_id')
        .onRef('referral.order_id', '=', 'ledger_entry.order_id'),
    )
    .select('ledger_entry.id')
    .where(sql<boolean>`data ->> 'card_mark' = ${fingerprint}`)
    .where('referral.friend_id', '<>', friendId)
    .where('bonus_cents', '>', 0)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Cents that staff credited to a client since an instant (epoch milliseconds). */
export async function staffCreditsSince(queries: Queries, clientId: string, since: number): Promise<number> {
  const { cents } = await entriesWithLines(queries)
    .select(sumOfCents)
    .where('ledger_entry.client_id', '=', clientId)
    .where('kind', '=', 'staff_credit')
    .where('ledger_entry.at', '>', instant(since))
    .where('account', '=', accounts.balance(clientId))
    .executeTakeFirstOrThrow()
  return Number(cents)
}

/** Number of referral bonuses of a client since an instant (epoch milliseconds), including those taken back. */
export async function bonusesSince(queries: Queries, clientId: string, since: number): Promise<number> {
  const { count } = await queries
    .selectFrom('ledger_entry')
    .select((entry) => entry.fn.countAll<number>().as('count'))
    .where('client_id', '=', clientId)
    .where('kind', '=', 'referral_bonus')
    .where('at', '>', instant(since))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Orders that a client paid since an instant (epoch milliseconds), and the cents that left the balance. */
export async function spentSince(
  queries: Queries,
  clientId: string,
  since: number,
): Promise<{ orderIds: string[]; balanceCents: number }> {
  const rows = await entriesWithLines(queries)
    .select(['order_id', 'kind', 'account', 'cents'])
    .where('ledger_entry.client_id', '=', clientId)
    .where('kind', 'in', ['order_payment', 'balance_hold', 'balance_release'])
    .where('at', '>=', instant(since))
    .execute()
  const paid = rows.filter(({ kind }) => kind === 'order_payment')
  const onBalance = rows.filter(({ account }) => account === accounts.balance(clientId))
  return {
    orderIds: [...new Set(paid.flatMap(({ order_id: id }) => (id === null ? [] : [id])))],
    balanceCents: -onBalance.reduce((sum, { cents }) => sum + cents, 0),
  }
}

const balanceChanges = (queries: Queries, clientId: string) =>
  entriesWithLines(queries)
    .where('ledger_line.client_id', '=', clientId)
    .where('ledger_line.account', '=', accounts.balance(clientId))

const newestFirst = (changes: ReturnType<typeof balanceChanges>) =>
  changes
    .select(['ledger_entry.id', 'ledger_entry.at', 'ledger_entry.kind', 'ledger_entry.order_id', 'ledger_line.line'])
    .select('ledger_line.cents')
    .select(
      sql<string | null>`case when kind in ('staff_debit', 'staff_credit') then data ->> 'reason' end`.as('reason'),
    )
    .orderBy('ledger_entry.id', 'desc')
    .orderBy('ledger_line.line')

export type BalanceLine = Awaited<ReturnType<typeof balanceLinesAfter>>[number]

/** The newest changes of a client's balance, in cents; with `after`, those that follow this line of an entry. */
export function balanceLinesAfter(
  queries: Queries,
  clientId: string,
  { after, most }: { after: { id: string; line: number } | undefined; most: number },
) {
  let changes = balanceChanges(queries, clientId)
  if (after !== undefined) {
    changes = changes.where(({ or, and, eb }) =>
      or([
        eb('ledger_entry.id', '<', after.id),
        and([eb('ledger_entry.id', '=', after.id), eb('ledger_line.line', '>', after.line)]),
      ]),
    )
  }
  return newestFirst(changes).limit(most).execute()
}

/** Changes of a client's balance, newest first, in cents. */
export const balanceLines = (
  queries: Queries,
  clientId: string,
  { offset, most }: { offset: number; most: number },
): Promise<BalanceLine[]> => newestFirst(balanceChanges(queries, clientId)).limit(most).offset(offset).execute()

/** Number of changes of a client's balance. */
export async function countBalanceLines(queries: Queries, clientId: string): Promise<number> {
  const { total } = await balanceChanges(queries, clientId)
    .select((count) => count.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
}
