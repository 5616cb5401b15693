import { type NameableOrder, orderName } from '@nerdify/domain/orders/order-name.ts'

/** What a row has of what names an order: all of the description, or only its first words. */
type NameableRow = Omit<NameableOrder, 'details'> & { details?: string | null; details_start?: string | null }

/** What the order of a row is called (EASE-03). */
export const nameOf = ({ title, subject, details, details_start }: NameableRow): string | undefined =>
  orderName({ title, subject, details: details ?? details_start ?? null })
