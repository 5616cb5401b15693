import { type TSchema, Type } from 'typebox'

/** The fields of one page of a list: its rows, its number from 0, how many pages and how many rows there are. */
export const pageFields = <Row extends TSchema>(row: Row) => ({
  results: Type.Array(row),
  page: Type.Integer(),
  pages: Type.Integer(),
  total: Type.Integer(),
})

/** One page of a list. */
export const pageOf = <Row extends TSchema>(row: Row) => Type.Object(pageFields(row))
