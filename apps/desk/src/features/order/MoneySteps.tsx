import { failureText } from '@nerdify/browser/failure-text.ts'
import type { OperationsOrderWithHistory, OrderAgreement, RefundPosting } from '@nerdify/contract/operations.ts'
import type { OperatorAnswer } from '@nerdify/contract/staff.ts'
import { serviceNames } from '@nerdify/domain/catalog/services.ts'
import { isBlank } from '@nerdify/domain/input/visible-text.ts'
import { centsFromDollars, formatMoney } from '@nerdify/domain/pricing/money.ts'
import { orderCan } from '@nerdify/domain/orders/order-can.ts'
import { orderIs } from '@nerdify/domain/orders/order-is.ts'
import { capitalized } from '@nerdify/domain/dates/date-words.ts'
import { may, refusalOf, type StaffAction } from '@nerdify/domain/staff/staff-rights.ts'
import { Button } from '@nerdify/ui/actions/Button.tsx'
import { AlertIcon } from '@nerdify/ui/actions/Icons.tsx'
import { Checkbox } from '@nerdify/ui/fields/Checkbox.tsx'
import { TextField } from '@nerdify/ui/fields/TextField.tsx'
import { Text } from '@nerdify/ui/page/Layout.tsx'
import { Banner } from '@nerdify/ui/surfaces/Banner.tsx'
import { CardBody } from '@nerdify/ui/surfaces/Card.tsx'
import { type ChangeEvent, useState } from 'react'
import { useOrderMoney } from '../../api/order-queries.ts'
import { afterWrite } from '../../frame/after-write.ts'
import { numberOf } from '../../frame/typed-number.ts'
import { checked, useEdit } from '../../frame/use-edit.ts'
import { FormDialog } from '../../frame/FormDialog.tsx'
import { orderTexts } from '../../texts/order.ts'
import { byOthersSince } from './meanwhile.ts'
import { FeeDialog } from './FeeDialog.tsx'
import { OrderChanges, readStart, startOfEdit } from './OrderChanges.tsx'
import { HandToLead, isOverLimit } from './HandToLead.tsx'
import { atStakeCents, factsOf } from './order-steps.ts'
import { StepList } from './StepList.tsx'
import { TermsDialog } from './TermsDialog.tsx'

const { moneySteps: texts } = orderTexts

/** Refunds a paid order, changes its price, size or fee, or changes the terms of an unpaid one. */
type MoneyStep = 'refund' | 'agree' | 'terms' | 'fee'

interface MoneyStepsProps {
  order: OperationsOrderWithHistory
  /** The order's id or number, as the address has it. */
  address: string
  me: OperatorAnswer
}

const actions: Record<MoneyStep, StaffAction> = {
  refund: 'give money back',
  agree: 'set the price of an order',
  terms: 'set the price of an order',
  fee: 'work on orders and answer clients',
}

/** The money steps that the order's state has. A booked free order has no money to agree on, and keeps its terms. */
function moneyStepsOf(order: OperationsOrderWithHistory): MoneyStep[] {
  const facts = factsOf(order)
  const pricing = order.client_paid > 0 ? (['agree'] as const) : orderIs.paid(facts) ? [] : (['terms'] as const)
  return [
    ...(order.client_paid > order.refunded ? (['refund'] as const) : []),
    ...(orderCan.takePayment(facts) ? pricing : []),
    ...(order.nerd !== null ? (['fee'] as const) : []),
  ]
}

