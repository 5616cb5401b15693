import { failureText } from '@nerdify/browser/failure-text.ts'
import type { OperationsOrderWithHistory } from '@nerdify/contract/operations.ts'
import type { OperatorAnswer } from '@nerdify/contract/staff.ts'
import { Button } from '@nerdify/ui/actions/Button.tsx'
import { ErrorText } from '@nerdify/ui/fields/Field.tsx'
import { TextField } from '@nerdify/ui/fields/TextField.tsx'
import { Cluster, Stack } from '@nerdify/ui/page/Layout.tsx'
import { Dialog } from '@nerdify/ui/surfaces/Dialog.tsx'
import type { FormEvent } from 'react'
import { useOrderMoney } from '../../api/order-queries.ts'
import { useEdit } from '../../frame/use-edit.ts'
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

/** The fee agreed with the Nerd who has the order; an empty field takes it away (OPS-14). */
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
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (write.isPending || fault !== undefined) return
    const finish = () => {
      edit.clear()
      onDone()
    }
    const body = { fee: feeOf(typed) ?? null }
    write.mutate({ step: 'terms', body, key: edit.begin().key }, { onSuccess: finish })
  }
  return (
    <Dialog title={texts.title} onClose={onClose}>
      <form noValidate onSubmit={send}>
        <Stack>
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
          <div role="status">{refused && !isOfField && <ErrorText>{refused}</ErrorText>}</div>
          <Cluster>
            <Button variant="primary" type="submit" busy={write.isPending && orderTexts.saving}>
              {texts.send}
            </Button>
            <Button variant="quiet" onClick={onClose}>
              {orderTexts.moneySteps.cancel}
            </Button>
          </Cluster>
        </Stack>
      </form>
    </Dialog>
  )
}
