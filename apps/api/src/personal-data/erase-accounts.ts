import { transaction } from '../database/transaction.ts'
import { savePersonMarks } from '../returning-people/earlier-orders.ts'
import { withLease } from '../leases/with-lease.ts'
import { countOrders } from '../orders/list/list-orders.ts'
import { forgetTextsOf } from '../inbox/messages-waiting.ts'
import { forgetMessagesAbout, forgetMessagesTo } from '../outbox/messages-to.ts'
import { cardCustomerOf, cardsPaidWith } from '../payments/page/card-customer.ts'
import type { AppContext } from '../app-context.ts'
import { endAllSubscriptions } from '../subscriptions/manage-subscription.ts'
import {
  addressesOf,
  clientsToErase,
  clientToErase,
  eraseRows,
  makeErasureDue,
  objectsOfClient,
} from './personal-data.store.ts'

const batch = 20

/**
 * Erases the accounts whose clients asked for it and did not take it back within the days that they have (LAW-06);
 * answers how many. One that fails is tried again in the next round.
 */
export async function eraseDueAccounts(product: AppContext): Promise<number> {
  let erased = 0
  for (const clientId of await clientsToErase(product.queries, product.clock.now(), batch)) {
    product.ending.throwIfAborted()
    try {
      if (await withLease(product, `erase:${clientId}`, () => eraseAccount(product, clientId))) erased += 1
    } catch (error) {
      product.putOff(error as Error)
    }
  }
  return erased
}

/**
 * Erases one account: first what lies outside, where a repeat does no harm, then all rows in one transaction. With them go
 * the sessions, and the phone and the e-mail are free for a new account.
 */
async function eraseAccount(product: AppContext, clientId: string): Promise<boolean> {
  const { queries, clock, cards, files, erased } = product
  if ((await clientToErase(queries, { clientId, now: clock.now() })) === undefined) return false
  await endAllSubscriptions(product, clientId)
  const customerId = await cardCustomerOf(queries, clientId)
  if (customerId !== undefined) await cards.forgetCustomer(customerId)
  for (const key of await objectsOfClient(queries, clientId)) await files.remove(key)
  return transaction(queries, async (within) => {
    const now = clock.now()
    if ((await clientToErase(within, { clientId, now, lock: true })) === undefined) return false
    // Before it is done, so that no erased account is missing there; it is too late to keep this one (SAFE-13).
    await erased.add(clientId)
    const held = await addressesOf(within, clientId, product.settings)
    // What is for a first order is not to be had again by erasing (HOLD-09).
    await savePersonMarks(within, {
      clientId,
      paidOrders: (await countOrders(within, clientId)).paidOrders,
      people: [
        ...held.map(({ address }) => (address.includes('@') ? { email: address } : { phone: address })),
        ...(await cardsPaidWith(within, clientId)).map((cardFingerprint) => ({ cardFingerprint })),
      ],
      secret: product.settings.secret,
      now,
    })
    const phones = held.map(({ address }) => address).filter((address) => !address.includes('@'))
    await forgetMessagesTo(within, held, now)
    await forgetMessagesAbout(within, { clientId, phones }, now)
    await forgetTextsOf(within, phones)
    await eraseRows(within, clientId, now)
    return true
  })
}

/** So many keys are asked for in one statement. */
const mostKeys = 1000

/**
 * Has every account erased again that was erased before and is there, as after the restore of an older backup (SAFE-13);
 * answers how many. At the start, before anybody is served; the round of erasures then does it.
 */
export async function eraseAgain({ erased, queries, clock }: Pick<AppContext, 'erased' | 'queries' | 'clock'>) {
  const ids = await erased.all()
  let due = 0
  for (let from = 0; from < ids.length; from += mostKeys) {
    due += await makeErasureDue(queries, ids.slice(from, from + mostKeys), clock.now())
  }
  return due
}
