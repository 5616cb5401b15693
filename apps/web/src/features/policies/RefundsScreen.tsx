import { refundsSections, refundsTexts } from '../../texts/policies/refunds.ts'
import { PolicyPage } from './PolicyPage.tsx'
import { PolicySections } from './PolicySections.tsx'

/** `/refunds`: all policies, with the honour code among them (PUB-03, PUB-04). */
export const Component = () => (
  <PolicyPage title={refundsTexts.title}>
    <PolicySections sections={refundsSections} />
  </PolicyPage>
)
