import { failureText } from '@nerdify/browser/failure-text.ts'
import type { OrderFile } from '@nerdify/contract/files.ts'
import type { RegisteredNerd } from '@nerdify/contract/nerds.ts'
import type { OperationsOrderWithHistory } from '@nerdify/contract/operations.ts'
import type { OperatorAnswer } from '@nerdify/contract/staff.ts'
import { maxTellLength, noteFault, noteRoomText } from '@nerdify/domain/orders/note.ts'
import type { OrderEventName } from '@nerdify/domain/orders/order-progress.ts'
import { deliveryLacks, nerdUnfit, owedTexts } from '@nerdify/domain/orders/owed-to-client.ts'
import { roomText, tooLongText } from '@nerdify/domain/orders/text-length.ts'
import { Button } from '@nerdify/ui/actions/Button.tsx'
import { ErrorText } from '@nerdify/ui/fields/Field.tsx'
import { RuledTextArea } from '@nerdify/ui/fields/RuledTextArea.tsx'
import { SelectField } from '@nerdify/ui/fields/SelectField.tsx'
import { TextField } from '@nerdify/ui/fields/TextField.tsx'
import { focusHeading } from '@nerdify/ui/focus-heading.ts'
import { Stack, Text } from '@nerdify/ui/page/Layout.tsx'
import { Card, CardBody } from '@nerdify/ui/surfaces/Card.tsx'
import { type FormEvent, useRef, useState } from 'react'
import { useActiveNerds, usePostStep } from '../../api/order-queries.ts'
import { orderTexts } from '../../texts/order.ts'
import {
  asksOf,
  deliverable,
  fieldOfRefusal,
  isAwaited,
  postingOf,
  servicesOf,
  type StepWords,
  stepsOf,
  typedDeadline,
} from './order-steps.ts'
import styles from './OrderScreen.module.css'
import { forgetWords, keyOfPress, type StepPlace, useStepWords } from './step-words.ts'

interface StepCardProps {
  order: OperationsOrderWithHistory
  /** The order's id or number, as the address has it. */
  address: string
  me: OperatorAnswer
  /** Undefined while they load. */
  files: readonly OrderFile[] | undefined
  now: number
}

/** The form of one step, the one that the order waits for at first, and the other steps that state and role allow. */
export function StepCard(props: StepCardProps) {
  const { order, me } = props
  const steps = stepsOf(order, me.role)
  const [chosen, setChosen] = useState<OrderEventName>()
  const [done, setDone] = useState<OrderEventName>()
  const card = useRef<HTMLDivElement>(null)
  const usual = steps.find((step) => isAwaited(order, step))
  const step = chosen !== undefined && steps.includes(chosen) ? chosen : usual
  const focusCard = () => focusHeading(card.current?.querySelector<HTMLElement>('h2'))
  const choose = (next: OrderEventName) => {
    setChosen(next)
    setDone(undefined)
    focusCard()
  }
  const others = steps.filter((each) => each !== step)
  const title =
    step === undefined
      ? orderTexts.noStep
      : step === usual
        ? orderTexts.next(orderTexts.steps[step])
        : orderTexts.steps[step]
  return (
    <div ref={card}>
      <Card title={title}>
        <CardBody>
          <Stack gap={3}>
            <div role="status">
              {done !== undefined && <Text look="small">{orderTexts.done(orderTexts.steps[done])}</Text>}
            </div>
            {steps.length === 0 && <Text look="muted">{orderTexts.noStepLead}</Text>}
            {step !== undefined && (
              <StepForm
                key={step}
                {...props}
                step={step}
                onDone={() => {
                  setChosen(undefined)
                  setDone(step)
                  focusCard()
                }}
              />
            )}
            {others.length > 0 && (
              <>
                <h3>{orderTexts.otherSteps}</h3>
                <ul className={styles.others}>
                  {others.map((each) => (
                    <li key={each}>
                      <Button size="small" variant="quiet" onClick={() => choose(each)}>
                        {orderTexts.steps[each]}
                      </Button>
                    </li>
                  ))}
                </ul>
              </>
            )}
          </Stack>
        </CardBody>
      </Card>
    </div>
  )
}

const isOwed = (type: string | undefined) => type !== undefined && Object.hasOwn(owedTexts, type)

/** Steps that end an order. */
const ends: readonly OrderEventName[] = ['decline', 'delete', 'accept_refund']

