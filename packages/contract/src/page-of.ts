import { type TSchema, Type } from 'typebox'
import { closed } from './vocabulary.ts'

/** The fields of one page of a list: its rows, its number from 0, how many pages and how many rows there are. */
export const pageFields = <Row extends TSchema>(row: Row) => ({
  results: Type.Array(row),
  page: Type.Integer(),
  pages: Type.Integer(),
  total: Type.Integer(),
})

/** One page of a list. */
export const pageOf = <Row extends TSchema>(row: Row) => Type.Object(pageFields(row))

/** The number of a page in a query: from 0. */
export const PageNumber = Type.String({ pattern: '^[0-9]{1,6}$' })

/** The query of a list that only its page narrows. */
export const PageQuery = closed({ page: Type.Optional(PageNumber) })
