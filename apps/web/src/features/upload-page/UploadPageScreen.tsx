import { writtenText } from '@nerdify/domain/input/visible-text.ts'
import { noteFault, noteRoomText } from '@nerdify/domain/orders/note.ts'
import type { CallError } from '@nerdify/contract/error-body.ts'
import { webPaths } from '@nerdify/contract/web-paths.ts'
import { useEffect, useReducer, useRef, useState } from 'react'
import { useParams } from 'react-router'
import { asCallError } from '@nerdify/browser/call-error.ts'
import { api } from '../../api/client.ts'
import { ButtonLink } from '../../frame/links.tsx'
import { useScreenTitle } from '../../frame/screen-title.ts'
import { useAction } from '../../frame/use-action.ts'
import { uploadPageTexts } from '../../texts/orders/upload-page.ts'
import { uploadTexts } from '../../texts/orders/uploads.ts'
import { Blank } from '@nerdify/ui/surfaces/Blank.tsx'
import { Button } from '@nerdify/ui/actions/Button.tsx'
import { FileDrop } from '@nerdify/ui/fields/FileDrop.tsx'
import { focusHeading } from '@nerdify/ui/focus-heading.ts'
import { Actions, Stack, Text, Wrap } from '@nerdify/ui/page/Layout.tsx'
import { Main } from '@nerdify/ui/page/PageFrame.tsx'
import { RuledTextArea } from '@nerdify/ui/fields/RuledTextArea.tsx'
import { filesFault } from '../../uploads/loaded-files.ts'
import type { UploadItem } from '../../uploads/upload-queue.ts'
import { UploadList } from '../../uploads/UploadList.tsx'
import { useUploads } from '../../uploads/use-uploads.ts'
import { retryPauseMs, stepAfter, type UploadPageEvent, type UploadPageStep } from './upload-page-step.ts'

/** The page where anybody with its address sends files to the Nerd of one client (UP-01 to UP-04). */
export function Component() {
  const { userId = '' } = useParams()
  // Another address is another page, with a fresh state.
  return <UploadPage key={userId} pageId={userId} />
}

/** A step removes the button that led to it: the focus moves to the new heading (ux 55). */
function useStepFocus(step: UploadPageStep): void {
  const shown = useRef(step)
  useEffect(() => {
    const before = shown.current
    shown.current = step
    if (before !== step && before !== 'checking' && document.activeElement === document.body)
      focusHeading(document.querySelector<HTMLElement>('main h1'))
  }, [step])
}

function UploadPage({ pageId }: { pageId: string }) {
  const [step, happen] = useReducer(stepAfter, 'checking')
  const [description, setDescription] = useState('')
  const [sentCount, setSentCount] = useState(0)
  const uploads = useUploads(
    () => ({
      begin: (body) => api.beginPageUpload(pageId, body),
      // The page cannot renew a form, so a broken upload starts from the beginning.
      renew: undefined,
      arrived: (id) => api.pageUploadArrived(pageId, id),
      forget: () => Promise.resolve(),
    }),
    () => [],
  )
  const { items, queue } = uploads
  useScreenTitle(headOf(step))
  useStepFocus(step)

  useEffect(() => {
    if (step !== 'checking') return
    api.checkUploadPage(pageId).then(
      () => happen('found'),
      (thrown: unknown) => happen(eventOfRefusal(asCallError(thrown))),
    )
  }, [step, pageId])

  const add = (files: File[]) => {
    queue.add(files)
    happen('files_chosen')
  }
  const isEmpty = items.length === 0 && uploads.removed === undefined
  useEffect(() => {
    if (isEmpty) happen('files_gone')
  }, [isEmpty])

  const send = useAction(async () => {
    const sent = queue.items()
    const files = sendable(sent)
    const text = writtenText(description)
    await api.sendPageFiles(pageId, { files, ...(text !== '' && { description: text }) })
    setSentCount(files.length)
    happen('sent')
    queue.forgetSent(sent)
    setDescription('')
  })

  useEffect(() => void (send.failure && happen('not_sent')), [send.failure])

  const sendMore = () => {
    happen('send_more')
    // Files that were added during the request.
    if (items.length > 0) happen('files_chosen')
  }

  return (
    <Main busy={step === 'checking'}>
      <Wrap narrow="middle">
        {(step === 'checking' || step === 'choose') && <ChooseStep isChecking={step === 'checking'} onFiles={add} />}
        {step === 'list' && (
          <ListStep
            uploads={uploads}
            description={description}
            onDescription={setDescription}
            // A retry shows the list again while it runs (UP-02).
            isSending={send.busy}
            onSend={send.run}
          />
        )}
        {step === 'done' && <DoneStep sentCount={sentCount} onMore={sendMore} />}
        {step === 'failed' && (
          <FailedStep
            onBack={() => happen('back')}
            onRetry={() => {
              happen('retry')
              void send.run()
            }}
          />
        )}
        {step === 'unreachable' && <UnreachableStep onRetry={() => happen('check_again')} />}
        {step === 'missing' && (
          <DeadEnd title={uploadPageTexts.noSuchPage} hint={uploadPageTexts.checkLink} step={step} />
        )}
        {step === 'closed' && <DeadEnd title={uploadPageTexts.closed} hint={uploadPageTexts.closedHint} step={step} />}
      </Wrap>
    </Main>
  )
}

