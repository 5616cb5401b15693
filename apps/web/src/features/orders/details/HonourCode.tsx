import { webPaths } from '@nerdify/contract/web-paths.ts'
import { honourCode } from '@nerdify/domain/fair-dealing/honour-code.ts'
import { Link } from 'react-router'
import { PriceNote } from '@nerdify/ui/order/PriceSummary.tsx'

/** The honor code in one sentence, beside Continue (LAW-03). */
export const HonourCode = () => (
  <PriceNote>
    {honourCode.text} <Link to={webPaths.refunds()}>{honourCode.linkText}</Link>
  </PriceNote>
)
