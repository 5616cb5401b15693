import { failureText } from '@nerdify/browser/failure-text.ts'
import type { OrderFile } from '@nerdify/contract/files.ts'
import type { OperationsOrderWithHistory } from '@nerdify/contract/operations.ts'
import type { OperatorAnswer } from '@nerdify/contract/staff.ts'
import { isBlank } from '@nerdify/domain/input/visible-text.ts'
import { maxTellLength, noteFault, noteRoomText } from '@nerdify/domain/orders/note.ts'
import type { OrderEventName } from '@nerdify/domain/orders/order-progress.ts'
import { fulfillmentFaultTexts } from '@nerdify/domain/orders/owed-to-client.ts'
import { roomText, tooLongText } from '@nerdify/domain/orders/text-length.ts'
import { formatMoney } from '@nerdify/domain/pricing/money.ts'
import { historyName } from '@nerdify/domain/staff/staff-name.ts'
import { Button } from '@nerdify/ui/actions/Button.tsx'
import { AlertIcon, CheckIcon } from '@nerdify/ui/actions/Icons.tsx'
import { Segmented } from '@nerdify/ui/choices/Segmented.tsx'
import { ErrorText } from '@nerdify/ui/fields/Field.tsx'
import { RuledTextArea } from '@nerdify/ui/fields/RuledTextArea.tsx'
import { TextField } from '@nerdify/ui/fields/TextField.tsx'
import { focusHeading } from '@nerdify/ui/focus-heading.ts'
import { mayMoveFocus } from '@nerdify/ui/may-move-focus.ts'
import { Cluster, Stack, Text } from '@nerdify/ui/page/Layout.tsx'
import { Banner } from '@nerdify/ui/surfaces/Banner.tsx'
import { Card, CardBody } from '@nerdify/ui/surfaces/Card.tsx'
import { type FormEvent, type MouseEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { useActiveNerds, usePostStep } from '../../api/order-queries.ts'
import { useOrderUploads } from '../../api/uploads.ts'
import { afterWrite } from '../../frame/after-write.ts'
import { sendByKey, useKeys } from '../../frame/keys-setting.ts'
import { orderTexts } from '../../texts/order.ts'
import { AddFiles } from './AddFiles.tsx'
import { HandToLead, isOverLimit } from './HandToLead.tsx'
import { Meanwhile } from './Meanwhile.tsx'
import { NerdPick, NerdsMissing } from './NerdPick.tsx'
import {
  asksOf,
  atStakeCents,
  clientSees,
  deliversNext,
  endingSteps,
  feeFault,
  blockReason,
  blockedEndings,
  fieldOfRefusal,
  lateCreditAt,
  needsOf,
  needsReason,
  nextSteps,
  nerdChoices,
  postingOf,
  requestAnsweredBy,
  type StepWords,
  stepsOf,
  typedDeadline,
} from './order-steps.ts'
import styles from './OrderScreen.module.css'
import { StepList } from './StepList.tsx'
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

/**
 * The next step: the form for the order's first wait, with a choice if the wait has two answers, and the other steps
 * that state and role allow.
 */
export function StepCard(props: StepCardProps) {
  const { order, me } = props
  const steps = stepsOf(order, me.role)
  const [chosen, setChosen] = useState<OrderEventName>()
  const [done, setDone] = useState<string>()
  const card = useRef<HTMLDivElement>(null)
  const awaited = steps.filter((step) => nextSteps(order).includes(step))
  const step = chosen !== undefined && steps.includes(chosen) ? chosen : awaited[0]
  const isNext = step !== undefined && awaited.includes(step)
  const isTooSoon = useTooSoon(step, { isOwn: step === chosen || order.events.at(-1)?.author === historyName(me.name) })
  const focusCard = () => focusHeading(card.current?.querySelector<HTMLElement>('h2'))
  useKeys({
    n() {
      const control = firstControl(card.current)
      if (control === undefined) focusCard()
      else control.focus()
    },
  })
  const choose = (next: OrderEventName) => {
    setChosen(next)
    setDone(undefined)
  }
  const others = [
    ...steps
      .filter((each) => each !== step && !(isNext && awaited.includes(each)))
      .map((name) => ({ name, blockReason: blockReason(name, order, props.files) })),
    ...blockedEndings(order),
  ]
  return (
    <div ref={card}>
      <Card title={titleOf(step, isNext ? awaited.length : 0)}>
        <CardBody>
          <Stack gap={3}>
            <div role="status">{done !== undefined && <Text look="small">{done}</Text>}</div>
            <Meanwhile order={order} me={me} steps={steps} step={step} now={props.now} />
            {steps.length === 0 && <Text look="muted">{orderTexts.noStepLead}</Text>}
            {isNext && awaited.length > 1 && (
              <Segmented
                label={orderTexts.decision}
                value={step}
                options={awaited.map((value) => ({ value, label: orderTexts.steps[value] }))}
                onChange={choose}
              />
            )}
            {step !== undefined && (
              <StepForm
                key={step}
                {...props}
                step={step}
                onPress={(event) => {
                  if (!isTooSoon(event)) return
                  event.preventDefault()
                  setDone(orderTexts.justChanged)
                }}
                onDone={(text = orderTexts.done(orderTexts.steps[step])) => {
                  setChosen(undefined)
                  setDone(text)
                  if (mayMoveFocus(card.current)) focusCard()
                }}
              />
            )}
            {others.length > 0 && (
              <>
                <h3>{orderTexts.otherSteps}</h3>
                <StepList
                  steps={others.map((each) => ({ label: orderTexts.steps[each.name], ...each }))}
                  onChoose={(each) => {
                    choose(each)
                    focusCard()
                  }}
                />
              </>
            )}
          </Stack>
        </CardBody>
      </Card>
    </div>
  )
}

/** A press within this time after a swap was decided before it, in ms. */
const pressMs = 1_000

/**
 * Whether a press came so soon after another's change swapped the step that it was meant for the step before (DESK-07). A
 * press by keyboard never is: the focus leaves a step that is gone.
 */
function useTooSoon(step: OrderEventName | undefined, { isOwn }: { isOwn: boolean }) {
  const shown = useRef({ step, at: Number.NEGATIVE_INFINITY })
  useLayoutEffect(() => {
    if (shown.current.step !== step) shown.current = { step, at: isOwn ? Number.NEGATIVE_INFINITY : performance.now() }
  })
  return ({ detail }: MouseEvent) => detail > 0 && performance.now() - shown.current.at < pressMs
}

/** The control of the step that takes the focus; undefined while the first field loads. */
function firstControl(card: HTMLElement | null): HTMLElement | undefined {
  if (card === null || card.querySelector('[aria-busy="true"]') !== null) return undefined
  return [...card.querySelectorAll<HTMLElement>('input, select, textarea, button')].find(
    (control) => !control.matches(':disabled, [type="file"]') && control.tabIndex >= 0,
  )
}

/** `answers` is the number of steps that end the wait; 0 for a step that ends no wait. */
function titleOf(step: OrderEventName | undefined, answers: number): string {
  if (step === undefined) return orderTexts.noStep
  if (answers === 0) return orderTexts.steps[step]
  return orderTexts.next(answers > 1 ? orderTexts.decide : orderTexts.steps[step])
}

const isFulfillmentFault = (type: string | undefined) =>
  type !== undefined && Object.hasOwn(fulfillmentFaultTexts, type)

interface StepFormProps extends StepCardProps {
  step: OrderEventName
  /** Called before a press of the button sends the step. */
  onPress: (event: MouseEvent) => void
  onDone: (text?: string) => void
}

function StepForm({ step, order, address, me, files, now, onPress, onDone }: StepFormProps) {
  const place: StepPlace = { personId: me.id ?? me.name, orderId: order.id, step }
  const { words, type } = useStepWords(place, order.events.length)
  const post = usePostStep(order, address)
  const asks = asksOf(step)
  const nerds = useActiveNerds()
  const { pendingCount } = useOrderUploads(order.id)
  const reason =
    blockReason(step, order, files) ?? (asks.files && pendingCount > 0 ? orderTexts.adding(pendingCount) : undefined)
  // The missing files of a delivery may have arrived by now.
  const isMet = asks.files && files !== undefined && isFulfillmentFault(post.error?.error_type) && reason === undefined
  const refusal = isMet ? null : post.error
  const wrongField = refusal ? fieldOfRefusal(refusal) : undefined
  const faultOf = (field: keyof StepWords) => (refusal && wrongField === field ? failureText(refusal) : undefined)
  const nerd = asks.nerd ? nerds.data?.find(({ id }) => id === words.nerd) : undefined
  const outcomeId = useId()

  const finish = (text?: string) => {
    forgetWords(place)
    onDone(text)
  }
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (post.isPending || reason !== undefined || feeFault(words.fee) !== undefined) return
    const body = postingOf(step, words, me.company_zone)
    const press = { body, idempotencyKey: keyOfPress(place, body, order.version) }
    afterWrite(post.mutateAsync(press), () => finish())
  }
  return (
    <Stack gap={3}>
      <StepLead step={step} order={order} />
      {asks.files && <DeliveryNeeds order={order} files={files} step={step} now={now} />}
      <form noValidate onSubmit={send}>
        <Stack gap={3}>
          <StepFields {...{ step, order, now, words, faultOf }} zone={me.company_zone} onType={type} />
          <div role="status">
            {refusal && wrongField === undefined && <ErrorText>{failureText(refusal)}</ErrorText>}
          </div>
          {isOverLimit(refusal) && (
            <HandToLead
              order={order}
              address={address}
              wish={wishOf(step, words)}
              onDone={(lead) => finish(orderTexts.handOver.done(lead))}
            />
          )}
          <Cluster>
            <Button
              variant={endingSteps.includes(step) ? 'danger' : 'primary'}
              type="submit"
              busy={post.isPending && orderTexts.saving}
              blocked={reason !== undefined}
              aria-describedby={outcomeId}
              onClick={onPress}
            >
              {nerd === undefined ? orderTexts.steps[step] : orderTexts.assign(nerd.name)}
            </Button>
            <div id={outcomeId}>
              <Outcome step={step} reason={reason} />
            </div>
          </Cluster>
        </Stack>
      </form>
    </Stack>
  )
}

