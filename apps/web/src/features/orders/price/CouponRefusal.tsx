import type { Order } from '@nerdify/contract/orders.ts'
import { cabinetOverlayPath } from '@nerdify/contract/cabinet-overlays.ts'
import { webPaths } from '@nerdify/contract/web-paths.ts'
import type { CouponMessage } from '@nerdify/domain/discounts/coupon-messages.ts'
import { LineLink } from '../../../frame/links.tsx'
import { beginText } from '../../../storage/kept-text.ts'
import { couponTexts } from '../../../texts/orders/order-coupon.ts'

interface CouponRefusalProps {
  message: CouponMessage
  order: Pick<Order, '_id' | 'number'> | null
  code?: string
}

/**
 * A refusal's sentence, with the contact link if the catalog asks for it (DISC-04 to DISC-11). It leads to the order's
 * conversation, with order and code in the field (TALK-02); before there is an order, to the contact page.
 */
export function CouponRefusal({ message: { text, linkText }, order, code }: CouponRefusalProps) {
  if (linkText === null) return <span>{text}</span>
  const link =
    order === null
      ? { to: webPaths.contactUs() }
      : {
          to: cabinetOverlayPath({ name: 'messages', orderId: order._id }),
          onClick: () => beginText('message', order._id, couponTexts.question(order.number, code)),
        }
  return (
    <span>
      <span>{text}</span> <LineLink {...link}>{linkText}</LineLink>
    </span>
  )
}
