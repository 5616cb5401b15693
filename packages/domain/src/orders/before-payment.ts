import { isBlank } from '../input/visible-text.ts'

/**
 * What a complete order form may still lack before payment (FLOW-32), in the order asked:
 * - `description`: neither text nor file
 * - `email`: the client has no address
 * - `honour_code`: not agreed for this order, because staff described it (LAW-03)
 * - `age`: the client has not confirmed being 18 or older (LAW-02)
 */
export type MissingBeforePayment = 'description' | 'email' | 'honour_code' | 'age'

/** What decides, besides the form, whether an order may be paid. */
export interface PaymentTerms {
  /** Partly paid orders need nothing more. */
  paid: boolean
  details: string | null
  files: number
  honourCodeAgreed: boolean
  /** The client's address. */
  email: string | null | undefined
  adultConfirmed: boolean
}

/** Whether text or a file describes the order (FLOW-21, FLOW-32). */
export function isDescribed({ details, files }: Pick<PaymentTerms, 'details' | 'files'>): boolean {
  return files > 0 || (details !== null && !isBlank(details))
}

/** What is missing before payment, in order (FLOW-32); every way to pay checks this. */
export function missingBeforePayment(order: PaymentTerms): readonly MissingBeforePayment[] {
  if (order.paid) return []
  const isPresent: Record<MissingBeforePayment, boolean> = {
    description: isDescribed(order),
    email: Boolean(order.email),
    honour_code: order.honourCodeAgreed,
    age: order.adultConfirmed,
  }
  return (Object.keys(isPresent) as MissingBeforePayment[]).filter((step) => !isPresent[step])
}
