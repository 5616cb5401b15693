import { hashKey, type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'

/**
 * A call whose answer replaces the cache of `queryKey`; `onDone` gets the answer and the request. Calls of one key run
 * one after another, so that the last choice wins.
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
    onSuccess(answer, change) {
      // A read in flight may answer with the older state.
      void queryClient.cancelQueries({ queryKey, exact: true })
      queryClient.setQueryData(queryKey, answer)
      onDone?.(answer, change)
    },
  })
}
