import { orderCan } from './order-can.ts'
import type { OrderFacts } from './order-facts.ts'
import { orderIs } from './order-is.ts'

/** The kinds of the Nerd's files that are ready to download. */
export interface NerdFiles {
  draft: boolean
  work: boolean
}

export const noNerdFiles: NerdFiles = { draft: false, work: false }

/**
 * Whether the client may download one of the Nerd's files now (STATE-12): the finished work if the state allows it, a
 * draft once uploaded; neither on an unpaid order.
 */
export function mayDownloadNow(order: OrderFacts, { draft, work }: NerdFiles): boolean {
  return (work && orderCan.downloadFile(order)) || (draft && orderIs.paid(order))
}
