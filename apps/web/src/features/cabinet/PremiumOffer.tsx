import { webPaths } from '@nerdify/contract/web-paths.ts'
import type { ClientAction } from '@nerdify/contract/client.ts'
import { plans } from '@nerdify/domain/plans/plans.ts'
import { formatShortMoney } from '@nerdify/domain/pricing/money.ts'
import { useNavigate } from 'react-router'
import { api } from '../../api/client.ts'
import { queryKeys } from '../../api/queries.ts'
import { useChange } from '../../api/use-change.ts'
import { planOfferTexts } from '../../texts/plan-offers.ts'
import { Button } from '@nerdify/ui/actions/Button.tsx'
import { Dialog } from '@nerdify/ui/surfaces/Dialog.tsx'

/** `/orders/subscriptions`: the premium offer over the cabinet; either answer is recorded (SUB-12). */
export function Component() {
  const navigate = useNavigate()
  const answer = useChange(queryKeys.me, (action: ClientAction) => api.changeMe({ action }, { keepalive: true }))
  const leave = (action: ClientAction, to: string) => {
    answer.mutate(action)
    void navigate(to, { replace: true })
  }
  const refuse = () => leave('subscription_disagreed', webPaths.orders())
  return (
    <Dialog
      title={planOfferTexts.offerTitle}
      onClose={refuse}
      actions={
        <>
          <Button variant="primary" onClick={() => leave('subscription_agreed', webPaths.subscription())}>
            {planOfferTexts.offerYes}
          </Button>
          <Button onClick={refuse}>{planOfferTexts.offerNo}</Button>
        </>
      }
    >
      <p>{planOfferTexts.offerText(formatShortMoney(plans.nerdify_premium.monthlyCents))}</p>
    </Dialog>
  )
}
