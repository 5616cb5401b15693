import { webPaths } from '@nerdify/contract/web-paths.ts'
import { nextStep } from '@nerdify/domain/orders/order-steps.ts'
import { detailsMissingText } from '@nerdify/domain/orders/order-texts.ts'
import { adultText } from '@nerdify/domain/fair-dealing/adult.ts'
import { detailsFault as faultOfDetails, detailsRoomText } from '@nerdify/domain/orders/task-description.ts'
import { suggestEmail } from '@nerdify/domain/sign-in/email.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { asCallError } from '../../../api/call-error.ts'
import { failureText } from '../../../api/failure-text.ts'
import { useMe } from '../../../api/queries.ts'
import { noteHere } from '../../../frame/still-here.ts'
import { orderDetailsTexts } from '../../../texts/order-details.ts'
import { orderFlowTexts } from '../../../texts/order-flow.ts'
import { orderFormTexts } from '../../../texts/order-form.ts'
import { uploadTexts } from '../../../texts/uploads.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx'
import { UndoIcon } from '../../../ui/Icons.tsx'
import { RuledTextArea } from '../../../ui/RuledTextArea.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { LinkButton } from '../../../ui/TextLink.tsx'
import { Question, Worksheet } from '../../../ui/Worksheet.tsx'
import { HonourCode } from '../fair-dealing/HonourCode.tsx'
import { useAdult } from '../fair-dealing/use-adult.ts'
import { type FlowPlace, stepPath, stepTermsOf } from '../flow-place.ts'
import { returnPathOf } from '../return-path.ts'
import { drafts } from '../drafts.ts'
import { FlowScreen } from '../FlowScreen.tsx'
import { StepGate } from '../OrderGate.tsx'
import { OrderNotices, PressFailure } from '../OrderNotices.tsx'
import { useOnePress } from '../one-press.ts'
import type { OrderInHand } from '../order-in-hand.ts'
import { orderChangesOf } from '../order-queues.ts'
import { usePlaceOrder } from '../place-order.ts'
import { PriceBar, PriceCard, PriceDetails } from '../PriceCard.tsx'
import { useEmail } from './use-email.ts'
import { TaskFiles } from '../TaskFiles.tsx'
import { useTaskFiles } from '../use-task-files.ts'

/** Step 3: whom to write to and what the task is (FLOW-20). */
export function Component() {
  return <StepGate page="details">{(order) => <Details order={order} />}</StepGate>
}

/** Saves the description on the order; true once it is there. A draft keeps it as it is, and so does one not taken. */
function useSaveDescription({ stored, details, draft }: OrderInHand): () => Promise<boolean> {
  const queryClient = useQueryClient()
  const save = () => {
    if (stored === null) return Promise.resolve(true)
    if (faultOfDetails(details) !== undefined) return Promise.resolve(false)
    const changes = orderChangesOf(queryClient, stored._id)
    if (details !== (stored.details ?? '')) changes.change({ details }, draft.detailsFrom)
    else if (changes.state().phase === 'failed') changes.retry()
    return changes.settled()
  }
  // Leaving in any other way saves it too.
  const latest = useRef(save)
  useEffect(() => {
    latest.current = save
  })
  useEffect(() => () => void latest.current(), [])
  return save
}

/** Offers what was typed while the description was changed in another window: neither version is lost unseen (ux 18). */
function OvertakenDetails({ order, fieldId }: { order: OrderInHand; fieldId: string }) {
  const { stored, draft, draftKey } = order
  const typed = draft.overtakenDetails
  if (stored === null || typed === undefined || typed === stored.details) return null
  const forget = { overtakenDetails: undefined }
  const putBack = () => {
    drafts.change(draftKey, { ...forget, details: typed, detailsFrom: stored.version })
    document.getElementById(fieldId)?.focus()
  }
  return (
    <Banner
      icon={<UndoIcon />}
      title={orderDetailsTexts.overtaken}
      actions={
        <Button size="small" onClick={putBack}>
          {orderDetailsTexts.putBack}
        </Button>
      }
      onClose={() => drafts.change(draftKey, forget)}
    >
      {orderDetailsTexts.overtakenText}
    </Banner>
  )
}

