import { type TSchema, Type } from 'typebox'
import { closed, Nullable } from './vocabulary.ts'

/** The fields of a page: its rows, its number from 0, the number of pages and of rows. */
export const pageFields = <Row extends TSchema>(row: Row) => ({
  results: Type.Array(row),
  page: Type.Integer(),
  pages: Type.Integer(),
  total: Type.Integer(),
})

export const pageOf = <Row extends TSchema>(row: Row) => Type.Object(pageFields(row))

/** A slice of a list; `next` is the cursor of the rows after it, null at the end. */
export const sliceOf = <Row extends TSchema>(row: Row) =>
  Type.Object({ results: Type.Array(row), next: Nullable(Type.String()) })

/** A cursor in a query: the `next` of the last answer. */
export const Cursor = Type.String({ minLength: 1, maxLength: 64 })

/** The query of a list with slices and no filter. */
export const CursorQuery = closed({ cursor: Type.Optional(Cursor) })

/** A page number from 0 in a query. */
export const PageNumber = Type.String({ pattern: '^[0-9]{1,6}$' })

/** The query of a list with pages and no filter. */
export const PageQuery = closed({ page: Type.Optional(PageNumber) })
