import { hashKey, type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'

/**
 * A call whose answer is what `queryKey` keeps from then on; `onDone` is told it, and what was asked for. Those of one key
 * are sent one after another, so that the last choice is the one that holds.
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
      queryClient.setQueryData(queryKey, answer)
      onDone?.(answer, change)
    },
  })
}