function Details({ order }: { order: OrderInHand }) {
  const { stored, jobType, details, setDetails, draftKey } = order
  const id = useId()
  const emailId = `${id}-email`
  const detailsId = `${id}-details`
  const navigate = useNavigate()
  const placeOrder = usePlaceOrder(order)
  const { state } = useLocation()
  const adultId = `${id}-adult`
  const email = useEmail(draftKey)
  const adult = useAdult()
  const saveDescription = useSaveDescription(order)
  const next = nextStep('details', stepTermsOf(useMe().data))
  const files = useTaskFiles(order)
  const [attempts, setAttempts] = useState(0)
  const [failure, setFailure] = useState<string>()
  const [isDetailsLeft, setDetailsLeft] = useState(false)

  const place: FlowPlace = stored === null ? { jobType: jobType.id } : { orderId: stored._id }
  const refusal = useMemo(() => faultOfDetails(details), [details])
  const hasFile = files.items.some(({ status }) => status === 'loaded' || status === 'loading')
  const detailsFault = details.trim() === '' ? (hasFile ? undefined : detailsMissingText) : refusal?.text
  // Late to scold (ux 29); a text that grows too long is told at once.
  const showsRefusal = isDetailsLeft || refusal?.type === 'details_too_long'
  const faults = [
    { fieldId: emailId, text: email.fault },
    { fieldId: detailsId, text: detailsFault },
    { fieldId: adultId, text: adult.fault },
  ].flatMap(({ fieldId, text }) => (text === undefined ? [] : [{ fieldId, text }]))
  const tried = attempts > 0
  // What comes up after everything was put right is a new fault: it waits for the next press.
  if (tried && faults.length === 0) setAttempts(0)
  const showsSummary = tried && faults.length > 0

  const toPayment = async (isHere: () => boolean) => {
    if (stored !== null) return navigate(webPaths.orderPayment(stored._id))
    const { _id: orderId } = await placeOrder()
    if (!isHere()) return
    await navigate(stepPath('details', { orderId }), { replace: true })
    await navigate(webPaths.orderPayment(orderId))
  }

  const goOn = useOnePress(async () => {
    setFailure(undefined)
    const isHere = noteHere()
    const saved = await Promise.all([email.save(), saveDescription(), adult.save()])
    if (saved.includes(false)) return setAttempts(attempts + 1)
    if (!isHere()) return
    try {
      if (next === 'payment') await toPayment(isHere)
      else await navigate(returnPathOf(state) ?? stepPath(next, place))
    } catch (thrown) {
      setFailure(failureText(asCallError(thrown)))
    }
  })

  const button = (
    <Button
      variant="primary"
      block="full"
      blocked={faults.length > 0 || files.loading > 0}
      busy={goOn.busy && orderFlowTexts.saving}
      onClick={() => {
        if (faults.length > 0) setAttempts(attempts + 1)
        // Files on their way: the button says for how many it waits (ux 46).
        else if (files.loading === 0) goOn.press()
      }}
    >
      {files.loading > 0 ? uploadTexts.waiting(files.loading, files.items.length) : orderDetailsTexts.continue}
    </Button>
  )
  const suggestion = email.fault === undefined ? suggestEmail(email.value.trim()) : undefined

  return (
    <FlowScreen
      step="details"
      place={place}
      title={orderDetailsTexts.title}
      faulty={showsSummary}
      notices={<OrderNotices order={order} />}
      side={
        <PriceCard order={order}>
          {button}
          <HonourCode />
        </PriceCard>
      }
      // The bar is always in view, so what is agreed to is read before anything else.
      above={<HonourCode />}
      below={<PriceDetails order={order} />}
      bar={<PriceBar order={order}>{button}</PriceBar>}
    >
      {failure !== undefined && (
        <PressFailure title={orderFormTexts.notPlaced} onRetry={goOn.retry}>
          {failure}
        </PressFailure>
      )}
      {showsSummary && <ErrorSummary key={attempts} faults={faults} />}
      <Worksheet>
        <Question number={1} title={orderDetailsTexts.email} single>
          <TextField
            id={emailId}
            label={orderDetailsTexts.email}
            hideLabel
            type="email"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            value={email.value}
            onChange={(event) => email.type(event.target.value)}
            onBlur={email.leave}
            hint={orderDetailsTexts.emailHint}
            error={tried ? (email.fault ?? email.error) : email.error}
            saved={email.isSaved && orderDetailsTexts.emailSaved}
          />
          {suggestion !== undefined && (
            <p role="status">
              {orderDetailsTexts.didYouMean}{' '}
              <LinkButton onClick={() => email.type(suggestion)}>{suggestion}</LinkButton>?
            </p>
          )}
        </Question>
        <Question number={2} title={orderDetailsTexts.description} single>
          <OvertakenDetails order={order} fieldId={detailsId} />
          <RuledTextArea
            id={detailsId}
            label={orderDetailsTexts.description}
            hideLabel
            value={details}
            onChange={(event) => {
              if (refusal === undefined) setDetailsLeft(false)
              setDetails(event.target.value)
            }}
            onBlur={() => setDetailsLeft(true)}
            count={detailsRoomText(details)}
            hint={orderDetailsTexts.descriptionHint}
            error={tried ? detailsFault : showsRefusal ? refusal?.text : undefined}
          />
        </Question>
        <Question number={3} title={orderDetailsTexts.files} titleNote={orderDetailsTexts.filesNote}>
          <TaskFiles label={orderDetailsTexts.files} addLabel={orderDetailsTexts.attach} uploads={files} />
        </Question>
        {adult.isAsked && (
          <Question number={4} title={orderDetailsTexts.age}>
            <Checkbox
              id={adultId}
              label={adultText}
              checked={adult.isTicked}
              onChange={adult.tick}
              error={adult.error ?? (tried ? adult.fault : undefined)}
            />
          </Question>
        )}
      </Worksheet>
    </FlowScreen>
  )
}
