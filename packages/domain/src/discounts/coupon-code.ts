import { plainLine, unwrapped } from '../input/one-line.ts'

/** Shown for an empty code field (DISC-02). */
export const couponCodeMissingText = 'Please, enter a coupon code.'

/** Normalizes a typed code for lookup: one word in capitals without spaces (DISC-02); '' if the input is blank. */
export function couponCodeFrom(text: string): string {
  return unwrapped(plainLine(plainLine(text).replaceAll(' ', '').toUpperCase()))
}
