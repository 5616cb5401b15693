import { isIP } from 'node:net'
import { guessBits } from './secret-strength.ts'
import { isAmong, privateNetworks } from './trusted-proxies.ts'

/** The checked settings. */
interface GuardedSettings {
  production: boolean
  host: string
  publicUrl: string
  filesUrl: string
  gatewayUrl: string
  analyticsUrl: string
  desk: { url: string } | undefined
  limitScale: number
  secret: string
  operationsToken: string
  stripe: { secretKey: string; publishableKey: string; webhookSecret: string }
  sms: { authToken: string }
  smtp: { password: string | undefined }
  s3: { endpoint: string; secretAccessKey: string } | undefined
}

/** Whether a key of the card provider moves real money: a secret, a restricted, or their public one. */
export const isLiveStripeKey = (key: string): boolean => /^(sk|rk|pk)_live_/.test(key)

/** The reasons why these settings are unsafe, each a sentence that names the setting (SAFE-09). */
export function unsafeSettings(settings: GuardedSettings): string[] {
  const reasons = settings.production
    ? [...unsafeAddresses(settings), unsafeLimits(settings), ...unsafeSecrets(settings)]
    : [liveOutsideProduction(settings), publicOutsideProduction(settings)]
  return [mismatchedKeys(settings), ...reasons].filter((reason) => reason !== undefined)
}

function mismatchedKeys({ stripe }: GuardedSettings): string | undefined {
  if (isLiveStripeKey(stripe.secretKey) === isLiveStripeKey(stripe.publishableKey)) return undefined
  return 'STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY are of different modes: one is live and the other is not.'
}

const setProduction = 'set NODE_ENV=production'

/** Outside of production the secrets are public, so anybody could move real money. */
function liveOutsideProduction({ stripe }: GuardedSettings): string | undefined {
  if (!isLiveStripeKey(stripe.secretKey)) return undefined
  return `STRIPE_SECRET_KEY is a live one: ${setProduction}, or use a key of the test mode.`
}

function publicOutsideProduction(settings: GuardedSettings): string | undefined {
  const [name, value] =
    originsOf(settings).find(([, origin]) => isPublic(new URL(origin).hostname)) ??
    (isIP(settings.host) !== 0 && isPublic(settings.host) ? ['HOST', settings.host] : [])
  return name && `${name} is a public address, "${value}": ${setProduction}, or use one such as http://localhost:3000.`
}

const ownNetworks = ['0.0.0.0/32', '127.0.0.0/8', ...privateNetworks, '169.254.0.0/16', '::/127', 'fe80::/10']

/** Whether a host may be reachable from the internet: not this machine, its network, or a name known only there. */
export function isPublic(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) !== 0) return !isAmong(ownNetworks, host)
  return host.includes('.') && !/\.(localhost|local|test|internal|lan|home\.arpa)$/.test(host)
}

/** Whether a host means the machine itself, wherever it is resolved. */
function isOnlyHere(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  if (isIP(host) !== 0) return isAmong(['0.0.0.0/8', '127.0.0.0/8', '::/127', '::ffff:127.0.0.0/104'], host)
  return host === 'localhost' || host.endsWith('.localhost')
}

/** The origins for browsers, each with its setting: pages, files, the desk. */
const originsOf = ({ publicUrl, gatewayUrl, analyticsUrl, desk, filesUrl, s3 }: GuardedSettings) =>
  [
    ['PUBLIC_URL', publicUrl],
    ['GATEWAY_URL', gatewayUrl],
    ['ANALYTICS_URL', analyticsUrl],
    // With an S3-compatible bucket no browser uses the embedded one.
    s3 === undefined ? ['FILES_URL', filesUrl] : ['S3_ENDPOINT', s3.endpoint],
    ...(desk === undefined ? [] : [['DESK_URL', desk.url] as const]),
  ] as const

