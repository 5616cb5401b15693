/** Shown when there is no code in the input (DISC-02). */
export const couponCodeMissingText = 'Please, enter a coupon code.'

/** The code as it is looked up: without spaces of any kind, in capitals (DISC-02). Empty when nothing else was typed. */
export function couponCodeFrom(text: string): string {
  return text.replaceAll(/\s/g, '').toUpperCase()
}
