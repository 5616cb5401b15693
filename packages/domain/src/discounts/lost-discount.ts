const usedUpText = 'Another order used up your discount first.'

/** Why a payment lost its order's discount (DISC-16, HOLD-09), by the error type of the coupon. */
const texts: Readonly<Record<string, string>> = {
  paid_orders_max: 'Your discount is for a first order, and this card or account has already paid for one.',
  used: usedUpText,
  used_up: usedUpText,
}

/** The sentence next to the amount still due after a payment; undefined unless the order lost its discount. */
export const lostDiscountText = (errorType: string | null): string | undefined =>
  errorType === null || !Object.hasOwn(texts, errorType) ? undefined : texts[errorType]
