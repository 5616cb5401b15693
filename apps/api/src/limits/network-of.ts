import { isIPv6 } from 'node:net'
import { createHmac } from 'node:crypto'

const groupsOfAddress = 8
/** What one household or server gets of IPv6 addresses: all of a /64 are one to the limits. */
const groupsOfNetwork = 4

/** Whom an IP address is counted for (AUTH-21): itself, or the /64 of an IPv6 one (payments.md 2.2). */
export function networkOf(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1]
  if (mapped !== undefined) return mapped
  if (!isIPv6(ip)) return ip
  const [head = '', tail] = (ip.split('%', 1)[0] ?? '').toLowerCase().split('::')
  const before = head.split(':').filter(Boolean)
  const after = tail?.split(':').filter(Boolean) ?? []
  const zeros = tail === undefined ? 0 : Math.max(0, groupsOfAddress - before.length - after.length)
  const groups = [...before, ...Array.from({ length: zeros }, () => '0'), ...after]
  return `${groups
    .slice(0, groupsOfNetwork)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`
}

/** Enough that no two networks of a day are one in the log. */
const hashBits = 96

/**
 * How the log names the network of an address (SAFE-10): the same name for the same network, and nobody without the server's
 * secret tells which one it is, or tries all there are.
 */
export function networkHash(secret: string, ip: string | undefined): string {
  // A connection that was cut has no address any more.
  const digest = createHmac('sha256', secret)
    .update(`network-in-log:${networkOf(ip ?? '')}`)
    .digest()
  return digest.subarray(0, hashBits / 8).toString('base64url')
}
