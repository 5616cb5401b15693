import { createClient } from '../accounts/create-client.ts'
import { findClientIdByPhone } from '../accounts/find-client.ts'
import { markRecalled } from '../orders/change/recall-unpaid-orders.ts'
import type { Settings } from '../settings.ts'
import type { Queries } from '../database/tables.ts'
import { transaction } from '../database/transaction.ts'
import { sampleOrders } from './sample-orders.ts'
import { seed, seedUnpaidOrders } from './seed.ts'
import { seedLateOrders, seedSampleOrders } from './seed-sample-orders.ts'

/** `now` is in epoch milliseconds. */
export interface ScenarioContext {
  queries: Queries
  settings: Settings
  now: number
  /** The client of the orders, E.164; created if missing. */
  phone: string
  /** The number of orders, for scenarios that take one. */
  count: number
}

/** Data to try the product with. */
export interface Scenario {
  /** Its result, in a sentence without the full stop. */
  gives: string
  takes: readonly ('phone' | 'count')[]
  /** Runs it; returns the result in a sentence. */
  run(context: ScenarioContext): Promise<string>
}

/** Every scenario by its name (SBX-04). */
export const scenarios: Readonly<Record<string, Scenario>> = {
  people: {
    gives: 'the people of the sandbox with their orders, prices and coupons; who is there already stays as they are',
    takes: [],
    async run({ queries, settings, now }) {
      await seed(queries, { now, settings })
      return 'The people of the sandbox are there.'
    },
  },
  states: {
    gives: 'a client with an order in every state, and something on the balance',
    takes: ['phone'],
    async run({ queries, settings, now, phone }) {
      await transaction(queries, async (within) => {
        const clientId = await findOrCreateClient(within, phone, now)
        await seedSampleOrders(within, { clientId, now, settings })
        await markRecalled(within, clientId, now)
      })
      return `${phone} has ${sampleOrders.length} more orders, one in every state.`
    },
  },
  orders: {
    gives: 'a client with many unpaid orders',
    takes: ['phone', 'count'],
    async run({ queries, now, phone, count }) {
      await transaction(queries, async (within) => {
        const clientId = await findOrCreateClient(within, phone, now)
        await seedUnpaidOrders(within, { clientId, count, now })
        await markRecalled(within, clientId, now)
      })
      return `${phone} has ${count} more unpaid orders.`
    },
  },
  late: {
    gives: 'a client with many orders that no Nerd has delivered in time',
    takes: ['phone', 'count'],
    async run({ queries, settings, now, phone, count }) {
      await transaction(queries, async (within) => {
        const clientId = await findOrCreateClient(within, phone, now)
        await seedLateOrders(within, { clientId, count, now, settings })
      })
      return `${phone} has ${count} more late orders.`
    },
  },
}

async function findOrCreateClient(queries: Queries, phone: string, now: number): Promise<string> {
  return (
    (await findClientIdByPhone(queries, phone)) ??
    createClient(queries, now, { phone, email: null, adultConfirmed: true })
  )
}
