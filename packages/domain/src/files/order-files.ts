import { orderCan } from '../orders/order-can.ts'
import type { OrderFacts } from '../orders/order-facts.ts'
import { orderIs } from '../orders/order-is.ts'

/** The types of an order's files, by who they come from (CAB-05). */
export const orderFileTypes = {
  file_draft_paper: 'nerd',
  file_final_draft: 'nerd',
  plagiarism_report: 'nerd',
  order_form: 'client',
  client_revision_request_file: 'client',
} as const satisfies Record<string, 'nerd' | 'client'>

/** The type of an order's file. */
export type OrderFileType = keyof typeof orderFileTypes

/** Whether a text is a type of an order's file. */
export const isOrderFileType = (type: string): type is OrderFileType => Object.hasOwn(orderFileTypes, type)

/**
 * Whether the client may see and download a file of the order: their own always; a draft once something is paid, as it is
 * made while the work goes on; the finished work and its plagiarism report where STATE-12 says so.
 */
export function clientMaySee(type: OrderFileType, order: OrderFacts): boolean {
  if (orderFileTypes[type] === 'client') return true
  return type === 'file_draft_paper' ? orderIs.paid(order) : orderCan.downloadFile(order)
}
