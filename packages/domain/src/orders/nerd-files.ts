import { orderCan } from './order-can.ts'
import type { OrderFacts } from './order-facts.ts'
import { orderIs } from './order-is.ts'

/** Which kinds of files of its Nerd are there to be read. */
export interface NerdFiles {
  draft: boolean
  work: boolean
}

/** What an order has from its Nerd before anything came. */
export const noNerdFiles: NerdFiles = { draft: false, work: false }

/**
 * Whether there is something of the Nerd's that the client may download at this moment (STATE-12): the finished work where
 * the state allows it, a draft as soon as it is there; of an order on which nothing was paid neither.
 */
export function mayDownloadNow(order: OrderFacts, { draft, work }: NerdFiles): boolean {
  return (work && orderCan.downloadFile(order)) || (draft && orderIs.paid(order))
}
