import { failureText } from '@nerdify/browser/failure-text.ts'
import type { OperationsOrderChange, OperationsOrderWithHistory } from '@nerdify/contract/operations.ts'
import type { OperatorAnswer } from '@nerdify/contract/staff.ts'
import { jobTypes, priceNames } from '@nerdify/domain/catalog/job-types.ts'
import { centsFromDollars, formatMoney } from '@nerdify/domain/pricing/money.ts'
import { Checkbox } from '@nerdify/ui/fields/Checkbox.tsx'
import { SelectField } from '@nerdify/ui/fields/SelectField.tsx'
import { TextField } from '@nerdify/ui/fields/TextField.tsx'
import { useDebouncedValue } from '@nerdify/ui/use-debounced-value.ts'
import { Text } from '@nerdify/ui/page/Layout.tsx'
import { useState } from 'react'
import { useOrderAfter, useOrderMoney } from '../../api/order-queries.ts'
import { afterWrite } from '../../frame/after-write.ts'
import { numberOf } from '../../frame/typed-number.ts'
import { type Cells, checked, useEdit } from '../../frame/use-edit.ts'
import { FormDialog } from '../../frame/FormDialog.tsx'
import { orderTexts } from '../../texts/order.ts'
import { OrderChanges, readStart, startOfEdit } from './OrderChanges.tsx'

const { terms: texts } = orderTexts.moneySteps
const money = (dollars: number) => formatMoney(centsFromDollars(dollars))

interface TermsDialogProps {
  order: OperationsOrderWithHistory
  /** The order's id or number, as the address has it. */
  address: string
  me: OperatorAnswer
  onClose: () => void
  onDone: () => void
}

const cellsOf = ({ priceName, isPromo, is_complex: isComplex }: OperationsOrderWithHistory): Cells => ({
  type: priceName,
  price: '',
  isPromo: isPromo ? checked : '',
  is_complex: isComplex ? checked : '',
})

/** The typed cells on the wire; an invalid price is omitted. */
function changeOf({ type, price, isPromo, is_complex: isComplex }: Cells): OperationsOrderChange {
  const priceName = priceNames.find((name) => name === type)
  const dollars = numberOf(price ?? '')
  return {
    ...(priceName !== undefined && { type: priceName }),
    ...(dollars > 0 && { price: dollars }),
    ...(isPromo !== undefined && { isPromo: isPromo === checked }),
    ...(isComplex !== undefined && { is_complex: isComplex === checked }),
  }
}

/**
 * Type, price and marks of an unpaid order, based on the shown version, with the client's new total (DESK-02, OPS-05).
 */
export function TermsDialog({ order, address, me, onClose, onDone }: TermsDialogProps) {
  const edit = useEdit(`${me.id ?? me.name}.terms.${order.id}`, { version: startOfEdit(order), cells: cellsOf(order) })
  const [tried, setTried] = useState(false)
  const write = useOrderMoney(order, address)
  const change = changeOf(edit.typed)
  const isWrongPrice = edit.typed.price !== undefined && change.price === undefined
  const refused = write.error && failureText(write.error)
  const isOvertaken = write.error?.error_type === 'order_changed'
  const isOfPrice = write.error?.error_value === 'price' && !isOvertaken
  const type = (cell: string, value: string) => {
    edit.type(cell, value)
    if (write.isError) write.reset()
  }
  const onSend = () => {
    setTried(true)
    if (write.isPending || isWrongPrice || !edit.hasTyped) return
    const { key, version } = edit.begin()
    const finish = () => {
      edit.clear()
      onDone()
    }
    const body = { ...change, version: readStart(version).version }
    afterWrite(write.mutateAsync({ step: 'terms', body, key }), finish)
  }
  return (
    <FormDialog
      title={texts.title}
      send={texts.send}
      busy={write.isPending && orderTexts.saving}
      error={(tried && !edit.hasTyped && texts.nothing) || (!isOfPrice && !isOvertaken && refused)}
      onSend={onSend}
      onClose={onClose}
    >
      <OrderChanges
        order={order}
        start={edit.version}
        me={me.name}
        zone={me.company_zone}
        isOvertaken={isOvertaken}
        onSeen={() => {
          edit.rebase()
          write.reset()
        }}
      />
      <p>{texts.lead}</p>
      <TermsFields
        order={order}
        edit={edit}
        onType={type}
        priceError={(isOfPrice && refused) || (tried && isWrongPrice && texts.moneyMissing)}
      />
      <After order={order} change={change} />
    </FormDialog>
  )
}

interface TermsFieldsProps {
  order: OperationsOrderWithHistory
  edit: ReturnType<typeof useEdit>
  onType: (cell: string, value: string) => void
  priceError: string | false | null
}

/** Type, price and marks, next to the current values. */
function TermsFields({ order, edit, onType, priceError }: TermsFieldsProps) {
  const box = (cell: 'isPromo' | 'is_complex') => ({
    label: texts[cell],
    checked: edit.value(cell) === checked,
    onChange: (on: boolean) => onType(cell, on ? checked : ''),
  })
  return (
    <>
      <SelectField
        label={texts.type}
        hint={edit.before('type') !== undefined && orderTexts.moneySteps.now(order.priceName)}
        value={edit.value('type')}
        options={jobTypes.map(({ priceName, name }) => ({ value: priceName, label: name }))}
        onChange={(value) => onType('type', value)}
      />
      <TextField
        label={texts.money}
        hint={orderTexts.moneySteps.now(money(order.price))}
        inputMode="decimal"
        value={edit.value('price')}
        onChange={({ currentTarget }) => onType('price', currentTarget.value)}
        error={priceError}
      />
      <Checkbox {...box('isPromo')} />
      <Checkbox {...box('is_complex')} />
    </>
  )
}

/** The client's total after the change, as the server computes it. */
function After({ order, change }: { order: OperationsOrderWithHistory; change: OperationsOrderChange }) {
  const settledChange = useDebouncedValue(JSON.stringify(change))
  const after = useOrderAfter(order, settledChange)
  const text = after.error
    ? failureText(after.error)
    : after.data && texts.after(money(after.data.price), money(order.price), after.data.size)
  return <div role="status">{settledChange !== '{}' && text && <Text look="small">{text}</Text>}</div>
}
