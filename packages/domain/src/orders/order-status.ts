/** System statuses with their names for people. */
export const systemStatusNames = {
  Unpaid: 'Unpaid',
  Completed: 'Completed',
  'Revision Requested': 'Revision requested',
  'Revision Accepted': 'Revision accepted',
  'Revision Completed': 'Revision completed',
  'Refund Requested': 'Refund requested',
  'Refund Accepted': 'Refunded',
  'Refund Declined': 'Refund declined',
  Deleted: 'Deleted',
}
/** The company's view of an order (STATE); null for an order that is paid and in work. */
export type SystemStatus = keyof typeof systemStatusNames
/** In the order of the vocabulary. */
export const systemStatuses = Object.keys(systemStatusNames) as readonly SystemStatus[]

/** Client statuses in the order of the vocabulary; they are also their names for people. */
export const clientStatuses = [
  'In progress',
  'Nerd found',
  'Quality check',
  'Final touches',
  'Sent',
  'Revision requested',
  'On revision',
  'Revision sent',
  'Completed',
] as const
/** The progress of the work as the client sees it (STATE); null before payment. */
export type ClientStatus = (typeof clientStatuses)[number]

/** The parts of the status bar, in order (CAB-04). */
export const statusBarParts = [
  'In progress',
  'Nerd found',
  'Quality check',
  'Final touches',
  'Sent',
] as const satisfies readonly ClientStatus[]

/** The client statuses before the first delivery. */
export const statusesBeforeDelivery: readonly ClientStatus[] = statusBarParts.slice(0, statusBarParts.indexOf('Sent'))

/** STATE-01: a refund is requested, granted or declined. */
export const isRefundStatus = (systemStatus: SystemStatus | null): boolean =>
  systemStatus?.startsWith('Refund') ?? false

/** A client status as clients read it: the word of the wire, or a clearer one of ours (EASE-04). */
export const statusWord = (status: string): string => (status === 'In progress' ? 'Finding your Nerd' : status)
