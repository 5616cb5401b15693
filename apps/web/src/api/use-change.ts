import { hashKey, type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { session } from '../visit/session.ts'

/**
 * A call whose answer replaces the cache of `queryKey`; `onDone` gets the answer and the request. Calls of one key run
 * one after another, so that the last choice wins. An answer for a person who has signed out meanwhile is dropped
 * (AUTH-15).
 */
export function useChange<Answer, Change = void>(
  queryKey: QueryKey,
  send: (change: Change) => Promise<Answer>,
  onDone?: (answer: Answer, change: Change) => void,
) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: send,
    scope: { id: hashKey(queryKey) },
    onMutate: session.clientId,
    onSuccess(answer, change, sender) {
      if (session.clientId() !== sender) return
      // A read in flight may answer with the older state.
      void queryClient.cancelQueries({ queryKey, exact: true })
      queryClient.setQueryData(queryKey, answer)
      onDone?.(answer, change)
    },
  })
}
