import { descriptionFrom } from '@nerdify/domain/orders/task-description.ts'
import { isBlank } from '@nerdify/domain/input/visible-text.ts'
import { wordsLine } from '@nerdify/domain/input/one-line.ts'
import { detailsMissingText } from '@nerdify/domain/orders/order-texts.ts'
import { adultText } from '@nerdify/domain/fair-dealing/adult.ts'
import { detailsFault as faultOfDetails, detailsRoomText } from '@nerdify/domain/orders/task-description.ts'
import { maxTitleLength } from '@nerdify/domain/orders/order-name.ts'
import { emailLine, suggestEmail } from '@nerdify/domain/sign-in/email.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useId, useMemo, useState } from 'react'
import { storedOrder } from '../../../api/queries.ts'
import { orderDetailsTexts, taskNeeds } from '../../../texts/orders/order-details.ts'
import { orderFlowTexts } from '../../../texts/orders/order-flow.ts'
import { uploadTexts } from '../../../texts/orders/uploads.ts'
import { Banner } from '@nerdify/ui/surfaces/Banner.tsx'
import { Button, type ButtonLook } from '@nerdify/ui/actions/Button.tsx'
import { Checkbox } from '@nerdify/ui/fields/Checkbox.tsx'
import { ErrorSummary } from '@nerdify/ui/fields/ErrorSummary.tsx'
import { UndoIcon } from '@nerdify/ui/actions/Icons.tsx'
import { RuledTextArea } from '@nerdify/ui/fields/RuledTextArea.tsx'
import { EmailField, TextField } from '@nerdify/ui/fields/TextField.tsx'
import { LinkButton } from '@nerdify/ui/actions/TextLink.tsx'
import { Question, Worksheet } from '@nerdify/ui/order/Worksheet.tsx'
import { useAdult } from './use-adult.ts'
import { drafts } from '../draft/drafts.ts'
import type { FlowOrder } from '../flow-order.ts'
import { orderChangesOf } from '../draft/order-queues.ts'
import type { useOnePress } from '../flow/one-press.ts'
import { useTaskFiles } from './use-task-files.ts'
import { filesFault } from '../../../uploads/loaded-files.ts'
import { UploadList } from '../../../uploads/UploadList.tsx'
import { useEmail } from './use-email.ts'

/**
 * Saves name and description on the order; true once they are stored. A draft or a refused text keeps them. Continuing
 * `agrees` to the honor code (LAW-03).
 */
function useSaveDescription({ stored, details, draft, draftKey }: FlowOrder): (agrees: boolean) => Promise<boolean> {
  const queryClient = useQueryClient()
  const save = (agrees: boolean) => {
    if (stored === null) return Promise.resolve(true)
    if (faultOfDetails(details) !== undefined) return Promise.resolve(false)
    const changes = orderChangesOf(queryClient, stored._id)
    // The answer may have come before this screen shows it.
    const latest = storedOrder(queryClient, stored._id) ?? stored
    const { title } = drafts.read(draftKey)
    if (title !== undefined) {
      const name = wordsLine(title)
      const isNew = name !== (latest.title ?? '')
      if (isNew) changes.change({ title: name })
      // The draft keeps a new name until the order has it.
      drafts.change(draftKey, { title: isNew ? name : undefined })
    }
    const description = descriptionFrom(details)
    const isNews = description !== (latest.details ?? '') || (agrees && !latest.honour_code_agreed)
    if (isNews) changes.change({ details: description }, draft.detailsFrom)
    else if (changes.state().phase === 'failed') changes.retry()
    return changes.settled()
  }
  // Any other way of leaving saves them too.
  const saveLatest = useEffectEvent(save)
  useEffect(() => () => void saveLatest(false), [])
  return save
}

/**
 * Offers the typed text when another window changed the description, so that neither version is lost unseen (ux 18).
 */
