/**
 * A program that locks an order's row in a transaction like the product, and never ends it; tests freeze it. It takes
 * DATABASE_URL and the order's key.
 */
import { connectServer } from '../database/connect.ts'
import { transaction } from '../database/transaction.ts'

const [orderId = ''] = process.argv.slice(2)
const { queries } = connectServer(process.env.DATABASE_URL ?? '')
await transaction(queries, async (held) => {
  await held.selectFrom('client_order').select('id').where('id', '=', orderId).forUpdate().executeTakeFirstOrThrow()
  process.stdout.write('held\n')
  await new Promise((resolve) => setTimeout(resolve, 2 ** 30))
})
