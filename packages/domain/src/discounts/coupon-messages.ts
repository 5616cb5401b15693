import type { CouponErrorType } from './coupon-rules.ts'

/** The link to the contact page after some messages (DISC-11). */
const couponLinkText = 'Contact us if you have any questions.'

/** The text of a refusal for the client, and of the contact link that follows, if any. */
export interface CouponMessage {
  text: string
  linkText: string | null
}

/** The value in a sentence, as the wire carries it: dollars, or the name of a service. */
type MessageValue = string | number | null

/** Formats dollars inside a sentence: 30, 30.50. */
const dollars = (value: MessageValue) => (Number.isInteger(value) ? String(value) : Number(value).toFixed(2))

const notThisOrder = { text: "This code can't be applied for this order.", link: true }
const checkDraft = { text: 'Can\'t activate "Draft". Check deadline', link: false }
const notValid = { text: 'This code is not valid.', link: true }

const messages: Record<CouponErrorType, { text: string | ((value: MessageValue) => string); link: boolean }> = {
  // DISC-04
  paid_orders: notThisOrder,
  paid_orders_max: notThisOrder,
  order_type: notThisOrder,
  // DISC-05
  min_price: { text: (value) => `This code can be only applied for orders over $${dollars(value)}`, link: true },
  // DISC-06
  expiration: { text: 'This code has expired.', link: true },
  // DISC-07
  used: {
    text: "This code can't be applied for this order. You've already use it with another order.",
    link: false,
  },
  // REF-04
  gift_used: { text: 'You used your friend’s $20 on another order.', link: false },
  // DISC-08
  service_top_writer: { text: 'Can\'t activate "Top writer". Codes or add-ons conflict', link: false },
  // DISC-09
  draft_deadline: checkDraft,
  service_draft: checkDraft,
  // DISC-10
  service_allready_sub: {
    text: (value) => `${value} service is already included as a part of subscription benefits`,
    link: false,
  },
  // DISC-11
  used_up: notValid,
  unknown_code: notValid,
}

/** Whether a wire error type concerns a coupon. */
export const isCouponErrorType = (errorType: string): errorType is CouponErrorType => Object.hasOwn(messages, errorType)

/** The message for a wire error type; an unknown type gets the message of DISC-11. */
export function couponMessage(errorType: string, errorValue: MessageValue): CouponMessage {
  const { text, link } = isCouponErrorType(errorType) ? messages[errorType] : notValid
  return { text: typeof text === 'string' ? text : text(errorValue), linkText: link ? couponLinkText : null }
}
