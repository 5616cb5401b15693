import { failureText } from '@nerdify/browser/failure-text.ts'
import type { Subscription } from '@nerdify/contract/subscriptions.ts'
import type { OperatorAnswer } from '@nerdify/contract/staff.ts'
import { isBlank } from '@nerdify/domain/input/visible-text.ts'
import { isPaymentFailed } from '@nerdify/domain/plans/subscription-status.ts'
import { Button } from '@nerdify/ui/actions/Button.tsx'
import { Checkbox } from '@nerdify/ui/fields/Checkbox.tsx'
import { RuledTextArea } from '@nerdify/ui/fields/RuledTextArea.tsx'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { useClientWrite } from '../../api/client-queries.ts'
import { afterWrite } from '../../frame/after-write.ts'
import { Consequences, FormDialog } from '../../frame/FormDialog.tsx'
import { sendByKey } from '../../frame/keys-setting.ts'
import { checked, useEdit } from '../../frame/use-edit.ts'
import { clientTexts } from '../../texts/clients.ts'

interface EndPlanProps {
  clientId: string
  plan: Subscription
  me: OperatorAnswer
}

/** Ends a plan of a client, with its month or at once (OPS-11). */
export function EndPlan({ clientId, plan, me }: EndPlanProps) {
  const [isAsking, setIsAsking] = useState(false)
  return (
    <div>
      <Button size="small" aria-label={clientTexts.endPlan.of(plan.tag)} onClick={() => setIsAsking(true)}>
        {clientTexts.endPlan.open}
      </Button>
      {isAsking && <EndPlanDialog clientId={clientId} plan={plan} me={me} onClose={() => setIsAsking(false)} />}
    </div>
  )
}

const unchanged = { version: '', cells: {} }

function EndPlanDialog({ clientId, plan, me, onClose }: EndPlanProps & { onClose: () => void }) {
  const { endPlan: texts } = clientTexts
  const edit = useEdit(`${me.id ?? me.name}.end-plan.${plan.id}`, unchanged)
  const [tried, setTried] = useState(false)
  const reason = edit.value('reason')
  const isRefund = edit.value('refund') === checked
  const isUnpaid = isPaymentFailed(plan.status)
  const end = useClientWrite(clientId, (key: string) =>
    api.endPlan(clientId, { plan: plan.tag, reason, ...(isRefund && { refund: true as const }) }, key),
  )
  const refused = end.error && failureText(end.error)
  const isOfReason = end.error?.error_value === 'reason'
  const type = (cell: string, value: string) => {
    edit.type(cell, value)
    if (end.isError) end.reset()
  }
  const onSend = () => {
    setTried(true)
    if (end.isPending || isBlank(reason)) return
    afterWrite(end.mutateAsync(edit.begin().key), () => {
      edit.clear()
      onClose()
    })
  }
  return (
    <FormDialog
      title={texts.of(plan.tag)}
      send={isRefund ? texts.refund : isUnpaid ? texts.sendNow : texts.send}
      isDangerous
      busy={end.isPending && clientTexts.saving}
      error={!isOfReason && refused}
      onSend={onSend}
      onClose={onClose}
    >
      <Checkbox label={texts.giveBack} checked={isRefund} onChange={(isOn) => type('refund', isOn ? checked : '')} />
      <Consequences lines={isRefund ? texts.refundMeans : isUnpaid ? texts.unpaidMeans : texts.endMeans} />
      <RuledTextArea
        short
        label={clientTexts.reason}
        value={reason}
        onChange={({ currentTarget }) => type('reason', currentTarget.value)}
        onKeyDown={sendByKey}
        error={(isOfReason && refused) || (tried && isBlank(reason) && clientTexts.reasonMissing)}
      />
    </FormDialog>
  )
}
