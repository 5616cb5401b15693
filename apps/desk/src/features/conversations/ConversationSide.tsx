import { failureText } from '@nerdify/browser/failure-text.ts'
import type { OperationsConversation } from '@nerdify/contract/conversations.ts'
import type { OperatorAnswer } from '@nerdify/contract/staff.ts'
import { ErrorText } from '@nerdify/ui/fields/Field.tsx'
import { Card, CardBody, CardSkeleton } from '@nerdify/ui/surfaces/Card.tsx'
import { Skeleton } from '@nerdify/ui/surfaces/Skeleton.tsx'
import type { RefObject } from 'react'
import { useOrder } from '../../api/order-queries.ts'
import { conversationTexts } from '../../texts/conversations.ts'
import { orderTexts } from '../../texts/order.ts'
import { Facts } from '../order/OrderScreen.tsx'
import styles from './ConversationSide.module.css'
import { RepliesBeside } from './SavedReplies.tsx'

interface ConversationSideProps {
  conversation: OperationsConversation
  me: OperatorAnswer
  /** Epoch milliseconds (UTC). */
  now: number
  findReply: RefObject<HTMLInputElement | null>
  onChoose: (text: string) => void
}

/** Beside a conversation: the saved replies, and the facts of the order it is about (DESK-04). */
export const ConversationSide = ({ conversation, me, now, findReply, onChoose }: ConversationSideProps) => (
  <aside className={styles.side} aria-label={conversationTexts.side}>
    <Card title={conversationTexts.replies.heading}>
      <CardBody>
        <RepliesBeside me={me} values={conversation.reply_values} find={findReply} onChoose={onChoose} />
      </CardBody>
    </Card>
    {conversation.order_id !== null && <OrderFacts conversation={conversation} now={now} zone={me.company_zone} />}
  </aside>
)

type OrderFactsProps = Pick<ConversationSideProps, 'conversation' | 'now'> & { zone: string }

function OrderFacts({ conversation, now, zone }: OrderFactsProps) {
  const { data, error } = useOrder(conversation.id)
  return (
    <>
      {error && <ErrorText>{failureText(error)}</ErrorText>}
      {data ? (
        <Facts order={data} thread={conversation} now={now} zone={zone} />
      ) : (
        !error && (
          <Skeleton label={orderTexts.read.loading}>
            <CardSkeleton lines={4} />
          </Skeleton>
        )
      )}
    </>
  )
}
