import { topNerdRating } from '../catalog/services.ts'
import type { OrderFileType } from '../files/order-files.ts'
import { isSold, type OrderServices } from './additional-services.ts'
import type { Nerd } from './preferred-nerd.ts'

/** A paid promise that a staff event would break (WAIT-06). */
export type FulfillmentFault =
  | 'work_missing'
  | 'report_missing'
  | 'nerd_unnamed'
  | 'nerd_below_top'
  | 'nerd_not_preferred'

/** The refusals, for staff. */
export const fulfillmentFaultTexts: Record<FulfillmentFault, string> = {
  work_missing: 'Please add the finished work first (file_final_draft): no file has come since the last delivery.',
  report_missing: 'Please add the plagiarism report first (plagiarism_report): it is paid for or included.',
  nerd_unnamed: 'Please name the Nerd: the client has paid for who takes the order.',
  nerd_below_top: `The client has TOP Nerd: only Nerds rated ${topNerdRating} or higher can take this order.`,
  nerd_not_preferred: 'The client wants another Nerd. Please give a reason with the note.',
}

/** `at` is epoch milliseconds. */
export interface ExistingFile {
  type: OrderFileType
  at: number
}

interface Delivery {
  files: readonly ExistingFile[]
  sentAt: number | null
  services: OrderServices
}

/** A type of file that a delivery needs, the number of such files, and the fault without one. */
export interface DeliveryNeed {
  type: OrderFileType
  count: number
  fault: FulfillmentFault
}

/** What a delivery needs (WAIT-06): finished work newer than the last delivery, and the plagiarism report if sold. */
export function deliveryNeeds({ files, sentAt, services }: Delivery): DeliveryNeed[] {
  const count = (fileType: OrderFileType, after: number | null) =>
    files.filter(({ type, at }) => type === fileType && (after === null || at > after)).length
  const work: DeliveryNeed = {
    type: 'file_final_draft',
    count: count('file_final_draft', sentAt),
    fault: 'work_missing',
  }
  const report: DeliveryNeed = {
    type: 'plagiarism_report',
    count: count('plagiarism_report', null),
    fault: 'report_missing',
  }
  return isSold(services.adv_plagreport) ? [work, report] : [work]
}

/** The fault of the first need without a file; undefined if the delivery is complete. */
export const deliveryFault = (delivery: Delivery): FulfillmentFault | undefined =>
  deliveryNeeds(delivery).find(({ count }) => count === 0)?.fault

/**
 * Why a Nerd may not take the order (WAIT-06): below TOP Nerd on an order with that service, or not the preferred Nerd
 * and no `reason`. Undefined if they may.
 */
export function nerdFault({
  nerd,
  preferred,
  services,
  reason,
}: {
  nerd: Nerd | undefined
  preferred: string | null
  services: OrderServices
  reason: string | undefined
}): FulfillmentFault | undefined {
  const wantsTop = isSold(services.top_writer)
  const preferredName = isSold(services.client_recomended_writer) ? preferred : null
  if (nerd === undefined) return wantsTop || (preferredName !== null && !reason) ? 'nerd_unnamed' : undefined
  if (wantsTop && nerd.rating < topNerdRating) return 'nerd_below_top'
  return preferredName !== null && nerd.name !== preferredName && !reason ? 'nerd_not_preferred' : undefined
}
