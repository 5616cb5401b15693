import { randomInt } from 'node:crypto'
import { opsPaths } from '@nerdify/contract/ops-paths.ts'
import type { OperationsCaller } from '@nerdify/contract/operations.ts'
import type { Settings } from '../settings.ts'
import { isAmong } from '../trusted-proxies.ts'

/** What a proxy answers for a product that is not there. */
const productIsAway = [502, 503, 504]

/**
 * Finds out whether a forged `X-Forwarded-For` is believed (SAFE-06): asks the product, at the address that visitors use and
 * with the token of operations, where the call came from, once as it is and once with an address of nobody (RFC 5737).
 */
export async function lookAtProxy(settings: Settings): Promise<string> {
  const forged = `198.51.100.${randomInt(1, 255)}`
  const plain = await askWhereFrom(settings)
  const withForged = typeof plain === 'string' ? plain : await askWhereFrom(settings, forged)
  if (typeof plain === 'string' || typeof withForged === 'string') {
    return `${settings.publicUrl} does not answer (${String(withForged)}), so nobody knows whether it believes a forged address: ask again once it does.`
  }
  if (withForged.ip_address === forged) {
    if (typeof settings.trustProxy !== 'number' && isAmong(settings.trustProxy, plain.ip_address)) {
      return `This machine (${plain.ip_address}) is in TRUST_PROXY itself: run the doctor from another one to know whether a forged address is believed.`
    }
    throw new Error('A forged X-Forwarded-For is believed, so limits and regions are whatever a visitor writes')
  }
  if (settings.trustProxy === 0 && plain.forwarded_for !== null) {
    throw new Error(`A proxy stands before the product, so all its visitors count as one (${plain.ip_address})`)
  }
  return 'A forged X-Forwarded-For is not believed.'
}

/** What the product says; in words why nobody answers. */
async function askWhereFrom(settings: Settings, forged?: string): Promise<OperationsCaller | string> {
  let answer: Response
  try {
    answer = await fetch(settings.publicUrl + opsPaths.caller(), {
      headers: {
        authorization: `Bearer ${settings.operationsToken}`,
        ...(forged !== undefined && { 'x-forwarded-for': forged }),
      },
      redirect: 'manual',
    })
  } catch (error) {
    const { message, cause } = error as { message: string; cause?: { code?: string } }
    return cause?.code ?? message
  }
  if (productIsAway.includes(answer.status)) return String(answer.status)
  if (answer.status !== 200) throw new Error(`${settings.publicUrl} answers ${answer.status} to OPERATIONS_TOKEN`)
  return (await answer.json()) as OperationsCaller
}
