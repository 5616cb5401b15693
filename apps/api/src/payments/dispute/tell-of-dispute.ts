import { formatMoney } from '@nerdify/domain/pricing/money.ts'
import type { Queries } from '../../database/tables.ts'
import { enqueue } from '../../outbox/enqueue.ts'
import type { CardDispute } from '../../ports.ts'
import type { Product } from '../../product.ts'

/** Tells staff that a payment of an order or of a plan is disputed at the bank, and how that ended (abuse 25); once for what the books know it by. */
export async function tellOfDispute(
  queries: Queries,
  { settings }: Pick<Product, 'settings'>,
  told: { of: 'order' | 'plan'; number: string; dispute: CardDispute; ref: string; now: number },
): Promise<void> {
  const { of, number, dispute, ref, now } = told
  await enqueue(queries, now, {
    channel: 'email',
    to: settings.supportEmail,
    template: 'payment-disputed',
    variables: { of, number, amount: formatMoney(dispute.cents), status: dispute.status },
    dedupeKey: `dispute:${ref}`,
  })
}
