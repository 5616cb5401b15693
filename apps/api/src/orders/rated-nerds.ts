import type { NerdPage, RegisteredNerd } from '@nerdify/contract/nerds.ts'
import { operationsPageSize, type OperationsOrderWithHistory } from '@nerdify/contract/operations.ts'
import { nerdRating } from '@nerdify/domain/nerds/nerd-rating.ts'
import { dollarsFromCents } from '@nerdify/domain/pricing/money.ts'
import type { Queries } from '../database/tables.ts'
import { isUuid } from '../database/uuid.ts'
import { keyOfCursor, sliceOfRows, unknownCursor } from '../http/answers/slice.ts'
import { notFound, Refusal, unacceptable } from '../http/refusal.ts'
import { nerdById, nerdsAfter, nerdsByName, type StoredNerd, versionOfNerd } from '../nerds/register.ts'
import { workOfNerds } from './nerd-work.ts'
import type { StoredOrder } from './orders.store.ts'
import type { CompanyTime } from './waiting-now.ts'

/** A Nerd to assign to an order. */
export interface AssignedNerd {
  id: string
  name: string
  /** The current rating, in stars from 0 to 5. */
  rating: number
}

/** One Nerd with rating and work; 404 if unknown. */
export async function readNerd(queries: Queries, id: string, time: CompanyTime): Promise<RegisteredNerd> {
  const nerd = await nerdById(queries, id)
  if (nerd === undefined) throw notFound()
  const [presented] = await presentNerds(queries, [nerd], time)
  return presented as RegisteredNerd
}

/** A page of the register by name; 422 for an unknown cursor. */
export async function listNerds(
  queries: Queries,
  { active, q, cursor }: { active: boolean | undefined; q: string | undefined; cursor: string | undefined },
  time: CompanyTime,
): Promise<NerdPage> {
  const after = keyOfCursor(cursor)
  if (after !== undefined && (await nerdById(queries, after)) === undefined) throw unknownCursor()
  const found = await nerdsAfter(queries, { after, active, q: q?.trim(), most: operationsPageSize + 1 })
  const { shown, next } = sliceOfRows(found, operationsPageSize, ({ id }) => id)
  return { results: await presentNerds(queries, shown, time), next }
}

async function presentNerds(
  queries: Queries,
  nerds: readonly StoredNerd[],
  time: CompanyTime,
): Promise<RegisteredNerd[]> {
  const ids = nerds.map(({ id }) => id)
  const workOf = await workOfNerds(queries, ids, time)
  return nerds.map((nerd) => {
    const { id, name, email, subjects, active, rating_hundredths } = nerd
    const { marks, open, late, nextDue, delivered30Days } = workOf(id)
    const entered = rating_hundredths / 100
    return {
      id,
      version: versionOfNerd(nerd),
      name,
      email,
      subjects,
      active,
      rating: nerdRating({ entered, marks }),
      entered_rating: entered,
      marks: marks.count,
      open,
      late,
      next_due: nextDue === null ? null : new Date(nextDue).toISOString(),
      delivered_30_days: delivered30Days,
    }
  })
}

/**
 * The Nerd to assign, by key or exact name (OPS-14). 422 for an unknown or ambiguous name, 409 for an inactive Nerd.
 */
export async function nerdToAssign(queries: Queries, typed: string, time: CompanyTime): Promise<AssignedNerd> {
  const name = typed.trim()
  const found = isUuid(name) ? [await nerdById(queries, name)] : await nerdsByName(queries, name, 2)
  const [nerd, another] = found
  if (nerd === undefined) throw unacceptable('The register has no Nerd of this name or id.', 'nerd', 'nerd_unknown')
  if (another !== undefined) throw unacceptable('Several Nerds have this name. Use the id.', 'nerd', 'nerd_ambiguous')
  if (!nerd.active) throw new Refusal(409, 'This Nerd is inactive.', { type: 'nerd_inactive', value: 'nerd' })
  const { id, rating } = await readNerd(queries, nerd.id, time)
  return { id, name: nerd.name, rating }
}

/** The Nerd who has an order, with the agreed fee in dollars; null if nobody has it. */
export async function nerdOfOrder(
  queries: Queries,
  { nerd_id: nerdId, nerd_fee_cents: feeCents, work_sheet_at: sheetAt }: StoredOrder,
  time: CompanyTime,
): Promise<OperationsOrderWithHistory['nerd']> {
  if (nerdId === null) return null
  const { id, name, rating, email } = await readNerd(queries, nerdId, time)
  return {
    id,
    name,
    rating,
    fee: feeCents === null ? null : dollarsFromCents(feeCents),
    work_sheet_at: sheetAt === null ? null : new Date(sheetAt).toISOString(),
    has_email: email !== null,
  }
}
