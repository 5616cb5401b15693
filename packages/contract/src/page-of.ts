import { type TSchema, Type } from 'typebox'
import { closed } from './vocabulary.ts'

/** The fields of a page: its rows, its number from 0, the number of pages and of rows. */
export const pageFields = <Row extends TSchema>(row: Row) => ({
  results: Type.Array(row),
  page: Type.Integer(),
  pages: Type.Integer(),
  total: Type.Integer(),
})

export const pageOf = <Row extends TSchema>(row: Row) => Type.Object(pageFields(row))

/** A page number from 0 in a query. */
export const PageNumber = Type.String({ pattern: '^[0-9]{1,6}$' })

/** The query of a list with pages and no filter. */
export const PageQuery = closed({ page: Type.Optional(PageNumber) })
