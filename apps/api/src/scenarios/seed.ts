import { createClient } from '../accounts/create-client.ts'
import { findClientIdByPhone } from '../accounts/find-client.ts'
import { startWithReplies } from '../conversations/saved-replies.ts'
import { startWithCoupons } from '../discounts/code-uses.ts'
import { markRecalled } from '../orders/change/recall-unpaid-orders.ts'
import { startWithNerds } from '../nerds/register.ts'
import { forgetMessagesTo } from '../outbox/messages-to.ts'
import { pricesFor, startWithPrices } from '../pricing/prices.ts'
import type { Settings } from '../settings.ts'
import type { Queries } from '../database/tables.ts'
import { isUniqueViolation, transaction } from '../database/transaction.ts'
import { type SeededPerson, seededPeople } from './people.ts'
import { createSampleOrder, seedSampleOrders } from './seed-sample-orders.ts'
import { sandboxCoupons } from './sandbox-coupons.ts'
import { sandboxNerds } from './sandbox-nerds.ts'
import { sandboxPrices } from './sandbox-prices.ts'
import { sandboxStaff } from './sandbox-staff.ts'
import { startWithStaff } from '../staff/members.ts'

/**
 * Fills the sandbox's database initially: prices, the coupons of DISC-17 and the people of SBX-04. Idempotent: existing
 * data stay.
 */
export async function seed(
  queries: Queries,
  { now, settings, people = seededPeople }: { now: number; settings: Settings; people?: readonly SeededPerson[] },
): Promise<void> {
  await startWithPrices(queries, { ...sandboxPrices, now })
  await startWithCoupons(queries, sandboxCoupons, now)
  await startWithNerds(queries, sandboxNerds, now)
  await startWithReplies(queries, sandboxReplies, { author: 'sandbox', now })
  for (const person of people) {
    const seeded = transaction(queries, async (within) => {
      if ((await findClientIdByPhone(within, person.phone)) === undefined) {
        await seedPerson(within, { person, now, settings })
      }
    })
    await unlessSeeded(seeded)
  }
  await unlessSeeded(transaction(queries, (within) => startWithStaff(within, sandboxStaff, now)))
}

/** Another starting process may be first. */
async function unlessSeeded(seeding: Promise<void>): Promise<void> {
  await seeding.catch((error: unknown) => {
    if (!isUniqueViolation(error)) throw error
  })
}

const hourMs = 3_600_000

async function seedPerson(
  queries: Queries,
  { person, now, settings }: { person: SeededPerson; now: number; settings: Settings },
): Promise<void> {
  const clientId = await createClient(queries, now, person)
  if (person.sampleOrders) {
    await seedSampleOrders(queries, { clientId, now, settings })
    // Events of samples are no news.
    await forgetMessagesTo(
      queries,
      [person.phone, person.email].map((address) => ({ address })),
      now,
    )
  }
  await seedUnpaidOrders(queries, { clientId, count: person.unpaidOrders, now })
  await markRecalled(queries, clientId, now)
}

/** Creates unpaid orders of a client, each an hour older than the next, so that the list is sorted. */
export async function seedUnpaidOrders(
  queries: Queries,
  { clientId, count, now }: { clientId: string; count: number; now: number },
): Promise<void> {
  const prices = await pricesFor(queries, clientId)
  for (let index = count; index > 0; index -= 1) {
    const at = now - (index - 1) * hourMs
    const details = `Sample task ${index}`
    await createSampleOrder(queries, { clientId, index, now: at, dueFrom: now, details, prices })
  }
}

/** The saved replies of the sandbox (DESK-04). */
const sandboxReplies = [
  {
    name: 'Work on its way',
    text: 'Hi {client}, {nerd} is working on {title}. It’s due {deadline}.',
  },
  {
    name: 'Files, please',
    text: 'Hi {client}, please add the readings and the instructions to order {order}, so that we can start right away.',
  },
  {
    name: 'Free revision',
    text: 'Sorry about that, {client}. Press “Request a revision” on order {order} and say what should change. It’s free.',
  },
  { name: 'Thanks', text: 'You’re welcome, {client}! Good luck.' },
] as const
