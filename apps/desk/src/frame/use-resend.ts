import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../api/client.ts'
import { queryKeys } from '../api/queries.ts'
import { usePress } from './use-press.ts'

/** Sends a message again that did not arrive (MSG-05). */
export function useResend() {
  const client = useQueryClient()
  const press = usePress()
  return useMutation({
    mutationFn: ({ id }: { id: string }) => api.resendMessage(id, press.begin(id)),
    onSuccess: press.end,
    onSettled: () =>
      Promise.all([queryKeys.queue, ['client']].map((queryKey) => client.invalidateQueries({ queryKey }))),
  })
}
