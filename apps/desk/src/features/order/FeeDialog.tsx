import { failureText } from '@nerdify/browser/failure-text.ts'
import type { OperationsOrderWithHistory } from '@nerdify/contract/operations.ts'
import type { OperatorAnswer } from '@nerdify/contract/staff.ts'
import { TextField } from '@nerdify/ui/fields/TextField.tsx'
import { useOrderMoney } from '../../api/order-queries.ts'
import { afterWrite } from '../../frame/after-write.ts'
import { useEdit } from '../../frame/use-edit.ts'
import { FormDialog } from '../../frame/FormDialog.tsx'
import { orderTexts } from '../../texts/order.ts'
import { OrderChanges, startOfEdit } from './OrderChanges.tsx'
import { feeFault, feeOf } from './order-steps.ts'

const { fee: texts } = orderTexts.moneySteps

interface FeeDialogProps {
  order: OperationsOrderWithHistory
  /** The order's id or number, as the address has it. */
  address: string
  me: OperatorAnswer
  onClose: () => void
  onDone: () => void
}

/** The fee agreed with the order's Nerd; an empty field removes it (OPS-14). */
export function FeeDialog({ order, address, me, onClose, onDone }: FeeDialogProps) {
  const fee = order.nerd?.fee ?? null
  const edit = useEdit(`${me.id ?? me.name}.fee.${order.id}`, {
    version: startOfEdit(order),
    cells: { fee: fee === null ? '' : String(fee) },
  })
  const write = useOrderMoney(order, address)
  const typed = edit.value('fee')
  const fault = feeFault(typed)
  const refused = write.error && failureText(write.error)
  const isOfField = write.error?.error_value === 'fee'
  const onSend = () => {
    if (write.isPending || fault !== undefined) return
    const finish = () => {
      edit.clear()
      onDone()
    }
    const body = { fee: feeOf(typed) ?? null }
    afterWrite(write.mutateAsync({ step: 'terms', body, key: edit.begin().key }), finish)
  }
  return (
    <FormDialog
      title={texts.title}
      send={texts.send}
      busy={write.isPending && orderTexts.saving}
      error={!isOfField && refused}
      onSend={onSend}
      onClose={onClose}
    >
      <OrderChanges order={order} start={edit.version} me={me.name} zone={me.company_zone} onSeen={edit.rebase} />
      <p>{texts.lead}</p>
      <TextField
        label={orderTexts.fee}
        inputMode="decimal"
        hint={texts.hint}
        value={typed}
        error={(isOfField && refused) || fault}
        onChange={({ currentTarget }) => {
          edit.type('fee', currentTarget.value)
          if (write.isError) write.reset()
        }}
      />
    </FormDialog>
  )
}
