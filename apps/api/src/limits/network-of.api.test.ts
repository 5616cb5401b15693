import { randomInt } from 'node:crypto'
import { expect, test } from 'vitest'
import { transaction } from '../database/transaction.ts'
import { testProduct } from '../testing/running-product.ts'
import { networkOf } from './network-of.ts'
import {
  codeRequestsFromOneIp,
  limitUse,
  newClientsFromOneIp,
  textBacksFromOneIp,
  unknownAddressesFromOneIp,
} from './rate-limit.ts'

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
])('[AUTH-21] %s is counted as %s', (ip, network) => {
  expect(networkOf(ip)).toBe(network)
})

test.each([newClientsFromOneIp, textBacksFromOneIp, codeRequestsFromOneIp, unknownAddressesFromOneIp])(
  '[AUTH-21] (abuse 26) $name: whoever has a whole /64 is one to it',
  async (limit) => {
    const { product } = await testProduct()
    const network = `2001:db8:${randomInt(0xffff).toString(16)}:${randomInt(0xffff).toString(16)}`
    const now = product.clock.now()
    for (let use = 1; use <= limit.most; use += 1) {
      await limitUse(product.queries, limit, { subject: `${network}::${use}`, now, scale: 1 })
    }
    await expect(
      transaction(product.queries, (queries) =>
        limitUse(queries, limit, { subject: `${network}:1:2:3:4`, now, scale: 1 }),
      ),
    ).rejects.toMatchObject({ status: 429 })
    await limitUse(product.queries, limit, { subject: '198.51.100.1', now, scale: 1 })
  },
)
