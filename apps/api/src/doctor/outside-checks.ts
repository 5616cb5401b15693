import { apiPaths } from '@nerdify/contract/api-paths.ts'
import { opsPaths } from '@nerdify/contract/ops-paths.ts'
import type { Settings } from '../settings.ts'
import { answerOf, askAgain } from './answer-of.ts'
import type { Check } from './examine.ts'
import { lookAtClock, lookAtDisks } from './look-at-machine.ts'
import { lookAtOrigin } from './look-at-origin.ts'

/** Checks of the product's public addresses, without a token, and of its machine (GO-06). */
export function outsideChecks(settings: Settings, httpPort: number): Check[] {
  const cardProvider = settings.stripe.apiBase ?? 'https://api.stripe.com'
  return [
    ...(settings.production ? originChecks(settings, httpPort) : []),
    {
      name: 'strangers',
      mend: 'Make the proxy refuse /metrics and pass /api/ops to this product only, without a cache.',
      look: () => lookAsStranger(settings),
    },
    {
      name: 'clock',
      mend: 'Let NTP set this machine’s clock (timedatectl set-ntp true): if it is five minutes off, events of the card provider are refused.',
      look: () => lookAtClock(cardProvider),
    },
    {
      name: 'disk',
      mend: 'Free up space or enlarge the disk: if it is full, uploads and the embedded database fail.',
      look: () => lookAtDisks([settings.dataDir, settings.erasedDir]),
    },
  ]
}

/** Production only: elsewhere the origins are `http:` and reachable from this machine only. */
function originChecks({ publicUrl, filesUrl, desk, s3 }: Settings, httpPort: number): Check[] {
  const origins = [
    { name: 'site', url: publicUrl, path: apiPaths.healthz() },
    // With an S3-compatible bucket, browsers never use the embedded one.
    ...(s3 === undefined ? [{ name: 'files', url: filesUrl, path: '/' }] : []),
    ...(desk === undefined ? [] : [{ name: 'desk', url: desk.url, path: apiPaths.healthz() }]),
  ]
  return origins.map(({ name, url, path }) => ({
    name,
    mend: 'Point the name at the server. Let the proxy get and renew the certificate with its chain, redirect http to https and keep the HSTS header (deploy/Caddyfile). If it fails, its log says why.',
    look: () => lookAtOrigin({ url, path, httpPort }),
  }))
}

/** Calls the addresses of operations without a token. */
async function lookAsStranger({ publicUrl, desk }: Settings): Promise<string> {
  const addresses = [publicUrl + apiPaths.metrics(), publicUrl + opsPaths.orders()]
  if (desk !== undefined) addresses.push(desk.url + opsPaths.queue())
  const down: string[] = []
  for (const address of addresses) {
    const answer = await answerOf(address)
    if (typeof answer === 'string') down.push(askAgain(address, answer))
    else if (answer.ok) throw new Error(`${address} answers ${answer.status} without a token`)
  }
  return down[0] ?? 'Strangers cannot read metrics or call operations.'
}
