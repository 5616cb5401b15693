import { mayReadWork } from '../orders/nerd-files.ts'
import type { OrderFacts } from '../orders/order-facts.ts'
import { orderIs } from '../orders/order-is.ts'

/** The types of an order's files, each with its sender (CAB-05). */
export const orderFileTypes = {
  file_draft_paper: 'nerd',
  file_final_draft: 'nerd',
  plagiarism_report: 'nerd',
  order_form: 'client',
  client_revision_request_file: 'client',
} as const satisfies Record<string, 'nerd' | 'client'>

export type OrderFileType = keyof typeof orderFileTypes

export const isOrderFileType = (type: string): type is OrderFileType => Object.hasOwn(orderFileTypes, type)

/**
 * Whether the client may see and download a file: their own always; a draft once the order is partly paid, since drafts
 * come before the work is done; the finished work and its plagiarism report as STATE-12 says.
 */
export function clientMaySee(type: OrderFileType, order: OrderFacts): boolean {
  if (orderFileTypes[type] === 'client') return true
  return type === 'file_draft_paper' ? orderIs.paid(order) : mayReadWork(order)
}
