import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'

/** A call whose answer is what `queryKey` keeps from then on; `onDone` is told it, and what was asked for. */
export function useChange<Answer, Change = void>(
  queryKey: QueryKey,
  send: (change: Change) => Promise<Answer>,
  onDone?: (answer: Answer, change: Change) => void,
) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: send,
    onSuccess(answer, change) {
      queryClient.setQueryData(queryKey, answer)
      onDone?.(answer, change)
    },
  })
}
