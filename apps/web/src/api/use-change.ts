import { hashKey, type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { session } from '../session.ts'

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
    onMutate: session.clientId,
    onSuccess(answer, change, sender) {
      // Whoever is there now may be another person (AUTH-15).
      if (session.clientId() !== sender) return
      // A reading that is under way may be older.
      void queryClient.cancelQueries({ queryKey, exact: true })
      queryClient.setQueryData(queryKey, answer)
      onDone?.(answer, change)
    },
  })
}
