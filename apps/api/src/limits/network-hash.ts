import { createHmac } from 'node:crypto'
import { networkOf } from './network-of.ts'

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
