import { cabinetOverlayPath } from '@nerdify/contract/cabinet-overlays.ts'
import type { ConversationList } from '@nerdify/contract/conversations.ts'
import { webPaths } from '@nerdify/contract/web-paths.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from 'react-router'
import { messageTexts } from '../../../../texts/messages.ts'
import { Text } from '@nerdify/ui/page/Layout.tsx'
import { LoadError } from '../LoadError.tsx'
import { OverlayDialog } from '../OverlayDialog.tsx'
import { conversationsKey, readConversations } from './message-calls.ts'
import { Thread } from './Thread.tsx'
import styles from './Thread.module.css'

type Conversation = Pick<ConversationList['results'][number], 'order_id' | 'number' | 'title' | 'unread'> & {
  last?: { text: string }
}

/** The general conversation, which shows even before its first message. */
const support: Conversation = { order_id: null, number: null, title: null, unread: 0 }

/** `/messages`: the client's conversations; `/messages/support`: the general one (TALK-02). */
export const Component = () => (useParams().params === 'support' ? <Support /> : <Conversations />)

/** The conversations, the latest first, and the general one. */
function Conversations() {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const read = useQuery({
    queryKey: conversationsKey,
    queryFn: () => readConversations(queryClient),
    refetchOnMount: 'always',
  })
  const list: readonly Conversation[] = read.data?.results ?? []
  const shown = list.some(({ order_id: id }) => id === null) ? list : [...list, support]
  return (
    <OverlayDialog title={messageTexts.title} onClose={() => void navigate(webPaths.orders(), { replace: true })}>
      {read.data?.results.length === 0 && <Text look="muted">{messageTexts.noConversations}</Text>}
      <LoadError query={read} />
      <ul className={styles.list}>
        {shown.map((conversation) => (
          <li key={conversation.order_id ?? 'support'}>
            <ConversationLink {...conversation} />
          </li>
        ))}
      </ul>
    </OverlayDialog>
  )
}

const ConversationLink = ({ order_id: orderId, number, title, unread, last }: Conversation) => (
  <Link to={orderId === null ? webPaths.messages('support') : cabinetOverlayPath({ name: 'messages', orderId })}>
    <b>{number === null ? messageTexts.support : (title ?? messageTexts.about(number))}</b>
    {last !== undefined && <span className={styles.last}>{last.text}</span>}
    {unread > 0 && <span>{messageTexts.unread(unread)}</span>}
  </Link>
)

function Support() {
  const navigate = useNavigate()
  return (
    <OverlayDialog title={messageTexts.support} onClose={() => void navigate(webPaths.orders(), { replace: true })}>
      <Text look="muted">{messageTexts.lead}</Text>
      <Thread />
    </OverlayDialog>
  )
}