/** The request to a lead, in this person's words. */
const wishOf = (step: OrderEventName, { tell, note }: StepWords): string =>
  orderTexts.handOver.wish(orderTexts.steps[step], [
    ...(isBlank(tell) ? [] : [orderTexts.entryTell(tell)]),
    ...(isBlank(note) ? [] : [orderTexts.entryNote(note)]),
  ])

/** The reason that blocks a step, or its result for the client. */
function Outcome({ step, reason }: { step: OrderEventName; reason: string | undefined }) {
  const status = clientSees(step)
  if (reason !== undefined) return <Text look="small">{reason}</Text>
  return status === undefined ? null : <Text look="small">{orderTexts.clientSees(status)}</Text>
}

/** The refund's amount, and the client's words that the step answers. */
function StepLead({ step, order }: { step: OrderEventName; order: OperationsOrderWithHistory }) {
  const request = requestAnsweredBy(step, order)
  const isRefund = step === 'accept_refund' || step === 'decline_refund'
  if (!isRefund && request === undefined) return null
  return (
    <div>
      {isRefund && <p>{orderTexts.atStake(formatMoney(atStakeCents(order)))}</p>}
      {request !== undefined && (
        <blockquote className={styles.words} dir="auto">
          {orderTexts.quote(request)}
        </blockquote>
      )}
    </div>
  )
}