function StepForm({
  step,
  order,
  address,
  me,
  files,
  now,
  onDone,
}: StepCardProps & { step: OrderEventName; onDone: () => void }) {
  const place: StepPlace = { personId: me.id ?? me.name, orderId: order.id, step }
  const { words, type } = useStepWords(place)
  const post = usePostStep(order, address)
  const asks = asksOf(step)
  const lacks =
    asks.files && files !== undefined
      ? deliveryLacks({
          files: deliverable(files),
          sentAt: order.sent_at === null ? null : Date.parse(order.sent_at),
          services: servicesOf(order),
        })
      : undefined
  // What a delivery lacked may have come since.
  const isMet = asks.files && files !== undefined && isOwed(post.error?.error_type) && lacks === undefined
  const refusal = isMet ? null : post.error
  const wrongField = refusal ? fieldOfRefusal(refusal) : undefined
  const faultOf = (field: keyof StepWords) => (refusal && wrongField === field ? failureText(refusal) : undefined)

  const send = (event: FormEvent) => {
    event.preventDefault()
    if (post.isPending) return
    const body = postingOf(step, words, me.company_zone)
    post.mutate(
      { body, idempotencyKey: keyOfPress(place, body, order.version) },
      {
        onSuccess() {
          forgetWords(place)
          onDone()
        },
      },
    )
  }
  return (
    <form noValidate onSubmit={send}>
      <Stack gap={3}>
        {lacks !== undefined && !refusal && <Text look="small">{owedTexts[lacks]}</Text>}
        <StepFields {...{ step, order, now, words, faultOf }} zone={me.company_zone} onType={type} />
        <div role="status">{refusal && wrongField === undefined && <ErrorText>{failureText(refusal)}</ErrorText>}</div>
        <Button
          variant={ends.includes(step) ? 'danger' : 'primary'}
          type="submit"
          busy={post.isPending && orderTexts.saving}
        >
          {orderTexts.steps[step]}
        </Button>
      </Stack>
    </form>
  )
}

interface StepFieldsProps extends Pick<StepCardProps, 'order' | 'now'> {
  step: OrderEventName
  zone: string
  words: StepWords
  faultOf: (field: keyof StepWords) => string | undefined
  onType: (part: Partial<StepWords>) => void
}

/** The fields of what a step asks for, each with its refusal. */
function StepFields({ step, order, now, zone, words, faultOf, onType }: StepFieldsProps) {
  const asks = asksOf(step)
  return (
    <>
      {asks.nerd && (
        <NerdField order={order} value={words.nerd} error={faultOf('nerd')} onChange={(nerd) => onType({ nerd })} />
      )}
      {asks.deadline && (
        <TextField
          type="datetime-local"
          label={orderTexts.newDeadline}
          hint={orderTexts.byZone(zone)}
          min={typedDeadline(now, zone)}
          value={words.deadline}
          error={faultOf('deadline')}
          onChange={({ currentTarget }) => onType({ deadline: currentTarget.value })}
        />
      )}
      {asks.tell !== undefined && (
        <RuledTextArea
          short
          label={orderTexts.tell}
          labelNote={asks.tell === 'optional' && orderTexts.optional}
          hint={orderTexts.tellHint}
          value={words.tell}
          error={faultOf('tell') ?? tooLongText(words.tell, maxTellLength)}
          count={roomText(words.tell, maxTellLength)}
          onChange={({ currentTarget }) => onType({ tell: currentTarget.value })}
        />
      )}
      <RuledTextArea
        short
        label={orderTexts.note}
        hint={orderTexts.noteHint}
        value={words.note}
        error={faultOf('note') ?? noteFault(words.note)}
        count={noteRoomText(words.note)}
        onChange={({ currentTarget }) => onType({ note: currentTarget.value })}
      />
    </>
  )
}

interface NerdFieldProps {
  order: OperationsOrderWithHistory
  value: string
  error: string | undefined
  onChange: (nerd: string) => void
}

/** The active Nerds, the one whom the client asks for first; those who may not take the order say why (WAIT-06). */
function NerdField({ order, value, error, onChange }: NerdFieldProps) {
  const nerds = useActiveNerds()
  const fault = error ?? (nerds.error ? failureText(nerds.error) : undefined)
  return (
    <SelectField
      label={orderTexts.nerd}
      value={value}
      error={fault}
      options={[{ value: '', label: orderTexts.chooseNerd }, ...nerdOptions(order, nerds.data ?? [])]}
      onChange={onChange}
    />
  )
}

function nerdOptions(order: OperationsOrderWithHistory, nerds: readonly RegisteredNerd[]) {
  const { preferred_worker: preferred } = order
  const services = servicesOf(order)
  return nerds
    .toSorted((one, other) => Number(other.name === preferred) - Number(one.name === preferred))
    .map((nerd) => {
      const line = orderTexts.nerdLine(nerd)
      // Only a reason, which comes later, lets another Nerd than the preferred one take the order.
      const unfit = nerdUnfit({ nerd, preferred: null, services, reason: undefined })
      return {
        value: nerd.id,
        label:
          unfit !== undefined
            ? orderTexts.nerdTooLow(line)
            : nerd.name === preferred
              ? orderTexts.nerdAskedFor(line)
              : line,
        disabled: unfit !== undefined,
      }
    })
}
