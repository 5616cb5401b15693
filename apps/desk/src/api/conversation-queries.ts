import type {
  AnswerPosting,
  NoAnswerQuery,
  OperationsContact,
  OperationsConversation,
  OperationsConversationPage,
  OperationsConversationsQuery,
} from '@nerdify/contract/conversations.ts'
import type { SavedReplies } from '@nerdify/contract/saved-replies.ts'
import {
  type InfiniteData,
  keepPreviousData,
  type QueryClient,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { api } from './client.ts'
import { livePauseMs, queryKeys, rowsOf } from './queries.ts'

const keys = {
  lists: ['conversations'] as const,
  list: (query: OperationsConversationsQuery) => ['conversations', query] as const,
  thread: (id: string) => ['conversation', id] as const,
  contact: (id: string) => ['contact', id] as const,
  replies: ['replies'] as const,
  preview: (id: string, text: string) => ['answer preview', id, text] as const,
}

/** Conversations of all clients (DESK-04); the last answer stays until the next filter's arrives. */
export const useConversations = (query: OperationsConversationsQuery) =>
  useInfiniteQuery({
    ...rowsOf(keys.list(query), (from) => api.conversations({ ...query, ...from })),
    placeholderData: keepPreviousData,
    refetchInterval: livePauseMs,
    refetchOnWindowFocus: 'always',
  })

/** A row of the list. */
export type ListedConversation = OperationsConversationPage['results'][number]

/** A message as staff read it. */
export type StaffMessage = OperationsConversation['messages'][number]

type StoredThread = InfiniteData<OperationsConversation, string | undefined>

/** One conversation: its facts, and its messages, the newest first. */
export const useConversation = (id: string) =>
  useInfiniteQuery({
    queryKey: keys.thread(id),
    queryFn: ({ pageParam }) => api.conversation(id, pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    select: ({ pages }: StoredThread) => {
      const [facts] = pages
      return facts && { ...facts, messages: pages.flatMap(({ messages }) => messages) }
    },
    refetchInterval: livePauseMs,
    refetchOnWindowFocus: 'always',
  })

/** A write's answer has the newest page of the thread, and changes the waits in the lists. */
async function showAnswer(client: QueryClient, id: string, newest: OperationsConversation): Promise<void> {
  const queryKey = keys.thread(id)
  // A read in flight may answer with the older state.
  await client.cancelQueries({ queryKey })
  client.setQueryData<StoredThread>(
    queryKey,
    (thread) => thread && { ...thread, pages: [newest, ...thread.pages.slice(1)] },
  )
  void client.invalidateQueries({ queryKey: keys.lists })
  void client.invalidateQueries({ queryKey: queryKeys.queue })
}

/** A write about a conversation; each answers with its newest page. */
function useConversationWrite<Change>(id: string, send: (change: Change) => Promise<OperationsConversation>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: send,
    onSuccess: (newest) => showAnswer(client, id, newest),
    onError: () => client.invalidateQueries({ queryKey: keys.thread(id) }),
  })
}

/** Sends an answer; a retry of the same answer has the same key (API-11). */
export const useAnswer = (id: string) =>
  useConversationWrite(id, ({ body, key }: { body: AnswerPosting; key: string }) =>
    api.answerConversation(id, body, key),
  )

/** Adds a note for staff only (TALK-09). */
export const useAddNote = (id: string) =>
  useConversationWrite(id, ({ text, key }: { text: string; key: string }) => api.noteConversation(id, text, key))

/** Takes back the last answer while the client cannot read it yet (TALK-01). */
export const useTakeBack = (id: string) => useConversationWrite(id, (key: string) => api.takeBackAnswer(id, key))

/** Ends the wait of a conversation without an answer, up to the client's message `last` (WAIT-01). */
export const useNoAnswerNeeded = (id: string) =>
  useConversationWrite(id, ({ key, ...query }: NoAnswerQuery & { key: string }) => api.noAnswerNeeded(id, query, key))

/** A person without an account who wrote to us, by one of their messages (TALK-05). */
export const useContact = (id: string) =>
  useQuery({ queryKey: keys.contact(id), queryFn: () => api.contact(id), refetchInterval: livePauseMs })

/** A write about the sender on the page of the message `id`; returns the new state. */
function useContactWrite<Change>(id: string, send: (change: Change) => Promise<OperationsContact>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: send,
    onSuccess(contact) {
      client.setQueryData(keys.contact(id), contact)
      void client.invalidateQueries({ queryKey: queryKeys.queue })
    },
    onError: () => client.invalidateQueries({ queryKey: keys.contact(id) }),
  })
}

/** Texts an answer to a message; a retry of the same words has the same message and key (API-11). */
export const useAnswerContact = (id: string) =>
  useContactWrite(id, ({ to, text, key }: { to: string; text: string; key: string }) =>
    api.answerContact(to, text, key),
  )

/** Records that a sender without an account needs no answer, up to the message `last`. */
export const useNoContactAnswerNeeded = (id: string) =>
  useContactWrite(id, ({ last, key }: { last: string; key: string }) => api.noContactAnswerNeeded(last, key))

/** All saved replies, by name (DESK-04). */
export const useReplies = () => useQuery({ queryKey: keys.replies, queryFn: api.replies })

/** A write about the saved replies; each answers with all of them. */
export function useReplyWrite<Change>(send: (change: Change) => Promise<SavedReplies>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: send,
    onSuccess: (all) => client.setQueryData<SavedReplies>(keys.replies, all),
    onError: () => client.invalidateQueries({ queryKey: keys.replies }),
  })
}

/** Marks the visible messages as read while a person looks at the page (TALK-01). */
export function useMarkRead(id: string, messages: readonly StaffMessage[], isLooking: boolean): void {
  const client = useQueryClient()
  const unread = messages.find(({ author, read_at: readAt }) => author === 'client' && readAt === null)?._id
  const mark = useEffectEvent(async (last: string) => showAnswer(client, id, await api.readConversation(id, last)))
  useEffect(() => {
    // After a failure, the next attempt marks them.
    if (unread !== undefined && isLooking) mark(unread).catch(() => undefined)
  }, [unread, isLooking])
}

/** The client's copy of an answer for the Nerd, if the mask hides something (TALK-03); `text` is not blank. */
export const useAnswerPreview = (id: string, text: string, enabled: boolean) =>
  useQuery({
    queryKey: keys.preview(id, text),
    queryFn: () => api.previewAnswer(id, text),
    enabled,
    placeholderData: keepPreviousData,
    gcTime: 0,
    retry: false,
  })
