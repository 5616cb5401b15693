import type { ConversationMessage, MessagePosting } from '@nerdify/contract/conversations.ts'
import { maxMessageLength } from '@nerdify/domain/conversations/message-rules.ts'
import { ownDates } from '@nerdify/domain/dates/date-words.ts'
import { filesOfMessage, sizeInKb } from '@nerdify/domain/files/file-limits.ts'
import { shownExtension } from '@nerdify/domain/files/file-name.ts'
import { isBlank } from '@nerdify/domain/input/visible-text.ts'
import { roomText, tooLongText } from '@nerdify/domain/orders/text-length.ts'
import { useEffect, useMemo, useRef, useState } from 'react'
import { serverNow } from '../../../../api/client.ts'
import { cabinetTexts } from '../../../../texts/cabinet.ts'
import { revisionTexts } from '../../../../texts/cabinet-overlays.ts'
import { messageTexts } from '../../../../texts/messages.ts'
import { Button } from '@nerdify/ui/actions/Button.tsx'
import { type FileRow, FileRows } from '@nerdify/ui/fields/FileRows.tsx'
import { RuledTextArea } from '@nerdify/ui/fields/RuledTextArea.tsx'
import { joinClasses } from '@nerdify/ui/join-classes.ts'
import { useDebouncedValue } from '@nerdify/ui/use-debounced-value.ts'
import { useOlderEntries } from '@nerdify/ui/use-older-entries.ts'
import { Stack, Text } from '@nerdify/ui/page/Layout.tsx'
import { Skeleton, SkeletonBar } from '@nerdify/ui/surfaces/Skeleton.tsx'
import { createBackgroundQueues } from '../../../../uploads/background-queues.ts'
import { filesFault, loadedFiles, toSentFiles } from '../../../../uploads/loaded-files.ts'
import { UploadList } from '../../../../uploads/UploadList.tsx'
import { uploadCalls, useUploads } from '../../../../uploads/use-uploads.ts'
import { useKeptText } from '../../../../storage/kept-text.ts'
import { LoadError } from '../LoadError.tsx'
import { SendError } from '../SendError.tsx'
import styles from './Thread.module.css'
import { conversationName, useThread } from './use-thread.ts'
import { useQuery } from '@tanstack/react-query'
import { previewMessage } from './message-calls.ts'

/** A conversation with its field: of an order, or the general one without an order (TALK-02). */
export function Thread({ orderId }: { orderId?: string }) {
  const thread = useThread(orderId)
  const { read, messages } = thread
  const older = useOlderEntries(read.fetchNextPage)
  const end = useRef<HTMLDivElement>(null)
  const last = messages.at(-1)?._id
  useEffect(() => {
    if (last !== undefined || thread.sending !== undefined) end.current?.scrollIntoView?.({ block: 'nearest' })
  }, [last, thread.sending])
  return (
    <Stack gap={4}>
      {read.hasNextPage && (
        <div>
          <Button variant="quiet" busy={read.isFetchingNextPage && messageTexts.loadingOlder} onClick={older.read}>
            {messageTexts.older}
          </Button>
        </div>
      )}
      {read.isPending ? (
        <Skeleton label={cabinetTexts.loading}>
          <SkeletonBar width="long" />
          <SkeletonBar width="full" height="control" />
        </Skeleton>
      ) : (
        <div role="log" aria-live={older.live} aria-label={messageTexts.title} className={styles.talk}>
          {messages.length === 0 && thread.sending === undefined && <Text look="muted">{messageTexts.none}</Text>}
          {messages.map((message) => (
            <Message key={message._id} message={message} />
          ))}
          {thread.sending !== undefined && <Sending {...thread.sending} />}
        </div>
      )}
      <LoadError query={read} />
      <div ref={end}>
        <Composer orderId={orderId} thread={thread} />
      </div>
    </Stack>
  )
}

function Message({ message }: { message: ConversationMessage }) {
  const { author, name, text, by_text: byText = false, files, at, read_at: readAt } = message
  const sent = byText ? messageTexts.byText : messageTexts.sent
  const read = readAt !== null && messageTexts.read(ownDates.time(Date.parse(readAt), serverNow()))
  const isMine = author === 'client'
  const names = {
    client: messageTexts.you,
    nerd: name ?? '',
    support: messageTexts.support,
    system: messageTexts.system,
  }
  return (
    <article className={joinClasses(styles.message, isMine && styles.mine)}>
      <p className={styles.head}>
        <b>{names[author]}</b> <time dateTime={at}>{ownDates.time(Date.parse(at), serverNow())}</time>
      </p>
      <p dir="auto" className={styles.note}>
        {text}
      </p>
      {files.length > 0 && <FileRows label={messageTexts.files} files={files.map(rowOf)} />}
      {isMine && <p className={styles.head}>{read === false ? sent : byText ? `${sent}. ${read}` : read}</p>}
    </article>
  )
}

