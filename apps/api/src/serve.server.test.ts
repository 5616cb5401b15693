import { expect, test } from 'vitest'
import { pricesInForce } from './pricing/change-prices.ts'
import { openDatabase } from './serve.ts'
import { ownDatabase } from './testing/own-database.ts'
import { testProduct } from './testing/running-product.ts'

test('[GO-02] an empty production database gets a price table without prices, and no sandbox data', async () => {
  const { settings } = await testProduct()
  const { url, drop } = await ownDatabase()
  const { queries, close } = await openDatabase({ ...settings, production: true, databaseUrl: url })
  try {
    expect(await pricesInForce(queries)).toEqual({ rates: {}, services: {}, lateCredit: [], version: 1 })
    expect(await queries.selectFrom('client').select('id').execute()).toEqual([])
  } finally {
    await close()
    await drop()
  }
})
