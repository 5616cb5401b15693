import { isBlank } from '../input/visible-text.ts'

/**
 * Requirements for payment that a complete order form may not meet yet (FLOW-32), in the order of the questions:
 * - `description`: neither text nor file
 * - `email`: the client has no address
 * - `honour_code`: not agreed to for this order, because staff described it (LAW-03)
 * - `age`: the client has not confirmed being 18 or older (LAW-02)
 */
export type MissingBeforePayment = 'description' | 'email' | 'honour_code' | 'age'

/** The facts besides the form that decide whether an order may be paid. */
export interface PaymentTerms {
  /** In full or in part; a paid order has no further requirements. */
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

/** The unmet requirements for payment, in order (FLOW-32); every way to pay checks them. */
export function missingBeforePayment(order: PaymentTerms): readonly MissingBeforePayment[] {
  if (order.paid) return []
  const isMet: Record<MissingBeforePayment, boolean> = {
    description: isDescribed(order),
    email: Boolean(order.email),
    honour_code: order.honourCodeAgreed,
    age: order.adultConfirmed,
  }
  return (Object.keys(isMet) as MissingBeforePayment[]).filter((requirement) => !isMet[requirement])
}
