import { failureText } from '@nerdify/browser/failure-text.ts'
import type { OperationsConversation } from '@nerdify/contract/conversations.ts'
import { deskPaths } from '@nerdify/contract/desk-paths.ts'
import type { OperatorAnswer } from '@nerdify/contract/staff.ts'
import { newestOfClient } from '@nerdify/domain/conversations/message-rules.ts'
import { dateWords } from '@nerdify/domain/dates/date-words.ts'
import { Button, buttonClass } from '@nerdify/ui/actions/Button.tsx'
import { ErrorText } from '@nerdify/ui/fields/Field.tsx'
import { focusHeading } from '@nerdify/ui/focus-heading.ts'
import { mayMoveFocus } from '@nerdify/ui/may-move-focus.ts'
import { useOlderEntries } from '@nerdify/ui/use-older-entries.ts'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { conversationPage, useShownPage } from '../../api/open-pages.ts'
import { type StaffMessage, useConversation, useMarkRead, useNoAnswerNeeded } from '../../api/conversation-queries.ts'
import { afterWrite } from '../../frame/after-write.ts'
import { Holder } from '../../frame/Holder.tsx'
import { OpenBy } from '../../frame/OpenBy.tsx'
import { ReadState } from '../../frame/ScreenParts.tsx'
import { usePress } from '../../frame/use-press.ts'
import { conversationTexts } from '../../texts/conversations.ts'
import { AnswerForm, useAnswerForm } from './AnswerForm.tsx'
import { useAnswerDraft } from './answer-draft.ts'
import { ConversationSide } from './ConversationSide.tsx'
import { Message } from './Message.tsx'
import { NoteForm } from './NoteForm.tsx'
import styles from './Thread.module.css'

interface ThreadProps {
  /** The address of the conversation. */
  id: string
  me: OperatorAnswer
  /** Epoch milliseconds (UTC). */
  now: number
}

/**
 * One conversation: its messages, and the answer to it (DESK-04). On an order's page, the client's messages stay unread
 * until a person enters the conversation, by a press or by keyboard (TALK-01).
 */
export function Thread(props: ThreadProps & { isOwnPage?: boolean }) {
  const read = useConversation(props.id)
  return read.data ? (
    <Opened isOwnPage={false} {...props} read={read} conversation={read.data} />
  ) : (
    <section className={styles.thread} aria-label={conversationTexts.threadName(props.id)}>
      <ReadState query={read} texts={conversationTexts.readThread} lines={6} />
    </section>
  )
}

interface OpenedProps extends ThreadProps {
  read: ReturnType<typeof useConversation>
  conversation: OperationsConversation
  /** On an order's page, the order's facts and a dialog replace the side of the conversation. */
  isOwnPage: boolean
}

function Opened({ id, me, now, isOwnPage, read, conversation }: OpenedProps) {
  const [isEntered, setIsEntered] = useState(isOwnPage)
  const enter = () => setIsEntered(true)
  const draft = useAnswerDraft(me.name, conversation.id)
  const findReply = useRef<HTMLInputElement>(null)
  const form = useAnswerForm({ id, conversation, draft, findReply })
  return (
    <>
      <section
        className={styles.thread}
        aria-label={conversationTexts.threadName(conversation.client)}
        onFocus={enter}
        onPointerDown={enter}
      >
        <ReadState query={read} texts={conversationTexts.readThread} zone={me.company_zone} />
        <Head id={id} conversation={conversation} now={now} me={me} isOwnPage={isOwnPage} />
        <Messages
          id={id}
          read={read}
          client={conversation.client}
          messages={conversation.messages}
          me={me}
          now={now}
          marksRead={isEntered}
          onTakenBack={({ author, text }, takesFocus) => {
            const { text: next } = draft.draft
            if (next === '') draft.change({ text, as: author === 'nerd' ? 'nerd' : 'support' })
            else draft.change({ text: `${text}\n\n${next}` })
            if (takesFocus) form.field.current?.focus()
          }}
        />
        <AnswerForm id={id} conversation={conversation} form={form} me={me} />
        <NoteForm id={id} conversation={conversation.id} me={me.name} />
      </section>
      {isOwnPage && (
        <ConversationSide
          conversation={conversation}
          me={me}
          now={now}
          findReply={findReply}
          onChoose={form.replies.choose}
        />
      )}
    </>
  )
}

/** Publishes that this conversation is open, and names the colleagues who have it open (DESK-07). */
function Shown({ conversation }: { conversation: OperationsConversation }) {
  const page = conversationPage(conversation)
  useShownPage(page)
  return (
    <p role="status">
      <OpenBy page={page} />
    </p>
  )
}

interface HeadProps {
  id: string
  conversation: OperationsConversation
  now: number
  me: OperatorAnswer
  isOwnPage: boolean
}

