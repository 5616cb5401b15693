import { transaction } from '../database/transaction.ts'
import { savePersonMarks } from '../returning-people/earlier-orders.ts'
import { withLease } from '../leases/with-lease.ts'
import { deleteUnfinishedOrders } from '../orders/change/delete-unfinished.ts'
import { countOrders } from '../orders/list/list-orders.ts'
import { lockOrdersOf } from '../orders/list/own-order.ts'
import { forgetTextsOf } from '../inbox/messages-waiting.ts'
import { mailStaff } from '../outbox/enqueue.ts'
import { forgetMessagesAbout, forgetMessagesTo } from '../outbox/messages-to.ts'
import { forgetWordsOfOptOuts } from '../outbox/opt-out/opt-outs.ts'
import { customerOf, cardsPaidWith } from '../payments/page/card-customer.ts'
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
/** How long an erasure may fail before staff get a mail. */
const stuckAfterMs = 3 * 3_600_000

/**
 * Erases the accounts whose clients requested it and did not cancel within the period (LAW-06); returns their number.
 * The next round retries a failed one; after three hours staff get a mail.
 */
export async function eraseDueAccounts(product: AppContext): Promise<number> {
  let erased = 0
  for (const clientId of await clientsToErase(product.queries, product.clock.now(), batch)) {
    product.ending.throwIfAborted()
    try {
      if (await withLease(product, `erase:${clientId}`, () => eraseAccount(product, clientId))) erased += 1
    } catch (error) {
      product.putOff(error as Error)
      await notifyOfStuckErasure(product, clientId, error as Error).catch(product.putOff)
    }
  }
  return erased
}

/** Notifies staff once of an erasure that has failed for hours. */
async function notifyOfStuckErasure(product: AppContext, clientId: string, { message }: Error): Promise<void> {
  const { queries, clock, settings } = product
  const now = clock.now()
  if ((await clientToErase(queries, { clientId, now: now - stuckAfterMs })) === undefined) return
  await mailStaff(queries, now, settings, {
    template: 'erasure-stuck',
    variables: { client: clientId, reason: message },
    dedupeKey: `erasure-stuck:${clientId}`,
  })
  product.wake.outbox()
}

/**
 * Erases one account: first the external data, where a repeat is harmless, then all rows in one transaction. The
 * sessions end, and the phone and the e-mail are free for a new account.
 */
async function eraseAccount(product: AppContext, clientId: string): Promise<boolean> {
  const { queries, clock, cards, files, erased } = product
  if ((await clientToErase(queries, { clientId, now: clock.now() })) === undefined) return false
  await endAllSubscriptions(product, clientId)
  const customer = await customerOf(queries, clientId)
  if (customer !== undefined) await cards.forgetCustomer(customer.customerId)
  for (const key of await objectsOfClient(queries, clientId)) await files.remove(key)
  return transaction(queries, async (within) => {
    const now = clock.now()
    if ((await clientToErase(within, { clientId, now, lock: true })) === undefined) return false
    // A concurrent write to an order ends before its words are erased, or finds the account erased.
    await lockOrdersOf(within, clientId)
    // Before the erasure, so that the list misses no erased account; it is too late to keep this one (SAFE-13).
    await erased.add(clientId)
    const addresses = await addressesOf(within, clientId, product.settings)
    // An erasure must not restore the offers of a first order (HOLD-09).
    await savePersonMarks(within, {
      clientId,
      paidOrders: (await countOrders(within, clientId)).paidOrders,
      people: [
        ...addresses.map(({ address }) => (address.includes('@') ? { email: address } : { phone: address })),
        ...(await cardsPaidWith(within, clientId)).map((cardFingerprint) => ({ cardFingerprint })),
      ],
      secret: product.settings.secret,
      now,
    })
    // A former phone may be another account's by now.
    const phones = addresses.flatMap(({ address, until }) =>
      until !== undefined || address.includes('@') ? [] : [address],
    )
    await forgetMessagesTo(within, addresses, now)
    await forgetWordsOfOptOuts(within, addresses)
    await forgetMessagesAbout(within, { clientId, phones }, now)
    await forgetTextsOf(within, phones)
    await eraseRows(within, clientId, now)
    await deleteUnfinishedOrders(within, clientId, now)
    return true
  })
}

/** Ids per statement. */
const mostKeys = 1000

/**
 * Schedules every account on the list of erased ones that exists again, as after the restore of an older backup
 * (SAFE-13); returns their number. Runs at the start, before the first request; the round of erasures follows.
 */
export async function eraseAgain({ erased, queries, clock }: Pick<AppContext, 'erased' | 'queries' | 'clock'>) {
  const ids = await erased.all()
  let due = 0
  for (let from = 0; from < ids.length; from += mostKeys) {
    due += await makeErasureDue(queries, ids.slice(from, from + mostKeys), clock.now())
  }
  return due
}
