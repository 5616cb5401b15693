import { serviceKeys, serviceNames } from '@nerdify/domain/catalog/services.ts'
import { fullDates } from '@nerdify/domain/dates/full-dates.ts'
import { formatMoney } from '@nerdify/domain/pricing/money.ts'
import { sizeLabel } from '@nerdify/domain/pricing/units.ts'
import { nameOf } from './list/order-facts-of.ts'
import { quotableOf } from './price/quote-order.ts'
import type { MaybeWaiting } from './waiting-orders.store.ts'

/** The columns of an order that staff read. */
type OrderOfStaff = Omit<MaybeWaiting, 'history' | 'details_start' | 'taken_by' | 'taken_at'> &
  Parameters<typeof nameOf>[0]

/** An order's work as staff read it: "Essay (writing), 2 pages: Causes of the war". */
export const taskOf = (order: OrderOfStaff): string => [kindOfWork(order), nameOf(order)].filter(Boolean).join(': ')

/** Type and size of an order: "Essay (writing), 2 pages". */
export function kindOfWork(order: Pick<OrderOfStaff, 'price_name'> & Parameters<typeof quotableOf>[0]): string {
  const { size } = quotableOf(order)
  return [order.price_name, size === null ? null : sizeLabel(size)].filter(Boolean).join(', ')
}

/** The services bought with an order, by name, without refunded ones. */
export const extrasOf = ({ services }: Pick<MaybeWaiting, 'services'>): string[] =>
  serviceKeys.filter((key) => isOwed(services[key])).map((key) => serviceNames[key])

/** Whether a service was bought with an order or included in the plan, and not refunded. */
export const isOwed = (service: MaybeWaiting['services'][keyof MaybeWaiting['services']]): boolean =>
  service?.paid === true && !service.refunded

/** The facts of an order in each mail to staff (WAIT-03); `zone` is the company's, `title` is in the client's words. */
export function orderSummary(
  order: OrderOfStaff,
  zone: string,
): Record<'task' | 'title' | 'deadline' | 'extras' | 'paid', string> {
  const preference = order.preferred_worker === null ? [] : [`wants ${order.preferred_worker}`]
  return {
    task: kindOfWork(order),
    title: nameOf(order) ?? '',
    deadline: order.deadline === null ? 'none' : byCompanyClock(order.deadline, zone),
    extras: [...extrasOf(order), ...preference].join(', ') || 'none',
    paid: formatMoney(order.paid_cents),
  }
}

/** An instant in the company's zone: "Mon, Jan 11, 2027, 10:00 AM PST". */
export const byCompanyClock = (at: number, timeZone: string): string => fullDates(timeZone).instant(at)
