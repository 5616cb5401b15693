import { randomInt } from 'node:crypto'
import { networkInterfaces } from 'node:os'
import { opsPaths } from '@nerdify/contract/ops-paths.ts'
import type { OperationsCaller } from '@nerdify/contract/operations.ts'
import type { Settings } from '../settings.ts'
import { isAmong, privateNetworks } from '../trusted-proxies.ts'
import { isPublic } from '../unsafe-settings.ts'
import { answerOf, askAgain } from './answer-of.ts'

/**
 * Checks whether the product trusts a forged `X-Forwarded-For` (SAFE-06): asks it, at the public address and with the
 * operations token, for the call's origin, once unchanged and once with a documentation address (RFC 5737). A private
 * address as the origin means that the site may not see its visitors' own addresses.
 *
 * @param own addresses of this machine in CIDR form
 */
export async function lookAtProxy(settings: Settings, own: readonly string[] = ownAddresses()): Promise<string> {
  const forged = `198.51.100.${randomInt(1, 255)}`
  const plain = await askWhereFrom(settings)
  const withForged = typeof plain === 'string' ? plain : await askWhereFrom(settings, forged)
  if (typeof plain === 'string' || typeof withForged === 'string') {
    return askAgain(settings.publicUrl, String(withForged))
  }
  if (withForged.ip_address === forged) {
    if (typeof settings.trustProxy !== 'number' && isAmong(settings.trustProxy, plain.ip_address)) {
      return `This machine (${plain.ip_address}) is in TRUST_PROXY itself: run the doctor from another one to know whether a forged address is believed.`
    }
    throw new Error('A forged X-Forwarded-For is believed, so limits and regions are whatever a visitor writes')
  }
  if (settings.trustProxy === 0 && plain.forwarded_for !== null) {
    throw new Error(`A proxy is in front of the product, so all its visitors count as one (${plain.ip_address})`)
  }
  return `A forged X-Forwarded-For is not believed.${aboutPrivate(plain.ip_address, own)}`
}

/**
 * A remark about a private origin of the doctor's own call: a call from the site's own network proves nothing about
 * visitors.
 *
 * @throws {Error} if this machine is on the internet and outside of that network, like a visitor
 */
function aboutPrivate(seen: string, own: readonly string[]): string {
  if (!isAmong(privateNetworks, seen)) return ''
  const isOnInternet = own.some((address) => isPublic(address.split('/')[0] ?? ''))
  if (isOnInternet && !isAmong(own, seen)) {
    throw new Error(
      `The site sees a private address (${seen}) in place of this machine’s, so visitors may count as one (in Docker, networks need enable_ipv6)`,
    )
  }
  return ` The site sees this machine as ${seen}, a private address: run the doctor from another one to know whether it sees visitors by their own.`
}

const ownAddresses = () =>
  Object.values(networkInterfaces()).flatMap((addresses = []) => addresses.flatMap(({ cidr }) => cidr ?? []))

/** The product's answer, or the reason for none. */
async function askWhereFrom(settings: Settings, forged?: string): Promise<OperationsCaller | string> {
  const answer = await answerOf(settings.publicUrl + opsPaths.caller(), {
    headers: {
      authorization: `Bearer ${settings.operationsToken}`,
      ...(forged !== undefined && { 'x-forwarded-for': forged }),
    },
  })
  if (typeof answer === 'string') return answer
  if (answer.status !== 200) throw new Error(`${settings.publicUrl} answers ${answer.status} to OPERATIONS_TOKEN`)
  return (await answer.json()) as OperationsCaller
}
