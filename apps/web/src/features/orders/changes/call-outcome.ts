import type { CallError } from '@nerdify/contract/error-body.ts'

/**
 * Whether a failed write may have been carried out all the same, or may be on another try: there was no answer, it was
 * not the product's, or the server is busy. Any other failure is a refusal.
 */
export function outcomeUnknown({ status }: CallError): boolean {
  return status < 400 || status === 408 || status === 429 || status >= 500
}
