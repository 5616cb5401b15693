import { isBlank } from '../input/visible-text.ts'

/**
 * What an order may still lack to be paid once its form is filled in (FLOW-32), in the order in which it is asked for:
 * - `description`: neither a text nor a file says what is to be done
 * - `email`: its client has none
 * - `honour_code`: it was not agreed to for this order, because somebody else described it (LAW-03)
 * - `age`: its client has not confirmed being 18 or older (LAW-02)
 */
export type MissingBeforePayment = 'description' | 'email' | 'honour_code' | 'age'

/** What decides whether an order may be paid, beside what its form asks for. */
export interface PaymentTerms {
  /** Something was paid already: nothing is asked for any more. */
  paid: boolean
  details: string | null
  files: number
  honourCodeAgreed: boolean
  /** The client's address, undefined or null for none. */
  email: string | null | undefined
  adultConfirmed: boolean
}

/** Whether an order says what is to be done: in words or by a file (FLOW-21, FLOW-32). */
export function isDescribed({ details, files }: Pick<PaymentTerms, 'details' | 'files'>): boolean {
  return files > 0 || (details !== null && !isBlank(details))
}

/** What is missing before an order can be paid, first things first (FLOW-32); every way to pay asks here. */
export function missingBeforePayment(order: PaymentTerms): readonly MissingBeforePayment[] {
  if (order.paid) return []
  const given: Record<MissingBeforePayment, boolean> = {
    description: isDescribed(order),
    email: Boolean(order.email),
    honour_code: order.honourCodeAgreed,
    age: order.adultConfirmed,
  }
  return (Object.keys(given) as MissingBeforePayment[]).filter((step) => !given[step])
}
