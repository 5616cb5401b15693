import { privacyPolicySections, privacyPolicyTexts } from '../../texts/policies/privacy-policy.ts'
import { PolicyPage } from './PolicyPage.tsx'
import { PolicySections } from './PolicySections.tsx'

/** `/privacy-policy` (PUB-01). */
export const Component = () => (
  <PolicyPage title={privacyPolicyTexts.title} note={privacyPolicyTexts.updated}>
    <PolicySections sections={privacyPolicySections} />
  </PolicyPage>
)