/** Staff's money steps of an order, by their role (DESK-02, OPS-05, OPS-12, PAY-11). */
export function MoneySteps({ order, address, me }: MoneyStepsProps) {
  const [open, setOpen] = useState<MoneyStep>()
  /** The failed refund that staff paid outside the card and now record. */
  const [failedRefund, setFailedRefund] = useState<RefundCommand>()
  const [done, setDone] = useState<string>()
  const steps = moneyStepsOf(order)
  const dialog = {
    order,
    address,
    me,
    onClose: () => setOpen(undefined),
    onDone(text: string | undefined = open && texts[open].done) {
      setOpen(undefined)
      setDone(text)
    },
  }
  const show = (step: MoneyStep, refund?: RefundCommand) => {
    setDone(undefined)
    setFailedRefund(refund)
    setOpen(step)
  }
  // The dialog of a step, or its result, outlives the step (DESK-07).
  const isUsed = open !== undefined || done !== undefined
  if (steps.length === 0 && order.failed_refunds.length === 0 && !isUsed) return null
  return (
    <CardBody>
      {order.failed_refunds.map((refund) => (
        <FailedRefund key={refund.id} refund={refund} onNote={(command) => show('refund', command)} />
      ))}
      <StepList
        steps={steps.map((name) => ({
          name,
          label: texts[name].title,
          blockReason: may(me.role, actions[name]) ? undefined : refusalOf(me.role, actions[name]),
        }))}
        onChoose={show}
      />
      <div role="status">{done !== undefined && <Text look="small">{done}</Text>}</div>
      {open === 'terms' && <TermsDialog {...dialog} />}
      {open === 'fee' && <FeeDialog {...dialog} />}
      {(open === 'refund' || open === 'agree') && <MoneyDialog step={open} failedRefund={failedRefund} {...dialog} />}
    </CardBody>
  )
}

type FailedRefundOfOrder = OperationsOrderWithHistory['failed_refunds'][number]
/** The command that records the payment of a failed refund outside the card, with the refund's id. */
type RefundCommand = FailedRefundOfOrder['next'][number] & Pick<FailedRefundOfOrder, 'id'>

interface FailedRefundProps {
  refund: FailedRefundOfOrder
  onNote: (refund: RefundCommand) => void
}

/** A failed refund (OPS-09), with the step that ends its wait, if any. */
function FailedRefund({ refund: { id, words, waits_for: name, next }, onNote }: FailedRefundProps) {
  const command = next.find(({ event }) => event === 'refund_outside')
  return (
    <Banner
      kind="bad"
      icon={<AlertIcon />}
      title={capitalized(name)}
      actions={
        command !== undefined && (
          <Button size="small" onClick={() => onNote({ id, ...command })}>
            {texts.noteRefund}
          </Button>
        )
      }
    >
      {words}
    </Banner>
  )
}

interface MoneyDialogProps extends MoneyStepsProps {
  step: 'refund' | 'agree'
  failedRefund: RefundCommand | undefined
  onClose: () => void
  /** The result in words, if it is not the step's own. */
  onDone: (text?: string) => void
}

/** The fields by their names on the wire; `outside` is a checked box. */
const fieldsOf = {
  refund: ['amount', 'reason'],
  agree: ['price', 'size', 'reason', 'tell'],
} as const

/** The basis of the amount. */
const hintOf = {
  refund: (order: OperationsOrderWithHistory, failedRefund?: RefundCommand) =>
    orderTexts.atStake(
      formatMoney(failedRefund?.tip ? centsFromDollars(order.total_tips_amount) : atStakeCents(order)),
    ),
  agree: (order: OperationsOrderWithHistory) => texts.now(formatMoney(centsFromDollars(order.price))),
}

