import { group, integer, listOf, type Parameter, required, text } from '../../http/parameters.ts'
import type { Condition } from '../collection.ts'

interface TimeRange {
  gt?: number | undefined
  gte?: number | undefined
  lt?: number | undefined
  lte?: number | undefined
}

const range = group({ gt: integer(), gte: integer(), lt: integer(), lte: integer() })
const moment = integer()

/** A time in seconds, or a range of times. */
const timeOrRange: Parameter<TimeRange | undefined> = (value, path) => {
  if (typeof value === 'object') return range(value, path)
  const exact = moment(value, path)
  return { gte: exact, lte: exact }
}

/** `expand`, which every call takes. */
export const expandParameter = { expand: listOf(required(text())) }

/** The parameters that every list takes. */
export const listParameters = {
  ...expandParameter,
  created: timeOrRange,
  ending_before: text(),
  limit: integer({ minimum: 1, maximum: 100 }),
  starting_after: text(),
}

const COMPARISONS = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const

/** True for objects made in the range. */
export function whereCreated(created: TimeRange | undefined): readonly Condition[] {
  return Object.entries(COMPARISONS).flatMap(([name, comparison]) => {
    const bound = created?.[name as keyof TimeRange]
    return bound === undefined ? [] : [{ sql: `json_extract(wire, '$.created') ${comparison} ?`, values: [bound] }]
  })
}
