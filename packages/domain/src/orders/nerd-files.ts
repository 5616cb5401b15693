import { orderCan } from './order-can.ts'
import type { OrderFacts } from './order-facts.ts'
import { orderIs } from './order-is.ts'

/** The kinds of the Nerd's files that are ready to download. */
export interface NerdFiles {
  draft: boolean
  work: boolean
}

export const noNerdFiles: NerdFiles = { draft: false, work: false }

/** Whether the client may read the finished work (STATE-12): not before it was sent, also during a refund. */
export const mayReadWork = (order: OrderFacts): boolean => order.sentAt !== null && orderCan.downloadFile(order)

/**
 * Whether the client may download one of the Nerd's files now (STATE-12): the finished work if the state allows it, a
 * draft once uploaded; neither on an unpaid order.
 */
export function mayDownloadNow(order: OrderFacts, { draft, work }: NerdFiles): boolean {
  return (work && mayReadWork(order)) || (draft && orderIs.paid(order))
}
