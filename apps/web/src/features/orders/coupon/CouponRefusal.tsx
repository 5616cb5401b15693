import { LineLink } from '../../../frame/links.tsx'
import { webPaths } from '@nerdify/contract/web-paths.ts'
import type { CouponMessage } from '@nerdify/domain/discounts/coupon-messages.ts'

/** A refusal's sentence, with the contact link if the catalog asks for it (DISC-04 to DISC-11). */
export function CouponRefusal({ message: { text, linkText } }: { message: CouponMessage }) {
  if (linkText === null) return <span>{text}</span>
  return (
    <span>
      <span>{text}</span> <LineLink to={webPaths.contactUs()}>{linkText}</LineLink>
    </span>
  )
}
