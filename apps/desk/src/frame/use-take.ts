import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../api/client.ts'
import { queryKeys } from '../api/queries.ts'
import { usePress } from './use-press.ts'

/** Takes an order for the caller, or gives it back to everybody (OPS-09). */
export function useTake() {
  const queryClient = useQueryClient()
  const press = usePress()
  return useMutation({
    mutationFn: ({ id, isRelease }: { id: string; isRelease: boolean }) =>
      (isRelease ? api.releaseOrder : api.takeOrder)(id, press.begin(`${id} ${isRelease}`)),
    onSuccess: press.end,
    onSettled: () => {
      for (const name of ['order', 'conversation', 'conversations']) {
        void queryClient.invalidateQueries({ queryKey: [name] })
      }
      return queryClient.invalidateQueries({ queryKey: queryKeys.queue })
    },
  })
}
