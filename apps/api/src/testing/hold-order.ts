/**
 * A program that locks an order's row like the product, in a transaction that never ends; tests freeze the program. It
 * takes DATABASE_URL, and the order's key as its argument.
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
