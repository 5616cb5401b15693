import { outcomeUnknown } from '@nerdify/browser/call-error.ts'
import type { NerdPage, RegisteredNerd } from '@nerdify/contract/nerds.ts'
import type {
  EventPosting,
  OperationsOrderChange,
  OperationsOrderWithHistory,
  OrderAgreement,
  RefundPosting,
} from '@nerdify/contract/operations.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from './client.ts'
import { livePauseMs, queryKeys } from './queries.ts'

/** One order with its history and waits (DESK-02), by id or number. */
export const useOrder = (idOrNumber: string) =>
  useQuery({
    queryKey: queryKeys.order(idOrNumber),
    queryFn: () => api.order(idOrNumber),
    refetchInterval: livePauseMs,
    refetchOnWindowFocus: 'always',
  })

/** The polling interval of files in the scanner, in ms. */
const scanPauseMs = 5_000

/** The files of an order; `version` is the order's: a change of the order may have added files. */
export const useOrderFiles = (id: string, version: number) =>
  useQuery({
    queryKey: [...queryKeys.orderFiles(id), version],
    queryFn: () => api.orderFiles(id),
    placeholderData: (before) => before,
    // The links expire, and the scanner clears files without an event.
    refetchInterval: ({ state }) =>
      state.data?.some(({ status }) => status === 'scanning') ? scanPauseMs : livePauseMs,
    refetchOnWindowFocus: 'always',
  })

/** Removes a file that staff added (OPS-05), with the key of the press. */
export function useRemoveFile(orderId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ fileId, key }: { fileId: string; key: string }) =>
      api.removeOrderFile(orderId, { file_id: fileId }, key),
    onSettled() {
      void queryClient.invalidateQueries({ queryKey: queryKeys.orderFiles(orderId) })
      void queryClient.invalidateQueries({ queryKey: ['order'] })
    },
  })
}

export const useClient = (id: string) => useQuery({ queryKey: queryKeys.client(id), queryFn: () => api.client(id) })

/** The client's orders, newest first. */
export const useClientOrders = (id: string) =>
  useQuery({ queryKey: queryKeys.clientOrders(id), queryFn: () => api.orders({ client: id }) })

/** Every active Nerd of the register (OPS-14). */
export const useActiveNerds = () =>
  useQuery({
    queryKey: queryKeys.nerds,
    async queryFn() {
      const nerds: RegisteredNerd[] = []
      let cursor: string | null = null
      do {
        const { results, next }: NerdPage = await api.nerds({ active: 'true', ...(cursor !== null && { cursor }) })
        nerds.push(...results)
        cursor = next
      } while (cursor !== null)
      return nerds
    },
  })

/** A step of an order, with the key of this press: a retry after an unknown outcome repeats it (API-11). */
interface StepPosting {
  body: EventPosting
  idempotencyKey: string
}

/** A write about the order in the address; its answer is the order. */
function useOrderWrite<Change>(
  order: OperationsOrderWithHistory,
  address: string,
  send: (change: Change) => Promise<OperationsOrderWithHistory>,
) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: send,
    async onSuccess(answer) {
      // A read in flight may answer with the older state.
      await queryClient.cancelQueries({ queryKey: queryKeys.order(address) })
      // A repeated press answers as its first did, which a colleague's change may have overtaken.
      queryClient.setQueryData<OperationsOrderWithHistory>(queryKeys.order(address), (shown) =>
        shown !== undefined && shown.version > answer.version ? shown : answer,
      )
      void queryClient.invalidateQueries({ queryKey: queryKeys.queue })
      void queryClient.invalidateQueries({ queryKey: queryKeys.clientOrders(order.client_id) })
      void queryClient.invalidateQueries({ queryKey: queryKeys.nerds })
      // Its conversation has the same holder, and the note.
      void queryClient.invalidateQueries({ queryKey: ['conversation'] })
    },
    onError: (error) => {
      if (!outcomeUnknown(error)) void queryClient.invalidateQueries({ queryKey: queryKeys.order(address) })
    },
  })
}

/** Posts an event of operations (OPS-05). */
export const usePostStep = (order: OperationsOrderWithHistory, address: string) =>
  useOrderWrite(order, address, ({ body, idempotencyKey }: StepPosting) =>
    api.postEvent(order.id, body, idempotencyKey),
  )

/** Mails the Nerd the work sheet again (OPS-14), with the key of the press. */
export const useMailSheet = (order: OperationsOrderWithHistory, address: string) =>
  useOrderWrite(order, address, (idempotencyKey: string) => api.mailWorkSheet(order.id, idempotencyKey))

/** An order's waits for a colleague, with a note; each call has its key. */
interface HandOver {
  staff: string
  note: string
  key: string
  noteKey: string
}

/** Hands an order over (OPS-09), then adds the note: a retry after one of the two calls does the rest. */
export const useHandOver = (order: OperationsOrderWithHistory, address: string) =>
  useOrderWrite(order, address, async ({ staff, note, key, noteKey }: HandOver) => {
    const takenOrder = await api.takeOrder(order.id, key, { staff })
    await api.noteConversation(order.id, note, noteKey)
    return takenOrder
  })

/** A refund (PAY-11), another price or size (OPS-12), or other terms of an unpaid order (OPS-05). */
type MoneyPosting = { key: string } & (
  | { step: 'refund'; body: RefundPosting }
  | { step: 'agree'; body: OrderAgreement }
  | { step: 'terms'; body: OperationsOrderChange }
)

/** A money step of an order. */
export const useOrderMoney = (order: OperationsOrderWithHistory, address: string) =>
  useOrderWrite(order, address, (posting: MoneyPosting) => {
    switch (posting.step) {
      case 'refund':
        return api.refundOrder(order.id, posting.body, posting.key)
      case 'agree':
        return api.agreeOrder(order.id, posting.body, posting.key)
      case 'terms':
        return api.changeOrder(order.id, posting.body, posting.key)
    }
  })

/** The order after an unsent change, as JSON (DESK-02). */
export const useOrderAfter = ({ id, version }: OperationsOrderWithHistory, change: string) =>
  useQuery({
    queryKey: ['order after', id, version, change],
    queryFn: () => api.tryOrderChange(id, JSON.parse(change) as OperationsOrderChange),
    enabled: change !== '{}',
    gcTime: 0,
    retry: false,
  })
