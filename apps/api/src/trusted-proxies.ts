import type { IncomingMessage } from 'node:http'
import { BlockList, isIP, isIPv6, type Socket } from 'node:net'
import type { FastifyServerOptions } from 'fastify'

/**
 * The proxies that are trusted about a request's origin (SAFE-06): their number before us, 0 for none, or their
 * networks.
 */
export type TrustedProxies = number | readonly string[]

/** Networks whose addresses the internet does not route (RFC 1918, RFC 4193). */
export const privateNetworks = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'] as const

const bitsOf = { 4: 32, 6: 128 } as const

/** Whether a text is an address or a network in CIDR form; a network of every address trusts everybody. */
function isNetwork(text: string): boolean {
  const [address = '', prefix, ...more] = text.split('/')
  const version = isIP(address)
  if ((version !== 4 && version !== 6) || address.includes('%') || more.length > 0) return false
  return prefix === undefined || (/^[1-9]\d{0,2}$/.test(prefix) && Number(prefix) <= bitsOf[version])
}

const familyOf = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4')

/** Whether an IP address is one of these, or in one of these networks in CIDR form. */
export function isAmong(networks: readonly string[], address: string): boolean {
  const list = new BlockList()
  for (const network of networks) {
    const [first = '', prefix] = network.split('/')
    list.addSubnet(first, Number(prefix ?? bitsOf[isIPv6(first) ? 6 : 4]), familyOf(first))
  }
  return list.check(address, familyOf(address))
}

/** Reads TRUST_PROXY: a number of hops from 0 to 9, or networks with commas between them; undefined for anything else. */
export function trustedProxies(text: string): TrustedProxies | undefined {
  if (/^\d$/.test(text)) return Number(text)
  const networks = text.split(',').map((network) => network.trim())
  return networks.every(isNetwork) ? networks : undefined
}

/**
 * The setting in Fastify's form. Fastify trusts no proxy for a bare number, because a number cannot distinguish a proxy
 * from a caller who bypasses it; the runbook blocks that path (docs/operations.md).
 */
export function trustProxyOption(trusted: TrustedProxies): NonNullable<FastifyServerOptions['trustProxy']> {
  if (typeof trusted !== 'number') return [...trusted]
  return trusted === 0 ? false : (_address, hop) => hop < trusted
}

/** Whether a connection from this address is a proxy's; `hop` counts the proxies between it and us. */
export function isTrustedProxy(trusted: TrustedProxies, address: string, hop = 0): boolean {
  if (typeof trusted === 'number') return hop < trusted
  return isIP(address) !== 0 && isAmong(trusted, address)
}

/** The address of a request's origin, like Fastify's `request.ip`; for other servers. */
export function visitorAddress(
  { socket, headers }: Pick<IncomingMessage, 'headers'> & { socket: Pick<Socket, 'remoteAddress'> },
  trusted: TrustedProxies,
): string {
  const forwarded = [headers['x-forwarded-for'] ?? []].flat().join(',').split(',')
  const chain = [...forwarded.map((address) => address.trim()).filter(Boolean), socket.remoteAddress ?? ''].toReversed()
  return chain.find((address, hop) => !isTrustedProxy(trusted, address, hop)) ?? chain.at(-1) ?? ''
}