/** The client and the subject, the due time of the answer, and the button that ends the wait without one (WAIT-01). */
function Head({ id, conversation, now, me, isOwnPage }: HeadProps) {
  const { id: number, client, client_id: clientId, order_id: orderId, title, nerd, due } = conversation
  const endWait = useNoAnswerNeeded(id)
  const last = newestOfClient(conversation.messages)?._id
  const press = usePress()
  const heading = useRef<HTMLHeadingElement>(null)
  const about = orderId === null ? conversationTexts.general : conversationTexts.about(number, title)
  const nerdText = nerd === null ? conversationTexts.noNerd : conversationTexts.nerdHas(nerd)
  const deadline = conversation.reply_values.deadline
  const deadlineText = deadline !== null && conversationTexts.deadline(deadline)
  return (
    <header className={styles.head}>
      <h2 ref={heading} tabIndex={-1} dir="auto">
        <Link to={deskPaths.client(clientId)}>{client}</Link>
      </h2>
      {isOwnPage && orderId !== null && (
        <Link className={buttonClass({ size: 'small' })} to={deskPaths.order(number)}>
          {conversationTexts.openOrder}
        </Link>
      )}
      {due !== null && (
        <Button
          size="small"
          busy={endWait.isPending && conversationTexts.saving}
          onClick={() =>
            afterWrite(
              endWait.mutateAsync({ key: press.begin(`${due} ${last}`), ...(last !== undefined && { last }) }),
              () => {
                press.end()
                if (mayMoveFocus(heading.current?.parentElement)) focusHeading(heading.current)
              },
            )
          }
        >
          {conversationTexts.noAnswerNeeded}
        </Button>
      )}
      {isOwnPage && orderId !== null && due !== null && (
        <Holder orderId={orderId} holder={conversation.taken_by} me={me.name} />
      )}
      <p dir="auto">{orderId === null ? about : [about, nerdText, deadlineText].filter(Boolean).join(' · ')}</p>
      <p role="status">
        {due === null
          ? conversationTexts.noWait
          : conversationTexts.answerDue(dateWords(me.company_zone).brief(Date.parse(due), now))}
      </p>
      {isOwnPage && <Shown conversation={conversation} />}
      <div role="status">{endWait.error && <ErrorText>{failureText(endWait.error)}</ErrorText>}</div>
    </header>
  )
}

interface MessagesProps extends Pick<OpenedProps, 'id' | 'read' | 'me' | 'now'> {
  client: string
  messages: readonly StaffMessage[]
  /** Whether a person looks at the conversation, so that its messages count as read. */
  marksRead: boolean
  onTakenBack: (message: StaffMessage, takesFocus: boolean) => void
}

/** The messages, newest last. */
function Messages({ id, read, client, messages, me, now, marksRead, onTakenBack }: MessagesProps) {
  useMarkRead(id, messages, marksRead)
  const log = useRef<HTMLDivElement>(null)
  const older = useOlderEntries(read.fetchNextPage)
  const [newest] = messages
  useEffect(() => {
    log.current?.scrollTo({ top: log.current.scrollHeight })
  }, [newest?._id])
  const takeBack = useTakenBack(messages, (message) => onTakenBack(message, mayMoveFocus(log.current)))
  const ownLast = messages.find(({ author, operator }) => author !== 'note' && operator !== null)
  return (
    <div
      ref={log}
      role="log"
      aria-live={older.live}
      aria-label={conversationTexts.messages}
      className={styles.log}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keys scroll a region that has the focus
      tabIndex={0}
    >
      {read.hasNextPage && (
        <div>
          <Button size="small" busy={read.isFetchingNextPage && conversationTexts.loadingOlder} onClick={older.read}>
            {conversationTexts.older}
          </Button>
        </div>
      )}
      {messages.length === 0 && <p>{conversationTexts.noMessages}</p>}
      {messages.toReversed().map((message) => (
        <Message
          key={message._id}
          conversation={id}
          message={message}
          client={client}
          isLast={message === ownLast}
          onTakeBack={takeBack}
          me={me.name}
          now={now}
          zone={me.company_zone}
        />
      ))}
    </div>
  )
}

/**
 * An answer that its author takes back moves into the field once it has left the messages, whichever reports it first:
 * the press's answer, the stream or the next read.
 */
function useTakenBack(messages: readonly StaffMessage[], onTakenBack: (message: StaffMessage) => void) {
  const leaving = useRef<StaffMessage>(undefined)
  const giveBack = useEffectEvent(onTakenBack)
  // A layout effect, because `useKeptFocus` would move the removed button's focus to a heading first.
  useLayoutEffect(() => {
    const message = leaving.current
    if (message === undefined || messages.some(({ _id }) => _id === message._id)) return
    leaving.current = undefined
    giveBack(message)
  }, [messages])
  return (message?: StaffMessage) => {
    leaving.current = message
  }
}
