import type { OrderFacts } from '../orders/order-facts.ts'

const hourMs = 3_600_000
/** 11 January 2027, 10:00 UTC. */
const createdAt = 1_799_661_600_000

/**
 * The instants of a built order, in UTC milliseconds, so that a test can choose a time before, between or after them.
 */
export const orderTimes = {
  createdAt,
  sentAt: createdAt + 20 * hourMs,
  deadline: createdAt + 24 * hourMs,
  clientAcceptAt: createdAt + 30 * hourMs,
  revisionAcceptAt: createdAt + 31 * hourMs,
  revisionSentAt: createdAt + 40 * hourMs,
  revisionDeadline: createdAt + 48 * hourMs,
  refundAcceptAt: createdAt + 72 * hourMs,
} as const

const unpaidOrder: OrderFacts = {
  systemStatus: 'Unpaid',
  clientStatus: null,
  priced: true,
  priceCents: 4000,
  paidCents: 0,
  refundedCents: 0,
  cabinetPriceCents: 4000,
  deadline: orderTimes.deadline,
  createdAt,
  mark: 0,
  tags: [],
  additional: [],
  profileArch: false,
  declined: false,
  isPromo: false,
  isComplex: false,
  tipsPaid: false,
  revisionAcceptAt: null,
  clientAcceptAt: null,
  refundAcceptAt: null,
  offeredDeadline: null,
  revisionDeadline: null,
  sentAt: null,
  reviewSettledAt: null,
}

/** An immutable order builder for tests and stories; each step returns a new order. */
export class AnOrder {
  readonly facts: OrderFacts

  constructor(facts: OrderFacts) {
    this.facts = facts
  }

  /** Replaces some of the order's facts. */
  with(facts: Partial<OrderFacts>): AnOrder {
    return new AnOrder({ ...this.facts, ...facts })
  }

  /** Price and cabinet price, in cents. */
  costing(priceCents: number): AnOrder {
    return this.with({ priceCents, cabinetPriceCents: priceCents })
  }

  /** Without a size or deadline, so without a price. */
  unpriced(): AnOrder {
    return this.costing(0).with({ priced: false })
  }

  tagged(tag: string): AnOrder {
    return this.with({ tags: [...this.facts.tags, tag] })
  }

  flagged(flag: string): AnOrder {
    return this.with({ additional: [...this.facts.additional, flag] })
  }

  paid(): AnOrder {
    return this.with({ systemStatus: null, clientStatus: 'In progress', paidCents: this.facts.cabinetPriceCents })
  }

  partlyPaid(): AnOrder {
    return this.paid().with({ paidCents: Math.floor(this.facts.cabinetPriceCents / 2) })
  }

  nerdFound(): AnOrder {
    return this.with({ clientStatus: 'Nerd found' })
  }

  sent(): AnOrder {
    return this.with({ clientStatus: 'Sent', sentAt: orderTimes.sentAt })
  }

  accepted(): AnOrder {
    return this.with({
      systemStatus: 'Completed',
      clientStatus: 'Completed',
      clientAcceptAt: orderTimes.clientAcceptAt,
    }).tagged('client_accept')
  }

  revisionRequested(): AnOrder {
    return this.with({ systemStatus: 'Revision Requested', clientStatus: 'Revision requested' })
  }

  onRevision(): AnOrder {
    return this.with({
      systemStatus: 'Revision Accepted',
      clientStatus: 'On revision',
      revisionAcceptAt: orderTimes.revisionAcceptAt,
      revisionDeadline: orderTimes.revisionDeadline,
    })
  }

  revisionSent(): AnOrder {
    return this.with({
      systemStatus: 'Revision Completed',
      clientStatus: 'Revision sent',
      sentAt: orderTimes.revisionSentAt,
    })
  }

  refundRequested(): AnOrder {
    return this.with({ systemStatus: 'Refund Requested' })
  }

  refunded(): AnOrder {
    return this.with({
      systemStatus: 'Refund Accepted',
      refundAcceptAt: orderTimes.refundAcceptAt,
      refundedCents: this.facts.paidCents,
    })
  }

  refundDeclined(): AnOrder {
    return this.with({ systemStatus: 'Refund Declined' })
  }

  rated(mark: number): AnOrder {
    return this.with({ mark })
  }

  tipped(): AnOrder {
    return this.with({ tipsPaid: true })
  }

  declined(): AnOrder {
    return this.with({ declined: true })
  }

  deleted(): AnOrder {
    return this.with({ systemStatus: 'Deleted' })
  }
}

/** A new, unpaid order of $40: `anOrder().paid().sent().rated(5).facts`. */
export function anOrder(): AnOrder {
  return new AnOrder(unpaidOrder)
}
