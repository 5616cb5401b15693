/** The system statuses as people read them. */
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
/** Where an order stands for the company (STATE); an order that is paid and in work has none: null. */
export type SystemStatus = keyof typeof systemStatusNames
/** Every system status, in the order of the vocabulary. */
export const systemStatuses = Object.keys(systemStatusNames) as readonly SystemStatus[]

/** Every client status, in the order of the vocabulary and as people read them. */
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
/** How far the work is, as the client is told (STATE); null before payment. */
export type ClientStatus = (typeof clientStatuses)[number]

/** The parts of the status bar, in its order (CAB-04). */
export const statusBarParts = [
  'In progress',
  'Nerd found',
  'Quality check',
  'Final touches',
  'Sent',
] as const satisfies readonly ClientStatus[]

/** Reads a system status in any case; null for none, undefined for one that is not known, for the caller to report. */
export function parseSystemStatus(text: string | null | undefined): SystemStatus | null | undefined {
  return parse(systemStatuses, text)
}

/** Reads a client status in any case; null for none, undefined for one that is not known, for the caller to report. */
export function parseClientStatus(text: string | null | undefined): ClientStatus | null | undefined {
  return parse(clientStatuses, text)
}

function parse<Status extends string>(
  statuses: readonly Status[],
  text: string | null | undefined,
): Status | null | undefined {
  const wanted = text?.trim().toLowerCase() ?? ''
  return wanted === '' ? null : statuses.find((status) => status.toLowerCase() === wanted)
}

/** STATE-01: a refund is asked for, granted or declined. Told any text, as it comes on the wire. */
export const isRefundStatus = (systemStatus: string | null): boolean =>
  systemStatus?.toLowerCase().includes('refund') ?? false
