import type { Order } from '@nerdify/contract/orders.ts'
import type { ReactElement } from 'react'
import { useLocation } from 'react-router'
import { useMe } from '../../api/queries.ts'
import { paymentHref, pressToPay } from '../../orders/payment-link.ts'
import { paymentOffer } from '../../orders/payment-offer.ts'
import { buttonClass } from '@nerdify/ui/actions/Button.tsx'

/** The link to the card page with the amount to pay; it follows the balance (PAY-13). */
export function PaymentLink({ order, children }: { order: Order; children?: ReactElement }) {
  const { text, ...offer } = paymentOffer(order, useMe().data?.available_balance)
  const { pathname, search } = useLocation()
  // An added service leads back to where it was opened, the order itself to the list (PAY-01).
  const ways = { ...offer, cancelPath: order.isPaid ? pathname + search : undefined }
  return (
    <a
      href={paymentHref(order, ways)}
      className={buttonClass({ variant: 'primary', size: 'small' })}
      onClick={(event) => pressToPay(event, order, ways)}
    >
      <span>{text}</span>
      {children}
    </a>
  )
}