/**
 * The needs of a delivery, with the files that come next, and the late credit that it books (WAIT-05, WAIT-06). It keeps
 * its height while the files load, so that no button below moves under the pointer.
 */
function DeliveryNeeds({ order, files, step, now }: Omit<StepCardProps, 'address' | 'me'> & { step: OrderEventName }) {
  const needs = needsOf(order, files ?? [])
  const credit = step === 'send' ? lateCreditAt(order, now) : 0
  const isLoading = files === undefined
  const stateOf = (count: number) => {
    if (isLoading) return { icon: <span />, text: orderTexts.needLoading }
    return count > 0
      ? { icon: <CheckIcon />, text: orderTexts.needMet(count) }
      : { icon: <AlertIcon />, text: orderTexts.needOpen }
  }
  return (
    <>
      <ul className={styles.extras} aria-busy={isLoading}>
        {needs.map(({ type, count }) => {
          const { icon, text } = stateOf(count)
          return (
            <li key={type} className={count > 0 ? styles.met : undefined}>
              {icon}
              <div>
                <b>{orderTexts.fileTypes[type]}</b>
                <span>{text}</span>
              </div>
            </li>
          )
        })}
      </ul>
      {deliversNext(order) && (
        // The suggested type depends on the files.
        <div inert={isLoading}>
          <AddFiles orderId={order.id} suggested={needs.find(({ count }) => count === 0)?.type ?? 'file_final_draft'} />
        </div>
      )}
      {credit > 0 && (
        <Banner icon={<AlertIcon />} title={orderTexts.lateCreditOf(formatMoney(credit))}>
          {orderTexts.lateCreditLead}
        </Banner>
      )}
    </>
  )
}

