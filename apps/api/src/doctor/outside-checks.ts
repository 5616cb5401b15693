import { apiPaths } from '@nerdify/contract/api-paths.ts'
import { opsPaths } from '@nerdify/contract/ops-paths.ts'
import type { Settings } from '../settings.ts'
import { answerOf, askAgain } from './answer-of.ts'
import type { Check } from './examine.ts'
import { lookAtClock, lookAtDisks } from './look-at-machine.ts'
import { lookAtOrigin } from './look-at-origin.ts'

/** The product as strangers find it at its addresses, and the machine that it runs on (GO-06). */
export function outsideChecks(settings: Settings, httpPort: number): Check[] {
  const cardProvider = settings.stripe.apiBase ?? 'https://api.stripe.com'
  return [
    ...(settings.production ? originChecks(settings, httpPort) : []),
    {
      name: 'strangers',
      mend: 'Let the proxy refuse /metrics, and pass /api/ops on to this product alone, whose answers no cache keeps.',
      look: () => lookAsStranger(settings),
    },
    {
      name: 'clock',
      mend: 'Let NTP set the clock of this machine (timedatectl set-ntp true): the events of a card provider are refused when it is five minutes off.',
      look: () => lookAtClock(cardProvider),
    },
    {
      name: 'disk',
      mend: 'Free space or enlarge it: uploads and the embedded database fail when it is full.',
      look: () => lookAtDisks([settings.dataDir, settings.erasedDir]),
    },
  ]
}

/** Outside production the origins are of `http:`, for this machine alone. */
function originChecks({ publicUrl, filesUrl, desk, s3 }: Settings, httpPort: number): Check[] {
  const origins = [
    { name: 'site', url: publicUrl, path: apiPaths.healthz() },
    // With an S3-compatible bucket no browser is sent to the embedded one.
    ...(s3 === undefined ? [{ name: 'files', url: filesUrl, path: '/' }] : []),
    ...(desk === undefined ? [] : [{ name: 'desk', url: desk.url, path: apiPaths.healthz() }]),
  ]
  return origins.map(({ name, url, path }) => ({
    name,
    mend: `Point the name at the server, and let the proxy get the certificate and its chain, renew it, lead http on to https and pass HSTS on (deploy/Caddyfile); its log says why it does not.`,
    look: () => lookAtOrigin({ url, path, httpPort }),
  }))
}

/** Asks without a token for what operations alone may read. */
async function lookAsStranger({ publicUrl, desk }: Settings): Promise<string> {
  const addresses = [publicUrl + apiPaths.metrics(), publicUrl + opsPaths.orders()]
  if (desk !== undefined) addresses.push(desk.url + opsPaths.queue())
  const down: string[] = []
  for (const address of addresses) {
    const answer = await answerOf(address)
    if (typeof answer === 'string') down.push(askAgain(address, answer))
    else if (answer.ok) throw new Error(`${address} answers ${answer.status} without a token`)
  }
  return down[0] ?? 'Metrics and the calls of operations are refused to them.'
}
