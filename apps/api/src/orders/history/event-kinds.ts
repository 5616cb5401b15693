import type { Worker, OperationsOrderChange } from '@nerdify/contract/operations.ts'
import type { ServiceKey } from '@nerdify/domain/catalog/services.ts'
import type { OrderFileType } from '@nerdify/domain/files/order-files.ts'
import type { LowRatingTag } from '@nerdify/domain/orders/mark.ts'
import type { OrderEventName } from '@nerdify/domain/orders/order-progress.ts'
import type { DisputeStatus } from '@nerdify/domain/payments/dispute-rules.ts'
import type { StoredService } from '../../database/tables.ts'

/** Facts of an event of STATE-17 beyond the order's columns. */
export interface TransitionData {
  /** The text of the person who triggered the event. */
  note?: string | undefined
  /** Our text for the client (TALK-06). */
  tell?: string | undefined
  /** The Nerd found for the order. */
  worker?: Worker
  /** The fee agreed with the Nerd, in dollars; staff alone read it (OPS-14). */
  fee?: number
  /** The new deadline, in ISO 8601. */
  deadline?: string
}

/** `amount` in dollars; `outside` for a refund that staff made outside of card and balance. */
interface RefundData {
  amount: number
  services?: readonly ServiceKey[]
  outside?: boolean
  reason?: string | undefined
}

/** `amount` in dollars. */
interface DisputeData {
  amount: number
  status: DisputeStatus
}

/** The events that give an order to a Nerd or take it from one. */
export const nerdEvents = ['nerd_found', 'reassign'] as const satisfies readonly OrderEventName[]
export type NerdData = EventData[(typeof nerdEvents)[number]]

/** The Nerds found for an order, the latest last. */
export const nerdsIn = (history: readonly HistoryEvent[]): Worker[] =>
  history.flatMap(({ event, data }) => (event === 'nerd_found' || event === 'reassign' ? (data.worker ?? []) : []))

type NoData = Record<never, never>

/** The kinds of events in an order's history with the facts that each stores. */
export interface EventData extends Record<OrderEventName, TransitionData> {
  created: NoData
  recalled: NoData
  /** A change by operations (OPS-05). */
  changed: Omit<OperationsOrderChange, 'price'> & { price_cents?: number }
  /** Another price or size of a paid order (OPS-12). */
  agreed: { price_cents: number; size?: string; note: string; tell?: string | undefined }
  details_added: { note: string }
  /** Files that the client added to a paid order, by their number. */
  files_added: { files: number }
  /** Services bought for a paid order; `free_reason` if the plan or the coupon includes them. */
  services_paid: { services: readonly ServiceKey[]; free_reason?: StoredService['free_reason'] }
  client_feedback: { mark: number; feedback?: string; tags?: readonly LowRatingTag[] }
  /** A file from operations, by its id. */
  file_added: { file: string; type: OrderFileType }
  /** A removed file from operations. */
  file_removed: { file: string; type: OrderFileType }
  /** Files of the upload page, by their number. */
  files_received: { files: number; description: string }
  refund: RefundData
  tip_refund: RefundData
  dispute: DisputeData
  dispute_won: DisputeData
  dispute_lost: DisputeData
}

export type EventKind = keyof EventData

/** An event to append to an order's history; `at` in epoch milliseconds. */
export type NewEvent<Kind extends EventKind> = {
  clientId: string
  orderId: string
  id?: string
  at: number
  author: string
  event: Kind
} & (NoData extends EventData[Kind] ? { data?: EventData[Kind] } : { data: EventData[Kind] })

/** A stored event; older rows may lack facts. `at` in epoch milliseconds. */
export type HistoryEvent<Kind extends EventKind = EventKind> = {
  [Each in Kind]: { event: Each; author: string; at: number; data: StoredFacts<EventData[Each]> }
}[Kind]

/** JSON has no undefined values. */
type StoredFacts<Data> = { [Fact in keyof Data]?: Exclude<Data[Fact], undefined> }
