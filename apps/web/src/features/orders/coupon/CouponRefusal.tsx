import { LineLink } from '../../../frame/links.tsx'
import { webPaths } from '@nerdify/contract/web-paths.ts'
import type { CouponMessage } from '@nerdify/domain/discounts/coupon-messages.ts'
import type { ReactNode } from 'react'

/** A refusal's sentence, with the contact link where the catalogue asks for it (DISC-04 to DISC-11). */
export function CouponRefusal({ message: { text, linkText } }: { message: CouponMessage }): ReactNode {
  if (linkText === null) return text
  return (
    <>
      {text} <LineLink to={webPaths.contactUs()}>{linkText}</LineLink>
    </>
  )
}
