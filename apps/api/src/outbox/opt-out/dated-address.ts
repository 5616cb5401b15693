/** A phone or e-mail address and when it was a client's, in epoch milliseconds; without a bound, as long as anybody knows. */
export interface DatedAddress {
  address: string
  from?: number
  /** From this instant on it was theirs no more. */
  until?: number
}
