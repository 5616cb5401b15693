/** The marks from which a Nerd's rating is computed instead of entered (OPS-14). */
export const fewestMarksForRating = 5

/** The marks of a Nerd's orders: their number and the sum of their stars, 1 to 5 each. */
export interface MarkSum {
  count: number
  stars: number
}

/**
 * A Nerd's rating (OPS-14): the entered one until the fifth mark, then the mean of the marks. Rounded down to hundredths,
 * so that rounding never makes a TOP Nerd.
 */
export function nerdRating({ entered, marks }: { entered: number; marks: MarkSum }): number {
  return marks.count < fewestMarksForRating ? entered : Math.floor((marks.stars * 100) / marks.count) / 100
}
