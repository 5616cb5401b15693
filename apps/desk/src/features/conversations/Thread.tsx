import { failureText } from '@nerdify/browser/failure-text.ts'
import type { OperationsConversation } from '@nerdify/contract/conversations.ts'
import { deskPaths } from '@nerdify/contract/desk-paths.ts'
import type { OperatorAnswer } from '@nerdify/contract/staff.ts'
import { dateWords } from '@nerdify/domain/dates/date-words.ts'
import { Button, buttonClass } from '@nerdify/ui/actions/Button.tsx'
import { ErrorText } from '@nerdify/ui/fields/Field.tsx'
import { focusHeading } from '@nerdify/ui/focus-heading.ts'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { conversationPage, useShownPage } from '../../api/open-pages.ts'
import { type StaffMessage, useConversation, useMarkRead, useNoAnswerNeeded } from '../../api/conversation-queries.ts'
import { afterWrite } from '../../frame/after-write.ts'
import { Holder } from '../../frame/Holder.tsx'
import { OpenBy } from '../../frame/OpenBy.tsx'
import { ReadState } from '../../frame/ScreenParts.tsx'
import { usePress } from '../../frame/use-press.ts'
import { conversationTexts } from '../../texts/conversations.ts'
import { AnswerForm } from './AnswerForm.tsx'
import { useAnswerDraft } from './answer-draft.ts'
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
 * One conversation: its messages, and the answer to it (DESK-04). Beside an order, the client's messages stay unread until
 * a person goes into the conversation, by a press or by keyboard (TALK-01).
 */
export function Thread({ id, me, now, isOwnPage = false }: ThreadProps & { isOwnPage?: boolean }) {
  const read = useConversation(id)
  const conversation = read.data
  const [isEntered, setIsEntered] = useState(isOwnPage)
  const enter = () => setIsEntered(true)
  return (
    <section
      className={styles.thread}
      aria-label={conversationTexts.threadName(conversation?.client ?? id)}
      onFocus={enter}
      onPointerDown={enter}
    >
      <ReadState query={read} texts={conversationTexts.readThread} lines={6} />
      {conversation && (
        <>
          <Head id={id} conversation={conversation} now={now} me={me} isOwnPage={isOwnPage} />
          <Talk id={id} read={read} conversation={conversation} me={me} now={now} marksRead={isEntered} />
        </>
      )}
    </section>
  )
}

/** Tells colleagues that this conversation is open, and says which of them have it open (DESK-07). */
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

/** Who writes about what, when the answer is due, and the end of the wait without one (WAIT-01). */
function Head({ id, conversation, now, me, isOwnPage }: HeadProps) {
  const { id: number, client, client_id: clientId, order_id: orderId, title, nerd, due } = conversation
  const endWait = useNoAnswerNeeded(id)
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
            afterWrite(endWait.mutateAsync(press.begin(due)), () => {
              press.end()
              focusHeading(heading.current)
            })
          }
        >
          {conversationTexts.noAnswerNeeded}
        </Button>
      )}
      {isOwnPage && orderId !== null && due !== null && (
        <Holder orderId={orderId} holder={conversation.taken_by} me={me.name} />
      )}
      <p dir="auto">{orderId === null ? about : [about, nerdText, deadlineText].filter(Boolean).join('. ')}</p>
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

interface TalkProps extends ThreadProps {
  read: ReturnType<typeof useConversation>
  conversation: OperationsConversation
  /** Whether somebody looks at the conversation, so that its messages are read. */
  marksRead: boolean
}

/** The messages and the answer; an answer that was taken back is in the field again. */
function Talk({ conversation, ...talk }: TalkProps) {
  const draft = useAnswerDraft(talk.me.name, conversation.id)
  return (
    <>
      <Messages
        {...talk}
        client={conversation.client}
        messages={conversation.messages}
        onTakenBack={({ author, text }) => {
          if (draft.draft.text === '') draft.change({ text, as: author === 'nerd' ? 'nerd' : 'support' })
        }}
      />
      <AnswerForm id={talk.id} conversation={conversation} draft={draft} me={talk.me} />
      <NoteForm id={talk.id} conversation={conversation.id} me={talk.me.name} />
    </>
  )
}

interface MessagesProps extends Omit<TalkProps, 'conversation'> {
  client: string
  messages: readonly StaffMessage[]
  onTakenBack: (message: StaffMessage) => void
}

/** The messages, the newest at the end. */
function Messages({ id, read, client, messages, me, now, marksRead, onTakenBack }: MessagesProps) {
  useMarkRead(id, messages, marksRead)
  const log = useRef<HTMLDivElement>(null)
  const [newest] = messages
  useEffect(() => {
    log.current?.scrollTo({ top: log.current.scrollHeight })
  }, [newest?._id])
  const ownLast = messages.find(({ author, operator }) => author !== 'note' && operator !== null)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keys scroll a region that has the focus
    <div ref={log} role="log" aria-label={conversationTexts.messages} className={styles.log} tabIndex={0}>
      {read.hasNextPage && (
        <div>
          <Button
            size="small"
            busy={read.isFetchingNextPage && conversationTexts.loadingOlder}
            onClick={() => void read.fetchNextPage()}
          >
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
          onTakenBack={onTakenBack}
          me={me.name}
          now={now}
          zone={me.company_zone}
        />
      ))}
    </div>
  )
}
