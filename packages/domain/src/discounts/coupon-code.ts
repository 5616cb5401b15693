import { plainLine, unwrapped } from '../input/one-line.ts'

/** Shown when there is no code in the input (DISC-02). */
export const couponCodeMissingText = 'Please, enter a coupon code.'

/** The code as it is looked up: one plain word in capitals, without spaces (DISC-02). Empty when nothing else was typed. */
export function couponCodeFrom(text: string): string {
  return unwrapped(plainLine(plainLine(text).replaceAll(' ', '').toUpperCase()))
}
