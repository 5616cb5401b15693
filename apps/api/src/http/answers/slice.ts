import { isUuid } from '../../database/uuid.ts'
import { unacceptable } from '../refusal.ts'

/**
 * A slice of a list by keys: drops the extra row read beyond `most`, and returns the cursor of the last row shown; null
 * at the end of the list.
 */
export function sliceOfRows<Row>(
  rows: readonly Row[],
  most: number,
  cursorOf: (row: Row) => string,
): { shown: Row[]; next: string | null } {
  const shown = rows.slice(0, most)
  const last = rows.length > most ? shown.at(-1) : undefined
  return { shown, next: last === undefined ? null : cursorOf(last) }
}

/** The refusal of a cursor that the list did not return. */
export const unknownCursor = () => unacceptable('This is no cursor of this list.', 'cursor')

/** The key in a cursor; 422 for any other text. */
export function keyOfCursor(cursor: string | undefined): string | undefined {
  if (cursor === undefined || isUuid(cursor)) return cursor
  throw unknownCursor()
}
