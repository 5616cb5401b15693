import { isIPv6 } from 'node:net'
import { createHmac } from 'node:crypto'

const groupsOfAddress = 8

/** A network that uses count for, and the factor on the limit of a single address. */
interface CountedNetwork {
  network: string
  times: number
}

/**
 * The networks that an IP address counts for, narrowest first (AUTH-21): an IPv4 address by itself; an IPv6 address by
 * its /64 (a household or server), /56 (a customer) and /48 (an organization), because the owner of a wide one has all
 * addresses in it.
 */
export function networksOf(ip: string): readonly [CountedNetwork, ...CountedNetwork[]] {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1]
  if (mapped !== undefined || !isIPv6(ip)) return [{ network: mapped ?? ip, times: 1 }]
  const [one, two, three, four = '0'] = groupsOf(ip)
  const site = [one, two, three].join(':')
  return [
    { network: `${site}:${four}::/64`, times: 1 },
    { network: `${site}:${(Number.parseInt(four, 16) & 0xff00).toString(16)}::/56`, times: 2 },
    { network: `${site}::/48`, times: 4 },
  ]
}

/** The narrowest network of an IP address: itself, or the /64 of an IPv6 one (payments.md 2.2). */
export const networkOf = (ip: string): string => networksOf(ip)[0].network

/** The widest network that one customer may have: an IPv4 address itself, or the /48 of an IPv6 one. */
export const widestNetworkOf = (ip: string): string => networksOf(ip).at(-1)?.network ?? ip

/** The eight groups of an IPv6 address, without leading zeros. */
function groupsOf(ip: string): string[] {
  const [head = '', tail] = (ip.split('%', 1)[0] ?? '').toLowerCase().split('::')
  const before = head.split(':').filter(Boolean)
  const after = tail?.split(':').filter(Boolean) ?? []
  const zeros = tail === undefined ? 0 : Math.max(0, groupsOfAddress - before.length - after.length)
  const groups = [...before, ...Array.from({ length: zeros }, () => '0'), ...after]
  return groups.map((group) => group.replace(/^0+(?=.)/, ''))
}

/** Enough that no two networks of a day have equal hashes in the log. */
const hashBits = 96

/**
 * The name of an address's network in the log (SAFE-10): the same for the same network; without the server's secret
 * nobody can find the network, not even by trying all.
 */
export function networkHash(secret: string, ip: string | undefined): string {
  // A closed connection no longer has an address.
  const digest = createHmac('sha256', secret)
    .update(`network-in-log:${networkOf(ip ?? '')}`)
    .digest()
  return digest.subarray(0, hashBits / 8).toString('base64url')
}
