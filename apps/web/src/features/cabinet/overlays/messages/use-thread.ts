import type { ConversationMessage, ConversationPage } from '@nerdify/contract/conversations.ts'
import { type InfiniteData, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import {
  conversationsKey,
  markMessagesRead,
  postMessage,
  readConversations,
  readMessages,
  threadKey,
} from './message-calls.ts'

type StoredThread = InfiniteData<ConversationPage, string | undefined>

/** A conversation: its messages, oldest first, and how to send one; without an order, the general one (TALK-02). */
export function useThread(orderId: string | undefined) {
  const queryClient = useQueryClient()
  const queryKey = threadKey(orderId)
  const read = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam }) => readMessages(orderId, pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
  })
  const messages = (read.data?.pages ?? []).flatMap(({ results }) => results).toReversed()
  useMarkRead(orderId, { last: messages.at(-1)?._id, unread: read.data?.pages[0]?.unread ?? 0 })

  const key = useRef({ text: '', key: '' })
  const post = useMutation({
    mutationFn(text: string) {
      // A retry of the same text is the same message (API-11).
      if (key.current.text !== text) key.current = { text, key: crypto.randomUUID() }
      return postMessage(orderId, text, key.current.key)
    },
    async onSuccess(message) {
      key.current = { text: '', key: '' }
      // A read in flight may answer without it.
      await queryClient.cancelQueries({ queryKey, exact: true })
      queryClient.setQueryData<StoredThread>(queryKey, (thread) => thread && withMessage(thread, message))
      void queryClient.invalidateQueries({ queryKey: conversationsKey })
    },
  })
  return {
    read,
    messages,
    /** Sends a text; answers whether it was sent. */
    send: async (text: string) =>
      !post.isPending &&
      post.mutateAsync(text).then(
        () => true,
        () => false,
      ),
    /** The text on its way. */
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
    // The next look marks what this one could not.
    if (last !== undefined && unread > 0) mark(last).catch(() => undefined)
  }, [last, unread])
}