/** `http:` exposes sessions on the network, and a client's upload must not share the site's origin. */
function unsafeAddresses(settings: GuardedSettings): string[] {
  const origins = originsOf(settings)
  const [page, gateway, analytics, files, desk] = origins
  const pages = [page, gateway, analytics]
  const shared = pages.find(([, origin]) => origin === files[1])
  // A script of another origin must not reach the session of staff (DESK-09).
  const sharedDesk = desk && [...pages, files].find(([, origin]) => origin === desk[1])
  const distinct = origins.filter(([, origin], at) => at === 0 || origin !== page[1])
  return [
    ...distinct.flatMap(([name, origin]) => unsafeOrigin(name, origin) ?? []),
    ...(shared ? [`${shared[0]} and ${files[0]} are one origin, "${files[1]}", and must be two.`] : []),
    ...(desk && sharedDesk ? [`${sharedDesk[0]} and DESK_URL are one origin, "${desk[1]}", and must be two.`] : []),
  ]
}

function unsafeOrigin(name: string, origin: string): string | undefined {
  if (!origin.startsWith('https:'))
    return `${name} must be an https address when NODE_ENV is production, not "${origin}".`
  if (!isOnlyHere(new URL(origin).hostname)) return undefined
  return `${name} must be the public address when NODE_ENV is production, not "${origin}" of this machine.`
}

/** A larger factor on the limits is for tests: it would defeat the limits on guesses and texts. */
const mostLimitScale = 10

function unsafeLimits({ limitScale }: GuardedSettings): string | undefined {
  if (limitScale <= mostLimitScale) return undefined
  return `LIMIT_SCALE must be at most ${mostLimitScale} when NODE_ENV is production, not ${limitScale}.`
}

/** Fewer different characters suggest a word, or a key that was held down. */
const leastDifferent = 8
/** The minimum of a secret by {@link guessBits}: 16 random characters have about 70. */
const leastBits = 36.5

/** Secrets of ours that must not be guessed, with the minimum number of characters of each. */
const leastLengths: Record<string, number> = {
  AUTH_SECRET: 32,
  OPERATIONS_TOKEN: 16,
  STRIPE_WEBHOOK_SECRET: 16,
  SMS_AUTH_TOKEN: 16,
}

function unsafeSecrets({ secret, operationsToken, stripe, sms, smtp, s3 }: GuardedSettings): string[] {
  const secrets: readonly (readonly [string, string | undefined])[] = [
    ['AUTH_SECRET', secret],
    ['OPERATIONS_TOKEN', operationsToken],
    ['STRIPE_SECRET_KEY', stripe.secretKey],
    ['STRIPE_WEBHOOK_SECRET', stripe.webhookSecret],
    ['SMS_AUTH_TOKEN', sms.authToken],
    ['SMTP_PASSWORD', smtp.password],
    ['S3_SECRET_ACCESS_KEY', s3?.secretAccessKey],
  ]
  const names = new Map<string, string>()
  const reasons = secrets.flatMap(([name, value]) => {
    if (value === undefined) return []
    const other = names.get(value)
    names.set(value, name)
    return (
      weakness(name, value) ?? (other === undefined ? [] : `${other} and ${name} are equal, and must be two secrets.`)
    )
  })
  return stripe.webhookSecret.startsWith('whsec_')
    ? reasons
    : ['STRIPE_WEBHOOK_SECRET must begin with whsec_.', ...reasons]
}

function weakness(name: string, value: string): string | undefined {
  if (/sandbox/i.test(value)) return `${name} is one of the sandbox, which everybody knows; set one of your own.`
  const least = leastLengths[name]
  const guessed = value.replace(/^whsec_/, '')
  const isStrong =
    least === undefined ||
    (guessed.length >= least && new Set(guessed).size >= leastDifferent && guessBits(guessed) >= leastBits)
  return isStrong ? undefined : `${name} can be guessed: it must have at least ${least} random characters.`
}
