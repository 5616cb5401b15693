import { randomInt } from 'node:crypto'
import { expect, test } from 'vitest'
import { transaction } from '../database/transaction.ts'
import { testProduct } from '../testing/running-product.ts'
import { networkOf, networksOf } from './network-of.ts'
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
])('[AUTH-21] counts %s as %s', (ip, network) => {
  expect(networkOf(ip)).toBe(network)
})

test.each([newClientsFromOneIp, textBacksFromOneIp, codeRequestsFromOneIp, unknownAddressesFromOneIp])(
  '[AUTH-21] (abuse 26) $name: the owner of a whole /64 counts as one',
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

test('[AUTH-21] counts an IPv6 address by its /64, /56 and /48, each with its limit', () => {
  expect(networksOf('2001:db8:1:ab2f::9')).toEqual([
    { network: '2001:db8:1:ab2f::/64', times: 1 },
    { network: '2001:db8:1:ab00::/56', times: 2 },
    { network: '2001:db8:1::/48', times: 4 },
  ])
  expect(networksOf('203.0.113.7')).toEqual([{ network: '203.0.113.7', times: 1 }])
})

test.each([
  ['/56', 2, (net: number) => `2001:db8:77:5${net.toString(16).padStart(2, '0')}::1`],
  ['/48', 4, (net: number) => `2001:db8:78:${net.toString(16).padStart(2, '0')}00::1`],
])('[AUTH-21] (abuse 26) a whole %s gets %i times a single address’s limit', async (_width, times, addressIn) => {
  const { product } = await testProduct()
  const now = product.clock.now()
  const ask = (net: number) =>
    transaction(product.queries, (queries) =>
      limitUse(queries, codeRequestsFromOneIp, { subject: addressIn(net), now, scale: 0.1 }),
    ).then(
      () => 1,
      () => 0,
    )
  let granted = 0
  for (let net = 0; net < 20; net += 1) granted += await ask(net)
  expect(granted).toBe(codeRequestsFromOneIp.most * 0.1 * times)
})