function OvertakenDetails({ order, fieldId }: { order: FlowOrder; fieldId: string }) {
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

export type TaskAnswers = ReturnType<typeof useTaskAnswers>

/** The answers of the details: the e-mail, the task, and the client's age (FLOW-21, LAW-02). */
export function useTaskAnswers(order: FlowOrder) {
  const { details, setDetails, draftKey } = order
  const id = useId()
  const ids = { email: `${id}-email`, details: `${id}-details`, files: `${id}-files`, adult: `${id}-adult` }
  const email = useEmail(draftKey)
  const adult = useAdult()
  const saveDescription = useSaveDescription(order)
  const files = useTaskFiles(order)
  const [attempts, setAttempts] = useState(0)
  const [wasDetailsLeft, setDetailsLeft] = useState(false)

  const refusal = useMemo(() => faultOfDetails(details), [details])
  const hasFile = files.items.some(({ status }) => status === 'loaded' || status === 'loading')
  const detailsFault = isBlank(details) ? (hasFile ? undefined : detailsMissingText) : refusal?.text
  // Errors show late (ux 29), but a text over the limit at once.
  const showsRefusal = wasDetailsLeft || refusal?.type === 'details_too_long'
  const faults = [
    { fieldId: ids.email, text: email.fault },
    { fieldId: ids.details, text: detailsFault },
    { fieldId: ids.files, text: filesFault(files.items) },
    { fieldId: ids.adult, text: adult.fault },
  ].flatMap(({ fieldId, text }) => (text === undefined ? [] : [{ fieldId, text }]))
  // A fault that appears after every correction is new: it waits for the next click.
  if (attempts > 0 && faults.length === 0) setAttempts(0)

  return {
    ids,
    email,
    adult,
    files,
    /** The description's error, after its field was left or a submit failed. */
    detailsError: attempts > 0 ? detailsFault : showsRefusal ? refusal?.text : undefined,
    onDetailsChange(text: string) {
      if (refusal === undefined) setDetailsLeft(false)
      setDetails(text)
    },
    onDetailsLeft: () => setDetailsLeft(true),
    /** The missing or invalid answers, in the order of the questions (FLOW-21). */
    faults,
    /** Failed submit attempts; errors show when above 0. */
    attempts,
    fail: () => setAttempts(attempts + 1),
    /** Stores every answer; false if that fails. */
    async save() {
      const saved = await Promise.all([email.save(), saveDescription(true), adult.save()])
      return !saved.includes(false)
    },
  }
}

interface ContinueButtonProps extends Pick<ButtonLook, 'block'> {
  answers: TaskAnswers
  goOn: ReturnType<typeof useOnePress>
  label: string
}

/** Continues once everything is answered; waits for uploads, and says how many (ux 46). */
export const ContinueButton = ({ answers: { faults, files, fail }, goOn, label, block }: ContinueButtonProps) => (
  <Button
    variant="primary"
    block={block}
    blocked={faults.length > 0 || files.loading > 0}
    busy={goOn.busy && orderFlowTexts.saving}
    onClick={() => {
      if (faults.length > 0) fail()
      else if (files.loading === 0) goOn.press()
    }}
  >
    {files.loading > 0 ? uploadTexts.waiting(files.loading, files.items.length) : label}
  </Button>
)

/**
 * The questions of the details step, which the payment's own screen shares (FLOW-20, FLOW-32), below their error
 * summary.
 */
export function TaskQuestions({ order, answers }: { order: FlowOrder; answers: TaskAnswers }) {
  const { ids, email, adult, files } = answers
  const tried = answers.attempts > 0
  const needs = taskNeeds[order.jobType.id]
  const emailHint = email.isFirst
    ? orderDetailsTexts.emailIsFirst
    : email.isPending
      ? orderDetailsTexts.emailWaits
      : orderDetailsTexts.emailHint
  const suggestion = email.fault === undefined ? suggestEmail(emailLine(email.value)) : undefined
  return (
    <>
      {tried && <ErrorSummary key={answers.attempts} faults={answers.faults} />}
      <Worksheet>
        <Question number={1} title={orderDetailsTexts.email} single>
          <EmailField
            id={ids.email}
            label={orderDetailsTexts.email}
            hideLabel
            value={email.value}
            onChange={(event) => email.type(event.target.value)}
            onBlur={email.leave}
            hint={emailHint}
            error={tried ? (email.fault ?? email.error) : email.error}
            saved={email.isSaved && `${orderDetailsTexts.emailSaved}. ${emailHint}`}
          />
          {suggestion !== undefined && (
            <p role="status">
              {orderDetailsTexts.didYouMean}{' '}
              <LinkButton onClick={() => email.type(suggestion)}>{suggestion}</LinkButton>?
            </p>
          )}
        </Question>
        <Question number={2} title={orderDetailsTexts.description} single>
          <OvertakenDetails order={order} fieldId={ids.details} />
          <RuledTextArea
            id={ids.details}
            label={orderDetailsTexts.description}
            hideLabel
            value={order.details}
            onChange={(event) => answers.onDetailsChange(event.target.value)}
            onBlur={answers.onDetailsLeft}
            count={detailsRoomText(order.details)}
            hint={needs?.hint ?? orderDetailsTexts.descriptionHint}
            error={answers.detailsError}
          />
          <TextField
            label={orderDetailsTexts.name}
            autoComplete="off"
            maxLength={maxTitleLength}
            value={order.title}
            onChange={(event) => order.setTitle(event.target.value)}
            hint={orderDetailsTexts.nameHint}
          />
        </Question>
        <Question number={3} title={needs?.files ?? orderDetailsTexts.files} titleNote={orderDetailsTexts.filesNote}>
          <UploadList
            id={ids.files}
            label={orderDetailsTexts.files}
            uploads={files}
            addLabel={orderDetailsTexts.attach}
            addHint={orderDetailsTexts.attachHint}
          />
        </Question>
        {adult.isAsked && (
          <Question number={4} title={orderDetailsTexts.age}>
            <Checkbox
              id={ids.adult}
              label={adultText}
              checked={adult.isTicked}
              onChange={adult.tick}
              error={adult.error ?? (tried ? adult.fault : undefined)}
            />
          </Question>
        )}
      </Worksheet>
    </>
  )
}
