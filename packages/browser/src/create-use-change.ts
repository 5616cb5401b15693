import { hashKey, type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'

/**
 * Makes the hook for a call whose answer replaces the cache of `queryKey`; `onDone` gets the answer and the request.
 * Calls of one key run one after another, so that the last choice wins.
 *
 * @param personId who is signed in: an answer for another person is dropped (AUTH-15)
 */
export function createUseChange(personId: () => string | undefined) {
  return function useChange<Answer, Change = void>(
    queryKey: QueryKey,
    send: (change: Change) => Promise<Answer>,
    onDone?: (answer: Answer, change: Change) => void,
  ) {
    const queryClient = useQueryClient()
    return useMutation({
      mutationFn: send,
      scope: { id: hashKey(queryKey) },
      onMutate: personId,
      onSuccess(answer, change, sender) {
        if (personId() !== sender) return
        // A read in flight may answer with the older state.
        void queryClient.cancelQueries({ queryKey, exact: true })
        queryClient.setQueryData(queryKey, answer)
        onDone?.(answer, change)
      },
    })
  }
}
