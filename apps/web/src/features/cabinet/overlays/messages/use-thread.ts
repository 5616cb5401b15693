import type { ConversationMessage, ConversationPage, MessagePosting } from '@nerdify/contract/conversations.ts'
import { type InfiniteData, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { forgetRequestKey, requestKey } from '../../../../storage/kept-text.ts'
import {
  conversationsKey,
  markMessagesRead,
  postMessage,
  readConversations,
  readMessages,
  threadKey,
} from './message-calls.ts'

/** File links work for ten minutes (FILE-04): an open thread with files reads them again earlier. */
const renewLinksMs = 8 * 60_000

/** A conversation's name in the storage of this browser. */
export const conversationName = (orderId: string | undefined) => orderId ?? 'support'

type StoredThread = InfiniteData<ConversationPage, string | undefined>

/** A conversation: its messages, oldest first, and how to send one; without an order, the general one (TALK-02). */
export function useThread(orderId: string | undefined) {
  const name = conversationName(orderId)
  const queryClient = useQueryClient()
  const queryKey = threadKey(orderId)
  const read = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam }) => readMessages(orderId, pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ results }) => results.some(({ files }) => files.length > 0)) ? renewLinksMs : false,
  })
  const messages = (read.data?.pages ?? []).flatMap(({ results }) => results).toReversed()
  useMarkRead(orderId, { last: messages.at(-1)?._id, unread: read.data?.pages[0]?.unread ?? 0 })

  const post = useMutation({
    mutationFn: (posting: MessagePosting) =>
      postMessage(orderId, posting, requestKey('message', name, JSON.stringify(posting))),
    async onSuccess(message) {
      forgetRequestKey('message', name)
      // A read in flight may answer without it.
      await queryClient.cancelQueries({ queryKey, exact: true })
      queryClient.setQueryData<StoredThread>(queryKey, (thread) => thread && withMessage(thread, message))
      void queryClient.invalidateQueries({ queryKey: conversationsKey })
    },
  })
  return {
    read,
    messages,
    /** Sends a message; answers whether it was sent. */
    send: async (posting: MessagePosting) =>
      !post.isPending &&
      post.mutateAsync(posting).then(
        () => true,
        () => false,
      ),
    /** The message on its way. */
    sending: post.isPending ? post.variables : undefined,
    failure: post.error,
    forgetFailure: () => post.isError && post.reset(),
  }
}

function withMessage({ pages, pageParams }: StoredThread, message: ConversationMessage): StoredThread {
  const [newest, ...older] = pages
  if (newest === undefined || newest.results.some(({ _id }) => _id === message._id)) return { pages, pageParams }
  return { pages: [{ ...newest, results: [message, ...newest.results] }, ...older], pageParams }
}

/** Marks the messages on the screen as read, and corrects the menu's count. */
function useMarkRead(orderId: string | undefined, { last, unread }: { last: string | undefined; unread: number }) {
  const queryClient = useQueryClient()
  const mark = useEffectEvent(async (id: string) => {
    await markMessagesRead(orderId, id)
    await readConversations(queryClient)
  })
  useEffect(() => {
    // After a failure, the next visit marks them.
    if (last !== undefined && unread > 0) mark(last).catch(() => undefined)
  }, [last, unread])
}
