const taken = 'Another order used up your discount first.'

/** Why a payment lost its order's discount (DISC-16, HOLD-09), by the error type of the coupon. */
const texts: Readonly<Record<string, string>> = {
  paid_orders_max: 'Your discount is for a first order, and this card or account has paid for an order before.',
  used: taken,
  used_up: taken,
}

/** What a client reads beside the rest of the price that their payment left; undefined if it is not for a lost discount. */
export const lostDiscountText = (errorType: string | null): string | undefined =>
  errorType === null || !Object.hasOwn(texts, errorType) ? undefined : texts[errorType]