function MoneyDialog({ step, failedRefund, order, address, me, onClose, onDone }: MoneyDialogProps) {
  const edit = useEdit(`${me.id ?? me.name}.${step}.${failedRefund?.id ?? order.id}`, {
    version: startOfEdit(order),
    cells: failedRefund === undefined ? {} : { amount: failedRefund.amount?.toFixed(2) ?? '', outside: checked },
  })
  const start = readStart(edit.version)
  const changes = byOthersSince(order.events, start.entries, me.name)
  const [tried, setTried] = useState(false)
  const sum = fieldsOf[step][0]
  const dollars = numberOf(edit.value(sum))
  const write = useOrderMoney(order, address)
  const faults: Partial<Record<string, string | false>> = {
    [sum]: !(step === 'refund' ? dollars > 0 : dollars >= 0) && texts[step].moneyMissing,
    reason: isBlank(edit.value('reason')) && texts.reasonMissing,
  }
  const refused = write.error && failureText(write.error)
  const isOvertaken = write.error?.error_type === 'order_changed'
  const refusedField = String(write.error?.error_value)
  const type = (name: string, value: string) => {
    edit.type(name, value)
    if (write.isError) write.reset()
  }
  const finish = (text?: string) => {
    edit.clear()
    onDone(text)
  }
  const onSend = () => {
    setTried(true)
    if (write.isPending || Object.values(faults).some(Boolean)) return
    const { key, version } = edit.begin(changes.length > 0 ? edit.version : startOfEdit(order))
    const posting =
      step === 'refund'
        ? { step, body: refundOf(dollars, edit.value, failedRefund), key }
        : { step, body: agreementOf(dollars, edit.value, readStart(version).version), key }
    afterWrite(write.mutateAsync(posting), () => finish())
  }
  return (
    <FormDialog
      title={texts[step].title}
      send={texts[step].send}
      busy={write.isPending && orderTexts.saving}
      error={!isOvertaken && !fieldsOf[step].some((name) => name === refusedField) && refused}
      remedy={
        isOverLimit(write.error) && (
          <HandToLead
            order={order}
            address={address}
            wish={wishOf(dollars, edit.value, failedRefund)}
            onDone={(lead) => finish(orderTexts.handOver.done(lead))}
          />
        )
      }
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
      <MoneyFields
        step={step}
        failedRefund={failedRefund}
        order={order}
        edit={edit}
        onType={type}
        errorOf={(name) => (refusedField === name && !isOvertaken ? refused : tried && faults[name])}
      />
    </FormDialog>
  )
}

interface MoneyFieldsProps extends Pick<MoneyDialogProps, 'step' | 'failedRefund' | 'order'> {
  edit: ReturnType<typeof useEdit>
  onType: (name: string, value: string) => void
  errorOf: (name: string) => string | false | null | undefined
}

function MoneyFields({ step, failedRefund, order, edit, onType, errorOf }: MoneyFieldsProps) {
  const field = (name: string) => ({
    value: edit.value(name),
    onChange: ({ currentTarget: { value } }: ChangeEvent<HTMLInputElement>) => onType(name, value),
    error: errorOf(name),
  })
  return (
    <>
      <p>{texts[step].lead}</p>
      {failedRefundWords(failedRefund).map((words) => (
        <p key={words}>{words}</p>
      ))}
      <TextField
        label={texts[step].money}
        inputMode="decimal"
        hint={hintOf[step](order, failedRefund)}
        {...field(fieldsOf[step][0])}
      />
      {step === 'agree' && <TextField label={texts.size} hint={order.size ?? undefined} {...field('size')} />}
      <TextField label={texts.reason} {...field('reason')} />
      {step === 'agree' ? (
        <TextField label={texts.tell} {...field('tell')} />
      ) : (
        <Checkbox
          label={texts.outside}
          checked={edit.value('outside') === checked}
          onChange={(on) => onType('outside', on ? checked : '')}
        />
      )}
    </>
  )
}

type ValueOf = (field: string) => string

/** Whether a failed refund is of the tip, and the services that it ends. */
const failedRefundWords = (failedRefund: RefundCommand | undefined): string[] => [
  ...(failedRefund?.tip ? [texts.refund.ofTip] : []),
  ...(failedRefund?.services ? [texts.refund.withExtras(failedRefund.services.map((key) => serviceNames[key]))] : []),
]

/** The request to a lead for a refund, in this person's words. */
const wishOf = (amount: number, value: ValueOf, failedRefund: RefundCommand | undefined): string =>
  orderTexts.handOver.wish(`${texts.refund.title}, ${formatMoney(centsFromDollars(amount))}`, [
    ...failedRefundWords(failedRefund),
    ...(value('outside') === checked ? [texts.outside] : []),
    orderTexts.entryNote(value('reason')),
  ])

const refundOf = (amount: number, value: ValueOf, failedRefund: RefundCommand | undefined): RefundPosting => ({
  amount,
  reason: value('reason'),
  ...(failedRefund?.tip && { tip: true }),
  ...(failedRefund?.services && { services: [...failedRefund.services] }),
  ...(value('outside') === checked && { outside: true }),
})

const agreementOf = (price: number, value: ValueOf, version: number): OrderAgreement => ({
  price,
  reason: value('reason'),
  version,
  ...(!isBlank(value('size')) && { size: value('size') }),
  ...(!isBlank(value('tell')) && { tell: value('tell') }),
})