const rowOf = ({ _id: id, name, size, location }: ConversationMessage['files'][number]): FileRow => ({
  id,
  name,
  ext: shownExtension(name),
  sizeText: sizeInKb(size),
  status: 'loaded',
  href: location ?? undefined,
})

/** A message on its way. */
const Sending = ({ text, files = [] }: MessagePosting) => (
  <article className={joinClasses(styles.message, styles.mine, styles.sending)}>
    <p className={styles.head}>
      <b>{messageTexts.you}</b>
    </p>
    <p dir="auto" className={styles.note}>
      {text}
    </p>
    {files.length > 0 && <p className={styles.head}>{messageTexts.withFiles(files.length)}</p>}
    <p className={styles.head}>{messageTexts.sending}</p>
  </article>
)

const messageUploads = () => ({ ...uploadCalls(), limit: filesOfMessage })

/** Chosen files by conversation: like the typed text they outlive the overlay until they are sent. */
const chosenFiles = createBackgroundQueues((queue) => queue.items().length > 0)

/** The field and its files. Both are kept until the server has the message. */
function Composer({ orderId, thread }: { orderId: string | undefined; thread: ReturnType<typeof useThread> }) {
  const name = conversationName(orderId)
  const [text, keep] = useKeptText('message', name)
  const [showsFault, setShowsFault] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const tooLong = tooLongText(text, maxMessageLength)
  const fault = isBlank(text) ? messageTexts.missing : tooLong
  const isSending = thread.sending !== undefined
  const uploads = useUploads(
    messageUploads,
    () => [],
    useMemo(() => chosenFiles.of(name), [name]),
  )
  const { items, loading } = uploads
  const unsendable = filesFault(items)

  const send = async () => {
    if (fault !== undefined || unsendable !== undefined) {
      setShowsFault(true)
      if (fault !== undefined) field.current?.focus()
      return
    }
    // The button says how many files are still uploading (ux 46).
    if (loading > 0) return
    const files = toSentFiles(loadedFiles(items))
    if (!(await thread.send({ text, ...(files.length > 0 && { files }) }))) return
    keep('')
    uploads.queue.forgetSent(items)
    setShowsFault(false)
    field.current?.focus()
  }
  return (
    <Stack gap={3}>
      <RuledTextArea
        ref={field}
        short
        label={messageTexts.field}
        value={isSending ? '' : text}
        readOnly={isSending}
        onChange={(event) => {
          thread.forgetFailure()
          keep(event.target.value)
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void send()
        }}
        count={roomText(text, maxMessageLength)}
        error={showsFault ? fault : tooLong}
      />
      {orderId !== undefined && tooLong === undefined && <MaskPreview orderId={orderId} text={isSending ? '' : text} />}
      <UploadList label={messageTexts.files} uploads={uploads} addLabel={messageTexts.attach} />
      <SendError fault={showsFault ? unsendable : undefined} failure={thread.failure} again={() => void send()} />
      <div>
        <Button
          variant="primary"
          blocked={fault !== undefined || unsendable !== undefined || loading > 0}
          busy={isSending && messageTexts.sending}
          onClick={() => void send()}
        >
          {loading > 0 ? revisionTexts.waitingForFiles(loading, items.length) : messageTexts.send}
        </Button>
      </div>
    </Stack>
  )
}

/** Debounce of the preview while the client types, in milliseconds. */
const previewPauseMs = 400

/** The Nerd's copy of the draft, if the mask hides a part of it (TALK-03). */
function MaskPreview({ orderId, text }: { orderId: string; text: string }) {
  const settledText = useDebouncedValue(text, previewPauseMs)
  const { data } = useQuery({
    queryKey: ['message-preview', orderId, settledText],
    queryFn: () => previewMessage(orderId, settledText),
    enabled: !isBlank(settledText),
    placeholderData: (before) => before,
    gcTime: 0,
    retry: false,
  })
  const copy = isBlank(text) ? null : (data?.for_nerd ?? null)
  return (
    <div role="status">
      {copy !== null && (
        <Text look="muted">
          <b>{messageTexts.nerdReads}</b> <span dir="auto">{`“${copy}”`}</span> <span>{messageTexts.supportReads}</span>
        </Text>
      )}
    </div>
  )
}
