import { outcomeUnknown } from '@nerdify/browser/call-error.ts'
import { failureText } from '@nerdify/browser/failure-text.ts'
import { dateWords } from '@nerdify/domain/dates/date-words.ts'
import { sizeInKb } from '@nerdify/domain/files/file-limits.ts'
import { shownExtension } from '@nerdify/domain/files/file-name.ts'
import { Button } from '@nerdify/ui/actions/Button.tsx'
import { ErrorText } from '@nerdify/ui/fields/Field.tsx'
import { FileRows } from '@nerdify/ui/fields/FileRows.tsx'
import { joinClasses } from '@nerdify/ui/join-classes.ts'
import { useSecondsUntil } from '@nerdify/ui/use-seconds-until.ts'
import { serverNow } from '../../api/client.ts'
import { type StaffMessage, useTakeBack } from '../../api/conversation-queries.ts'
import { usePress } from '../../frame/use-press.ts'
import { conversationTexts } from '../../texts/conversations.ts'
import styles from './Thread.module.css'

interface MessageProps {
  /** The address of its conversation. */
  conversation: string
  message: StaffMessage
  /** The client's name. */
  client: string
  /** Whether it is the newest answer, which alone can be taken back. */
  isLast: boolean
  /** Called with the answer that its author takes back; without one if the server refuses. */
  onTakeBack: (message?: StaffMessage) => void
  /** The name of the person at the desk. */
  me: string
  /** Epoch milliseconds (UTC). */
  now: number
  zone: string
}

/** A message with its author, its files, and the Nerd's copy (TALK-03). */
export function Message({ conversation, message, client, isLast, onTakeBack, me, now, zone }: MessageProps) {
  const { author, name, text, files, at, read_at: readAt, operator, for_nerd: forNerd } = message
  const time = (instant: string) => dateWords(zone).brief(Date.parse(instant), now)
  const isNote = author === 'note'
  const isOurs = author !== 'client'
  const names = {
    client,
    nerd: conversationTexts.nerdNote(name ?? ''),
    support: conversationTexts.support,
    system: conversationTexts.system,
    note: conversationTexts.note,
  }
  const readText = readAt === null ? conversationTexts.unread : conversationTexts.read(time(readAt))
  return (
    <article className={joinClasses(styles.message, isOurs && styles.ours, isNote && styles.staffOnly)}>
      <p className={styles.by}>
        <b dir="auto">{names[author]}</b>
        {operator !== null && <span>{conversationTexts.by(operator)}</span>}
        <time dateTime={at}>{time(at)}</time>
        {isOurs && !isNote && <span>{readText}</span>}
      </p>
      <p dir="auto" className={styles.note}>
        {text}
      </p>
      {forNerd !== null && forNerd !== text && (
        <p className={styles.masked}>
          <b>{conversationTexts.nerdReads}</b> <span dir="auto">{`“${forNerd}”`}</span>
        </p>
      )}
      {files.length > 0 && (
        <FileRows
          label={conversationTexts.files}
          files={files.map(({ _id: id, name: fileName, size, location }) => ({
            id,
            name: fileName,
            ext: shownExtension(fileName),
            sizeText: sizeInKb(size),
            status: 'loaded',
            href: location ?? undefined,
          }))}
        />
      )}
      {isLast && operator === me && <Hold conversation={conversation} message={message} onTakeBack={onTakeBack} />}
    </article>
  )
}

/** The author's button to take back an answer before the client can read it (TALK-01). */
function Hold({ conversation, message, onTakeBack }: Pick<MessageProps, 'conversation' | 'message' | 'onTakeBack'>) {
  const seconds = useSecondsUntil(Date.parse(message.at), serverNow)
  const takeBack = useTakeBack(conversation)
  const press = usePress()
  return (
    <div className={styles.hold}>
      {seconds > 0 && (
        <>
          {/* The log around it would announce each second. */}
          <span role="timer">{conversationTexts.held(seconds)}</span>
          <Button
            size="small"
            busy={takeBack.isPending && conversationTexts.takingBack}
            onClick={() => {
              onTakeBack(message)
              takeBack.mutate(press.begin(), { onError: (error) => outcomeUnknown(error) || onTakeBack() })
            }}
          >
            {conversationTexts.takeBack}
          </Button>
        </>
      )}
      <div role="status">{takeBack.error && <ErrorText>{failureText(takeBack.error)}</ErrorText>}</div>
    </div>
  )
}