interface StepFieldsProps extends Pick<StepCardProps, 'order' | 'now'> {
  step: OrderEventName
  zone: string
  words: StepWords
  faultOf: (field: keyof StepWords) => string | undefined
  onType: (part: Partial<StepWords>) => void
}

/** The fields of a step, each with its refusal. */
function StepFields({ step, order, now, zone, words, faultOf, onType }: StepFieldsProps) {
  const asks = asksOf(step)
  const nerds = useActiveNerds()
  const isOther =
    asks.nerd &&
    needsReason(
      order,
      nerds.data?.find(({ id }) => id === words.nerd),
    )
  return (
    <>
      {asks.nerd && (
        <>
          {nerds.data === undefined ? (
            <NerdsMissing error={nerds.error} />
          ) : (
            <NerdPick
              choices={nerdChoices(order, nerds.data)}
              value={words.nerd}
              error={faultOf('nerd')}
              now={now}
              zone={zone}
              onChange={(nerd) => onType({ nerd })}
            />
          )}
          <TextField
            label={orderTexts.fee}
            labelNote={orderTexts.optional}
            hint={orderTexts.feeHint}
            inputMode="decimal"
            value={words.fee}
            error={faultOf('fee') ?? feeFault(words.fee)}
            onChange={({ currentTarget }) => onType({ fee: currentTarget.value })}
          />
        </>
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
          onKeyDown={sendByKey}
          error={faultOf('tell') ?? tooLongText(words.tell, maxTellLength)}
          count={roomText(words.tell, maxTellLength)}
          onChange={({ currentTarget }) => onType({ tell: currentTarget.value })}
        />
      )}
      <RuledTextArea
        short
        label={isOther ? orderTexts.whyNot(order.preferred_worker ?? '') : orderTexts.note}
        hint={orderTexts.noteHint}
        value={words.note}
        onKeyDown={sendByKey}
        error={faultOf('note') ?? noteFault(words.note)}
        count={noteRoomText(words.note)}
        onChange={({ currentTarget }) => onType({ note: currentTarget.value })}
      />
    </>
  )
}
