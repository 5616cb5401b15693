/** A phone or e-mail address and the time when it was a client's, in epoch milliseconds; unbounded if unknown. */
export interface DatedAddress {
  address: string
  from?: number
  /** The end of that time. */
  until?: number
  /** Only messages about this client, without those about the address itself: it may be another account's. */
  client?: string
}