const headOf = (step: UploadPageStep): string =>
  step === 'missing' ? uploadPageTexts.notFoundHead : uploadPageTexts.title

function eventOfRefusal({ status, error_type: type }: CallError): UploadPageEvent {
  if (status === 0) return 'no_answer'
  return type === 'account_blocked' ? 'blocked' : 'not_found'
}

const sendable = (items: readonly UploadItem[]) =>
  items.flatMap(({ name, location }) => (location === undefined ? [] : [{ filename: name, url: location }]))

const ChooseStep = ({ isChecking, onFiles }: { isChecking: boolean; onFiles: (files: File[]) => void }) => (
  <Stack gap={5}>
    <Stack gap={2}>
      <h1 tabIndex={-1}>{uploadPageTexts.title}</h1>
      <Text look="lede">{uploadPageTexts.lead}</Text>
    </Stack>
    {isChecking ? (
      <p role="status">{uploadPageTexts.checking}</p>
    ) : (
      <FileDrop look="page" onFiles={onFiles} label={uploadPageTexts.choose} />
    )}
  </Stack>
)

const DoneStep = ({ sentCount, onMore }: { sentCount: number; onMore: () => void }) => (
  <Blank
    head={uploadPageTexts.sent(sentCount)}
    level={1}
    title={uploadPageTexts.wellDone}
    actions={<Button onClick={onMore}>{uploadPageTexts.sendMore}</Button>}
  >
    {uploadPageTexts.kept}
  </Blank>
)

const UnreachableStep = ({ onRetry }: { onRetry: () => void }) => (
  <Blank
    head={uploadPageTexts.title}
    level={1}
    title={uploadPageTexts.noAnswer}
    actions={<Button onClick={onRetry}>{uploadPageTexts.tryAgain}</Button>}
  />
)

/** No page, or one of a blocked client (OPS-11). */
const DeadEnd = ({ step, title, hint }: { step: UploadPageStep; title: string; hint: string }) => (
  <Blank
    head={headOf(step)}
    level={1}
    title={title}
    actions={<ButtonLink to={webPaths.contactUs()}>{uploadPageTexts.contactUs}</ButtonLink>}
  >
    {hint}
  </Blank>
)

function ListStep({
  uploads,
  description,
  onDescription,
  isSending,
  onSend,
}: {
  uploads: ReturnType<typeof useUploads>
  description: string
  onDescription: (text: string) => void
  isSending: boolean
  onSend: () => void
}) {
  const field = useRef<HTMLTextAreaElement>(null)
  const { items, loading } = uploads
  const [tried, setTried] = useState(false)
  const fault = items.length === 0 ? uploadPageTexts.nothingChosen : filesFault(items)
  const tooLong = noteFault(description)
  const isBlocked = fault !== undefined || tooLong !== undefined || loading > 0
  const press = () => {
    if (tooLong !== undefined) field.current?.focus()
    if (isBlocked) setTried(true)
    else if (!isSending) onSend()
  }
  return (
    <Stack gap={5}>
      <h1 tabIndex={-1}>{uploadPageTexts.ready}</h1>
      <Stack gap={3}>
        <UploadList label={uploadPageTexts.files} uploads={uploads} addLabel={uploadPageTexts.another} />
      </Stack>
      <RuledTextArea
        ref={field}
        label={uploadPageTexts.description}
        labelNote={uploadPageTexts.optional}
        short
        value={description}
        readOnly={isSending}
        onChange={(event) => onDescription(event.target.value)}
        hint={uploadPageTexts.descriptionHint}
        count={noteRoomText(description)}
        error={tooLong}
      />
      <div role="alert">{tried && fault !== undefined && <Text look="small">{fault}</Text>}</div>
      <Actions>
        <Button
          variant="primary"
          block="phone"
          blocked={isBlocked}
          busy={isSending && uploadPageTexts.sending}
          onClick={press}
        >
          {loading > 0 ? uploadTexts.waiting(loading, items.length) : uploadPageTexts.send}
        </Button>
      </Actions>
    </Stack>
  )
}

function FailedStep({ onBack, onRetry }: { onBack: () => void; onRetry: () => void }) {
  const [mayRetry, setMayRetry] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setMayRetry(true), retryPauseMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <Stack gap={5}>
      <Stack gap={2}>
        <h1 tabIndex={-1}>{uploadPageTexts.failed}</h1>
        <div role="alert">
          <Text look="lede">{uploadPageTexts.wentWrong}</Text>
        </div>
      </Stack>
      <Actions>
        <Button variant="primary" blocked={!mayRetry} onClick={mayRetry ? onRetry : undefined}>
          {uploadPageTexts.tryAgain}
        </Button>
        <Button onClick={onBack}>{uploadPageTexts.back}</Button>
      </Actions>
    </Stack>
  )
}
