import { createPrivateKey, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { TextedCountry } from '@nerdify/domain/messages/texted-countries.ts'
import {
  isPartOfCountry,
  isRegionCode,
  noRegions,
  type RegionCode,
} from '@nerdify/domain/fair-dealing/restricted-regions.ts'
import { usualCompanyZone } from '@nerdify/domain/orders/business-time.ts'
import { isTimeZone } from '@nerdify/domain/pricing/zoned-time.ts'
import type { Geo } from './ports.ts'
import { type TrustedProxies, trustedProxies } from './trusted-proxies.ts'
import { isLiveStripeKey, whatIsUnsafe } from './unsafe-settings.ts'

/** Where a bucket is and with what its forms and links are signed. */
export interface BucketAccess {
  /** Origin of the bucket's server, without a slash at the end; objects are at `{endpoint}/{bucket}/{key}`. */
  endpoint: string
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
}

/** Every setting of the product (OPS-07), read from the environment and checked once, at start. */
export interface Settings {
  production: boolean
  host: string
  port: number
  filesPort: number
  dataDir: string
  /** Where the keys of erased accounts are kept, outside of every backup (SAFE-13). */
  erasedDir: string
  databaseUrl: string | undefined
  /** Origin of the web app, without a slash at the end. */
  publicUrl: string
  filesUrl: string
  gatewayUrl: string
  /** Origin that tells where a visitor is (API-08). */
  analyticsUrl: string
  operationsToken: string
  /** Signs session tokens and hashes codes and keys. */
  secret: string
  limitScale: number
  trustProxy: TrustedProxies
  /** The country of a client whose address says nothing, ISO 3166-1; undefined where nobody knows. */
  geoDefaultCountry: string | undefined
  /** A file in the MaxMind DB format that knows where addresses are; without one the packaged one is asked. */
  geoDatabase: string | undefined
  /** The tag of Google that consents are pushed to; `strict` makes its ad keys a choice (CONS-04). */
  tag: { id: string; strict: boolean } | undefined
  /** Where doing assessed work for money is an offence (LAW-04). */
  restrictedRegions: readonly RegionCode[]
  logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent'
  /** `publishableKey` is the provider's public one, which browsers may know (SUB-07). */
  stripe: { secretKey: string; webhookSecret: string; publishableKey: string; apiBase: string | undefined }
  /** `from` holds a number of ours in each country that we text to (MSG-03). */
  sms: { apiBase: string; accountSid: string; authToken: string; from: Record<TextedCountry, string> }
  smtp: {
    host: string
    port: number
    user: string | undefined
    password: string | undefined
    from: string
    /** Where an answer to our mail goes (HOLD-11). */
    replyTo: string
    /** Signs our mail, so that mailboxes believe where it is from; `privateKey` is PEM. */
    dkim: { domain: string; selector: string; privateKey: string } | undefined
  }
  /** An S3-compatible bucket; without one the embedded bucket holds the files. */
  s3: BucketAccess | undefined
  /** A clamd server that scans what clients upload; without one nothing is scanned. */
  clamd: { host: string; port: number } | undefined
  /** Where messages for our own people go (DISC-13, WAIT-03). */
  supportEmail: string
  /** By whose clock the company works, an IANA time zone (WAIT-01). */
  companyZone: string
  /** Where people chat with us (PUB-05). */
  messengerUrl: string
}

/** A wrong setting: its message names the setting and what is wanted, in one sentence. */
export class WrongSetting extends Error {}

const sandboxDefaults = {
  OPERATIONS_TOKEN: 'sandbox-operations',
  STRIPE_SECRET_KEY: 'sk_test_sandbox',
  STRIPE_WEBHOOK_SECRET: 'whsec_sandbox',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_sandbox',
  SMS_ACCOUNT_SID: 'ACsandbox',
  SMS_AUTH_TOKEN: 'sandbox',
  SMS_FROM: '+15005550006',
  SMS_FROM_CANADA: '+16135550106',
  SMS_FROM_AUSTRALIA: '+61480000106',
  SMTP_HOST: '127.0.0.1',
  MAIL_FROM: 'Nerdify <hello@nerdify.test>',
  SUPPORT_EMAIL: 'support@nerdify.test',
} as const

/**
 * Reads the settings (OPS-07). With NODE_ENV=production nothing falls back to the sandbox: a provider setting or secret
 * that is missing, or that names the sandbox, throws {@link WrongSetting}, as does any value of a wrong form, and what is not
 * safe together (SAFE-09).
 */
export function readSettings(env: Record<string, string | undefined>): Settings {
  const settings = parseSettings(env)
  const unsafe = whatIsUnsafe(settings)
  if (unsafe !== undefined) throw new WrongSetting(unsafe)
  return settings
}

function parseSettings(env: Record<string, string | undefined>): Settings {
  const text = (name: string): string | undefined => {
    const value = env[name]?.trim()
    return value === '' ? undefined : value
  }
  const port = (name: string, fallback: number): number => {
    const value = text(name)
    if (value === undefined) return fallback
    const number = Number(value)
    if (!/^\d+$/.test(value) || number > 65_535) {
      throw new WrongSetting(`${name} must be a port number from 0 to 65535, not "${value}".`)
    }
    return number
  }
  const origin = (name: string, fallback: string): string => {
    const value = text(name) ?? fallback
    const url = URL.canParse(value) ? new URL(value) : undefined
    if (url === undefined || !/^https?:$/.test(url.protocol) || url.pathname !== '/' || url.search !== '') {
      throw new WrongSetting(`${name} must be an origin such as https://nerdify.example, not "${value}".`)
    }
    return url.origin
  }
  const provided = (name: keyof typeof sandboxDefaults): string => {
    const value = text(name)
    if (!production) return value ?? sandboxDefaults[name]
    if (value === undefined) throw new WrongSetting(`${name} must be set when NODE_ENV is production.`)
    if (value === sandboxDefaults[name]) {
      throw new WrongSetting(`${name} still has its sandbox value; set the real one when NODE_ENV is production.`)
    }
    return value
  }
  const oneOf = <T extends string>(name: string, allowed: readonly T[], fallback: T): T => {
    const value = text(name) ?? fallback
    const found = allowed.find((one) => one === value)
    if (found === undefined) throw new WrongSetting(`${name} must be one of ${allowed.join(', ')}, not "${value}".`)
    return found
  }

  // One that is misspelt would start with everything that the sandbox publishes.
  const production = oneOf('NODE_ENV', ['production', 'development', 'test'], 'development') === 'production'
  const ownPort = port('PORT', 3000)
  const filesPort = port('FILES_PORT', 3001)
  const sandboxPort = port('SANDBOX_PORT', 4000)
  if (production && text('PUBLIC_URL') === undefined) {
    throw new WrongSetting('PUBLIC_URL must be set when NODE_ENV is production.')
  }
  const publicUrl = origin('PUBLIC_URL', `http://localhost:${ownPort}`)
  const limitScale = Number(text('LIMIT_SCALE') ?? '1')
  if (!(limitScale > 0)) throw new WrongSetting(`LIMIT_SCALE must be a number above 0, not "${env.LIMIT_SCALE}".`)
  const databaseUrl = text('DATABASE_URL')
  if (databaseUrl !== undefined && !/^postgres(ql)?:\/\//.test(databaseUrl)) {
    throw new WrongSetting('DATABASE_URL must start with postgres:// or postgresql://.')
  }
  const geoDefaultCountry = text('GEO_DEFAULT_COUNTRY')
  if (geoDefaultCountry !== undefined && (!isRegionCode(geoDefaultCountry) || isPartOfCountry(geoDefaultCountry))) {
    throw new WrongSetting(`GEO_DEFAULT_COUNTRY must be a country such as US, not "${geoDefaultCountry}".`)
  }
  const supportEmail = oneAddress('SUPPORT_EMAIL', provided('SUPPORT_EMAIL'))
  const dataDir = resolve(text('DATA_DIR') ?? '.data')

  const stripeKey = provided('STRIPE_SECRET_KEY')
  const stripeBase = text('STRIPE_API_BASE')
  if (isLiveStripeKey(stripeKey) && stripeBase !== undefined) {
    throw new WrongSetting('STRIPE_API_BASE must not be set with a live STRIPE_SECRET_KEY.')
  }
  if (production && stripeBase !== undefined) {
    throw new WrongSetting('STRIPE_API_BASE must not be set when NODE_ENV is production.')
  }

  const smsBase = origin('SMS_API_BASE', production ? 'https://api.twilio.com' : `http://127.0.0.1:${sandboxPort}`)
  if (production && !smsBase.startsWith('https:')) {
    throw new WrongSetting(`SMS_API_BASE must be an https origin when NODE_ENV is production, not "${smsBase}".`)
  }

  return {
    production,
    host: text('HOST') ?? (production ? '0.0.0.0' : '127.0.0.1'),
    port: ownPort,
    filesPort,
    dataDir,
    erasedDir: resolve(text('ERASED_DIR') ?? join(dataDir, 'erased')),
    databaseUrl,
    publicUrl,
    filesUrl: origin('FILES_URL', `http://localhost:${filesPort}`),
    gatewayUrl: origin('GATEWAY_URL', publicUrl),
    analyticsUrl: origin('ANALYTICS_URL', publicUrl),
    operationsToken: provided('OPERATIONS_TOKEN'),
    secret: readSecret(production, text('AUTH_SECRET'), dataDir),
    limitScale,
    trustProxy: readTrustedProxies(text('TRUST_PROXY')),
    geoDefaultCountry,
    geoDatabase: text('GEO_DATABASE'),
    tag: readTag(text('TAG_ID'), oneOf('CONSENT_STRICT', ['on', 'off'], 'on') === 'on'),
    restrictedRegions: readRestrictedRegions(production, text('RESTRICTED_REGIONS')),
    logLevel: oneOf('LOG_LEVEL', ['debug', 'info', 'warn', 'error', 'silent'], 'info'),
    stripe: {
      secretKey: stripeKey,
      webhookSecret: provided('STRIPE_WEBHOOK_SECRET'),
      publishableKey: provided('STRIPE_PUBLISHABLE_KEY'),
      apiBase:
        stripeBase ?? (stripeKey === sandboxDefaults.STRIPE_SECRET_KEY ? `http://127.0.0.1:${sandboxPort}` : undefined),
    },
    sms: {
      apiBase: smsBase,
      accountSid: provided('SMS_ACCOUNT_SID'),
      authToken: provided('SMS_AUTH_TOKEN'),
      from: { US: provided('SMS_FROM'), CA: provided('SMS_FROM_CANADA'), AU: provided('SMS_FROM_AUSTRALIA') },
    },
    smtp: {
      host: provided('SMTP_HOST'),
      port: port('SMTP_PORT', production ? 587 : port('SANDBOX_SMTP_PORT', 4025)),
      user: text('SMTP_USER'),
      password: text('SMTP_PASSWORD'),
      from: provided('MAIL_FROM'),
      replyTo: oneAddress('MAIL_REPLY_TO', text('MAIL_REPLY_TO') ?? supportEmail),
      dkim: readDkim(text),
    },
    s3: readBucket(text, origin),
    clamd:
      text('CLAMD_HOST') === undefined
        ? undefined
        : { host: text('CLAMD_HOST') as string, port: port('CLAMD_PORT', 3310) },
    supportEmail,
    companyZone: readCompanyZone(production, text('COMPANY_TIMEZONE')),
    messengerUrl: readMessengerUrl(production, text('MESSENGER_URL'), sandboxPort),
  }
}

/** SAFE-06: "on" believed whatever entry a visitor had written in front, so there is no such word any more. */
function readTrustedProxies(given: string | undefined): TrustedProxies {
  const trusted = trustedProxies(given ?? '0')
  if (trusted !== undefined) return trusted
  throw new WrongSetting(
    `TRUST_PROXY must be how many proxies stand before the product, such as 1, or their networks, such as 10.0.0.0/8,fd00::/8, not "${given}".`,
  )
}

/** The tag, where one is configured (CONS-04). */
function readTag(id: string | undefined, strict: boolean): Settings['tag'] {
  if (id === undefined) return undefined
  if (!/^(G|GT|AW|GTM)-[A-Z0-9]+$/.test(id)) {
    throw new WrongSetting(`TAG_ID must be an identifier such as GTM-ABC123 or G-ABC123, not "${id}".`)
  }
  return { id, strict }
}

/** The page that opens a chat with us; the sandbox has one of its own. */
function readMessengerUrl(production: boolean, given: string | undefined, sandboxPort: number): string {
  if (given === undefined && production) {
    throw new WrongSetting('MESSENGER_URL must be set when NODE_ENV is production.')
  }
  const value = given ?? `http://127.0.0.1:${sandboxPort}/messenger`
  const wanted = production ? /^https:$/ : /^https?:$/
  if (!URL.canParse(value) || !wanted.test(new URL(value).protocol)) {
    throw new WrongSetting(`MESSENGER_URL must be an address such as https://m.me/name, not "${value}".`)
  }
  return new URL(value).href
}

/** WAIT-01: whose business days and hours count. The sandbox's may be that of a real company, so it is wanted in production. */
function readCompanyZone(production: boolean, given: string | undefined): string {
  if (given === undefined && production) {
    throw new WrongSetting('COMPANY_TIMEZONE must be set when NODE_ENV is production.')
  }
  const zone = given ?? usualCompanyZone
  if (isTimeZone(zone)) return zone
  throw new WrongSetting(`COMPANY_TIMEZONE must be a time zone such as America/Los_Angeles, not "${zone}".`)
}

/** A setting that is one bare address. */
function oneAddress(name: string, value: string): string {
  if (/^[^\s@<>,;"]+@[^\s@<>,;"]+$/.test(value)) return value
  throw new WrongSetting(`${name} must be one address such as support@nerdify.example, not "${value}".`)
}

/** The key that signs our mail: its three settings are there together, or none is. */
function readDkim(text: (name: string) => string | undefined): Settings['smtp']['dkim'] {
  const [domain, selector, key] = [text('DKIM_DOMAIN'), text('DKIM_SELECTOR'), text('DKIM_PRIVATE_KEY')]
  if (domain === undefined && selector === undefined && key === undefined) return undefined
  if (domain === undefined || selector === undefined || key === undefined) {
    throw new WrongSetting('DKIM_DOMAIN, DKIM_SELECTOR and DKIM_PRIVATE_KEY must be set together.')
  }
  // An environment variable often carries its line ends as \\n.
  const privateKey = key.replaceAll('\\n', '\n')
  try {
    createPrivateKey(privateKey)
  } catch {
    throw new WrongSetting('DKIM_PRIVATE_KEY must be a private key in PEM.')
  }
  return { domain, selector, privateKey }
}

const bucketSettings = ['S3_ENDPOINT', 'S3_REGION', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const

/** The S3-compatible bucket: all of its settings or none. */
function readBucket(
  text: (name: string) => string | undefined,
  origin: (name: string, fallback: string) => string,
): BucketAccess | undefined {
  const given = bucketSettings.filter((name) => text(name) !== undefined)
  if (given.length === 0) return undefined
  const missing = bucketSettings.find((name) => text(name) === undefined)
  if (missing !== undefined) throw new WrongSetting(`${missing} must be set, as ${given[0]} is.`)
  const value = (name: (typeof bucketSettings)[number]) => text(name) as string
  return {
    endpoint: origin('S3_ENDPOINT', ''),
    region: value('S3_REGION'),
    bucket: value('S3_BUCKET'),
    accessKeyId: value('S3_ACCESS_KEY_ID'),
    secretAccessKey: value('S3_SECRET_ACCESS_KEY'),
  }
}

/** LAW-04: without the setting nothing is restricted in the sandbox, and production does not start. */
function readRestrictedRegions(production: boolean, given: string | undefined): readonly RegionCode[] {
  if (given === undefined && production) {
    throw new WrongSetting(
      `RESTRICTED_REGIONS must be set when NODE_ENV is production: codes such as GB,US-NY, or ${noRegions}.`,
    )
  }
  if (given === undefined || given === noRegions) return []
  const codes = given.split(/[\s,]+/).filter((code) => code !== '')
  const wrong = codes.find((code) => !isRegionCode(code))
  if (wrong !== undefined) {
    throw new WrongSetting(`RESTRICTED_REGIONS must be ${noRegions} or codes such as GB,US-NY, and "${wrong}" is none.`)
  }
  return codes
}

/** LAW-04: a part of a country can be restricted only with an address database that tells it from the others. */
export function refuseUnknownRegions({ restrictedRegions }: Settings, geo: Geo): void {
  const part = restrictedRegions.find(isPartOfCountry)
  if (part === undefined || geo.knowsRegions) return
  throw new WrongSetting(
    `RESTRICTED_REGIONS names ${part}, but no address database that knows regions is set up; name its whole country instead.`,
  )
}

/** The server secret: given by the environment, else made once and kept in the data directory. */
function readSecret(production: boolean, given: string | undefined, dataDir: string): string {
  if (given !== undefined) {
    if (given.length < 32) throw new WrongSetting('AUTH_SECRET must have at least 32 characters.')
    return given
  }
  if (production) throw new WrongSetting('AUTH_SECRET must be set when NODE_ENV is production.')
  const file = join(dataDir, 'secret')
  if (existsSync(file)) return readFileSync(file, 'utf8').trim()
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const made = randomBytes(32).toString('base64url')
  writeFileSync(file, made, { mode: 0o600 })
  return made
}
