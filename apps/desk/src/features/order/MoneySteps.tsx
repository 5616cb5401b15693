import { failureText } from '@nerdify/browser/failure-text.ts'
import type { OperationsOrderWithHistory, OrderAgreement, RefundPosting } from '@nerdify/contract/operations.ts'
import type { OperatorAnswer } from '@nerdify/contract/staff.ts'
import { isBlank } from '@nerdify/domain/input/visible-text.ts'
import { orderCan } from '@nerdify/domain/orders/order-can.ts'
import { may } from '@nerdify/domain/staff/staff-rights.ts'
import { Button } from '@nerdify/ui/actions/Button.tsx'
import { Checkbox } from '@nerdify/ui/fields/Checkbox.tsx'
import { ErrorText } from '@nerdify/ui/fields/Field.tsx'
import { TextField } from '@nerdify/ui/fields/TextField.tsx'
import { Cluster, Stack, Text } from '@nerdify/ui/page/Layout.tsx'
import { CardBody } from '@nerdify/ui/surfaces/Card.tsx'
import { Dialog } from '@nerdify/ui/surfaces/Dialog.tsx'
import { type ChangeEvent, type FormEvent, useState } from 'react'
import { useOrderMoney } from '../../api/order-queries.ts'
import { orderTexts } from '../../texts/order.ts'
import { factsOf } from './order-steps.ts'

const { moneySteps: texts } = orderTexts

/** Gives money of a paid order back, or gives it another price or size. */
type MoneyStep = 'refund' | 'agree'

interface MoneyStepsProps {
  order: OperationsOrderWithHistory
  /** The order's id or number, as the address has it. */
  address: string
  me: OperatorAnswer
}

/** What staff do with the money of a paid order, by their role (DESK-02, OPS-12, PAY-11). */
export function MoneySteps({ order, address, me }: MoneyStepsProps) {
  const [open, setOpen] = useState<MoneyStep>()
  const [done, setDone] = useState<MoneyStep>()
  const steps: MoneyStep[] = [
    ...(may(me.role, 'give money back') && order.client_paid > order.refunded ? (['refund'] as const) : []),
    ...(may(me.role, 'set the price of an order') && order.client_paid > 0 && orderCan.takePayment(factsOf(order))
      ? (['agree'] as const)
      : []),
  ]
  if (steps.length === 0) return null
  return (
    <CardBody>
      <Cluster>
        {steps.map((step) => (
          <Button
            key={step}
            size="small"
            onClick={() => {
              setDone(undefined)
              setOpen(step)
            }}
          >
            {texts[step].title}
          </Button>
        ))}
      </Cluster>
      <div role="status">{done !== undefined && <Text look="small">{texts[done].done}</Text>}</div>
      {open !== undefined && (
        <MoneyDialog
          step={open}
          order={order}
          address={address}
          onClose={() => setOpen(undefined)}
          onDone={() => {
            setOpen(undefined)
            setDone(open)
          }}
        />
      )}
    </CardBody>
  )
}

interface MoneyDialogProps extends Omit<MoneyStepsProps, 'me'> {
  step: MoneyStep
  onClose: () => void
  onDone: () => void
}

const noFields = { money: '', size: '', reason: '', tell: '', outside: false }

function MoneyDialog({ step, order, address, onClose, onDone }: MoneyDialogProps) {
  const [fields, setFields] = useState(noFields)
  const [tried, setTried] = useState(false)
  // Another press after a lost answer is the same step, while the fields stay as they are (API-11).
  const [key, setKey] = useState(() => crypto.randomUUID())
  const dollars = fields.money.trim() === '' ? Number.NaN : Number(fields.money.trim().replace(/^\$/, ''))
  const write = useOrderMoney(order, address, () =>
    step === 'refund'
      ? { step, body: refundOf(dollars, fields), key }
      : { step, body: agreementOf(dollars, fields, order.version), key },
  )
  const faults = {
    money: !(step === 'refund' ? dollars > 0 : dollars >= 0) && texts[step].moneyMissing,
    reason: isBlank(fields.reason) && texts.reasonMissing,
  }
  const refused = write.error && failureText(write.error)
  const refusedField = String(write.error?.error_value)
  const change = (next: Partial<typeof fields>) => {
    setFields({ ...fields, ...next })
    setKey(crypto.randomUUID())
    if (write.isError) write.reset()
  }
  /** A field's props; `wire` is its name in a refusal. */
  const field = (part: 'money' | 'size' | 'reason' | 'tell', wire: string) => ({
    value: fields[part],
    onChange: ({ currentTarget: { value } }: ChangeEvent<HTMLInputElement>) => change({ [part]: value }),
    error: refusedField === wire ? refused : tried && (part === 'money' || part === 'reason') && faults[part],
  })
  const wires = step === 'refund' ? ['amount', 'reason'] : ['price', 'size', 'reason', 'tell']
  const send = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (write.isPending || Object.values(faults).some(Boolean)) return
    write.mutate(undefined, { onSuccess: onDone })
  }
  return (
    <Dialog title={texts[step].title} onClose={onClose}>
      <form noValidate onSubmit={send}>
        <Stack>
          <p>{texts[step].lead}</p>
          <TextField
            label={texts[step].money}
            inputMode="decimal"
            {...field('money', step === 'refund' ? 'amount' : 'price')}
          />
          {step === 'agree' && (
            <TextField label={texts.size} hint={order.size ?? undefined} {...field('size', 'size')} />
          )}
          <TextField label={texts.reason} {...field('reason', 'reason')} />
          {step === 'agree' && <TextField label={texts.tell} {...field('tell', 'tell')} />}
          {step === 'refund' && (
            <Checkbox label={texts.outside} checked={fields.outside} onChange={(outside) => change({ outside })} />
          )}
          <div role="status">{refused && !wires.includes(refusedField) && <ErrorText>{refused}</ErrorText>}</div>
          <Cluster>
            <Button variant="primary" type="submit" busy={write.isPending && orderTexts.saving}>
              {texts[step].send}
            </Button>
            <Button variant="quiet" onClick={onClose}>
              {texts.cancel}
            </Button>
          </Cluster>
        </Stack>
      </form>
    </Dialog>
  )
}

const refundOf = (amount: number, { reason, outside }: typeof noFields): RefundPosting => ({
  amount,
  reason,
  ...(outside && { outside }),
})

const agreementOf = (price: number, { size, reason, tell }: typeof noFields, version: number): OrderAgreement => ({
  price,
  reason,
  version,
  ...(!isBlank(size) && { size }),
  ...(!isBlank(tell) && { tell }),
})
