import type { LateCredit } from '@nerdify/domain/payments/late-credit.ts'
import { useEffect, useState } from 'react'
import { api } from '../../api/client.ts'
import { latePromiseText } from '../../texts/late-promise.ts'
import { refundsSections, refundsTexts, withLatePromise } from '../../texts/policies/refunds.ts'
import { PolicyPage } from './PolicyPage.tsx'
import { PolicySections } from './PolicySections.tsx'

/** The credit for late work, once it loads; the page works without it. */
function usePublicLateCredit(): LateCredit {
  const [steps, setSteps] = useState<LateCredit>([])
  useEffect(() => {
    api.lateCredit().then(
      (answer) => setSteps(answer.steps),
      () => {},
    )
  }, [])
  return steps
}

/** `/refunds`: all policies, with the honor code (PUB-03, PUB-04) and the late credit (WAIT-05). */
export function Component() {
  const promise = latePromiseText(usePublicLateCredit())
  return (
    <PolicyPage title={refundsTexts.title}>
      <PolicySections sections={withLatePromise(refundsSections, promise)} />
    </PolicyPage>
  )
}
