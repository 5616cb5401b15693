import { Readable } from 'node:stream'
import { findClientIdByPhone } from '../accounts/find-client.ts'
import { addOrderFile, storeFile } from '../files/add-order-file.ts'
import { filesFor } from '../files/order-files.ts'
import { listOrders } from '../orders/list/list-orders.ts'
import { orderOf, type ShownOrder } from '../orders/list/own-order.ts'
import type { AppContext } from '../app-context.ts'
import type { Queries } from '../database/tables.ts'
import { transaction } from '../database/transaction.ts'
import { type SeededPerson, seededPeople } from './people.ts'
import { sampleOrders } from './sample-orders.ts'

const type = 'file_final_draft'
const sampleTitles: ReadonlySet<string | null> = new Set(sampleOrders.map(({ title }) => title))

/**
 * Adds finished work to the delivered sample orders, so that it can be downloaded (SBX-04). Idempotent. It writes into
 * the bucket, so it runs after the start.
 */
export async function seedFiles(
  product: AppContext,
  people: readonly Pick<SeededPerson, 'phone' | 'sampleOrders'>[] = seededPeople,
): Promise<void> {
  for (const { phone } of people.filter((person) => person.sampleOrders)) {
    const clientId = await findClientIdByPhone(product.queries, phone)
    if (clientId === undefined) continue
    const list = { clientId, filter: undefined, now: product.clock.now() }
    for (let page = 0, pages = 1; page < pages; page += 1) {
      const { orders, ...found } = await listOrders(product.queries, { ...list, page })
      pages = found.pages
      for (const order of orders) await deliver(product, order)
    }
  }
}

async function deliver(product: AppContext, order: ShownOrder): Promise<void> {
  const { sent_at: at, client_id: clientId, id, title } = order
  if (at === null || !sampleTitles.has(title) || (await isDelivered(product, product.queries, order))) return
  const content = Buffer.from(`Order ${order.number}: ${title}\n\nA Nerd would have written here what was ordered.\n`)
  const file = { type, name: `order-${order.number}.txt`, bytes: content.length } as const
  const object = await storeFile(product, Readable.from([content]), file.bytes)
  await transaction(product.queries, async (queries) => {
    // Another starting process may have been first.
    const current = await orderOf(queries, clientId, id, { lock: true })
    if (current === undefined || (await isDelivered(product, queries, current))) return
    await addOrderFile(queries, { order: current, file, object, author: 'seed', now: at })
  })
}

const isDelivered = async (product: AppContext, queries: Queries, order: ShownOrder): Promise<boolean> =>
  (await filesFor(product, queries, { order, reader: 'operations' })).some((file) => file.type === type)
