import { deskPaths } from '@nerdify/contract/desk-paths.ts'
import { dateWords } from '@nerdify/domain/dates/date-words.ts'
import { timeLeft } from '@nerdify/domain/dates/time-left.ts'
import { AlertIcon } from '@nerdify/ui/actions/Icons.tsx'
import { joinClasses } from '@nerdify/ui/join-classes.ts'
import { Link } from 'react-router'
import { conversationPage } from '../../api/open-pages.ts'
import type { ListedConversation } from '../../api/conversation-queries.ts'
import { OpenBy } from '../../frame/OpenBy.tsx'
import { type ChosenRow, useIsChosen } from '../../frame/use-chosen-row.ts'
import { conversationTexts } from '../../texts/conversations.ts'
import styles from './ConversationRows.module.css'

interface RowsProps {
  rows: readonly ListedConversation[]
  /** The name of the person at the desk. */
  me: string
  /** Epoch milliseconds (UTC). */
  now: number
  /** The company's time zone (IANA). */
  zone: string
  /** The address' query that keeps the list. */
  search: string
  opened: string | undefined
  chosen: ChosenRow
}

/** Conversations with their last words, and when an answer is due (DESK-04). */
export const ConversationRows = ({ rows, ...row }: RowsProps) => (
  <nav className={styles.rows} aria-label={conversationTexts.list}>
    {rows.map((conversation) => (
      <Row key={conversation.id} conversation={conversation} {...row} />
    ))}
  </nav>
)

type RowProps = Omit<RowsProps, 'rows'> & { conversation: ListedConversation }

function Row({ conversation, me, now, zone, search, opened, chosen }: RowProps) {
  const { id, client, order_id: orderId, title, last, last_at: lastAt, due, taken_by: holder } = conversation
  const isChosen = useIsChosen(chosen, id)
  const isLate = due !== null && Date.parse(due) < now
  return (
    <Link
      data-row={id}
      className={joinClasses(styles.row, due !== null && styles.waits, isLate && styles.isLate)}
      to={{ pathname: deskPaths.conversation(id), search }}
      aria-current={id === opened ? 'page' : undefined}
      tabIndex={isChosen ? 0 : -1}
      onFocus={() => chosen.choose(id)}
    >
      <span className={styles.head}>
        <b dir="auto">{client}</b>
        <time dateTime={lastAt}>{dateWords(zone).brief(Date.parse(lastAt), now)}</time>
      </span>
      <span className={styles.about} dir="auto">
        {orderId === null ? conversationTexts.general : conversationTexts.about(id, title)}
      </span>
      <span className={styles.last} dir="auto">
        {last}
      </span>
      <span className={styles.foot}>
        {due !== null && (
          <span className={isLate ? styles.late : undefined}>
            {isLate && <AlertIcon />}
            <span>{dueText(Date.parse(due), now)}</span>
          </span>
        )}
        {holder !== null && <span>{holder === me ? conversationTexts.withYou : conversationTexts.with(holder)}</span>}
        <OpenBy page={conversationPage(conversation)} />
      </span>
    </Link>
  )
}

/** How long an answer has, or is late; instants in epoch milliseconds. */
const dueText = (due: number, now: number): string =>
  due < now ? conversationTexts.late(timeLeft(now, due)) : conversationTexts.due(timeLeft(due, now))
