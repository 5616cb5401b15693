import { createPrivateKey, randomBytes } from 'node:crypto'
import { centsFromDollars } from '@nerdify/domain/pricing/money.ts'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { TextedCountry } from '@nerdify/domain/messages/texted-countries.ts'
import {
  isPartOfCountry,
  isRegionCode,
  noRegions,
  type RegionCode,
} from '@nerdify/domain/fair-dealing/restricted-regions.ts'
import { dayNumberOf } from '@nerdify/domain/books/book-days.ts'
import { opsCommand } from '@nerdify/domain/staff/staff-commands.ts'
import { defaultCompanyZone } from '@nerdify/domain/orders/business-time.ts'
import { isTimeZone } from '@nerdify/domain/pricing/zoned-time.ts'
import type { Geo } from './ports.ts'
import { exampleOf } from './settings-table.ts'
import { trustedProxies } from './trusted-proxies.ts'
import { isLiveStripeKey, unsafeSettings } from './unsafe-settings.ts'

/** Every setting of the product (OPS-07), read from the environment and checked once, at start. */
export type Settings = ReturnType<typeof parseSettings>

/** The address of a bucket (objects are at `{endpoint}/{bucket}/{key}`) and the keys that sign its forms and links. */
export type BucketAccess = NonNullable<Settings['s3']>

/** Wrong or missing settings, each in a sentence with its name and required form (GO-01). */
export class WrongSettings extends Error {
  readonly faults: readonly string[]

  constructor(faults: readonly string[]) {
    const [only, ...others] = faults
    super(
      others.length === 0
        ? only
        : [`${faults.length} settings are missing or wrong:`, ...faults].join('\n- ') +
            '\nThe setup asks for them: npm run setup, in the image setup.',
    )
    this.faults = faults
  }
}

type Environment = Readonly<Record<string, string | undefined>>

/** The form of a value: `wanted` in words, and `parse`, which returns undefined for any other. */
interface Form<T> {
  wanted: string
  parse(value: string): T | undefined
}

const form = (wanted: string, isRight: (value: string) => boolean): Form<string> => ({
  wanted,
  parse: (value) => (isRight(value) ? value : undefined),
})
const oneOf = <T extends string>(...allowed: T[]): Form<T> => ({
  wanted: `one of ${allowed.join(', ')}`,
  parse: (value) => allowed.find((name) => name === value),
})

const anyText = form('a value of your own', () => true)
const nodeEnvironment = oneOf('production', 'development', 'test')
const address = form('one address such as support@nerdify.example', (value) =>
  /^[^\s@<>,;"]+@[^\s@<>,;"]+$/.test(value),
)
const country = form('a country such as US', (value) => isRegionCode(value) && !isPartOfCountry(value))
const timeZone = form('a time zone such as America/Los_Angeles', isTimeZone)
const dates: Form<readonly string[]> = {
  wanted: 'dates such as 2026-12-25,2027-01-01',
  parse(value) {
    const all = value.split(',').flatMap((date) => date.trim() || [])
    return all.every((date) => /^\d{4}-\d\d-\d\d$/.test(date) && dayNumberOf(date) !== undefined) ? all : undefined
  },
}
const phone = form('a telephone number such as +1 415 555 0100', (value) => /^\+\d[\d ]{6,18}\d$/.test(value))
const tagId = form('an identifier such as GTM-ABC123 or G-ABC123', (value) => /^(G|GT|AW|GTM)-[A-Z0-9]+$/.test(value))
/** A port number; 0 asks for any free one. */
export const port: Form<number> = {
  wanted: 'a port number from 0 to 65535',
  parse: (value) => (/^\d+$/.test(value) && Number(value) <= 65_535 ? Number(value) : undefined),
}
const factor: Form<number> = {
  wanted: 'a number above 0',
  parse: (value) => (Number(value) > 0 ? Number(value) : undefined),
}
const dollars: Form<number> = {
  wanted: 'an amount in dollars such as 100 or 99.50',
  parse: (value) => (/^\d{1,6}(\.\d{1,2})?$/.test(value) ? Number(value) : undefined),
}
/** Without a trailing slash. */
const origin: Form<string> = {
  wanted: 'an origin such as https://nerdify.example',
  parse(value) {
    const url = URL.parse(value)
    const isOrigin = url !== null && /^https?:$/.test(url.protocol) && url.pathname === '/' && url.search === ''
    return isOrigin ? url.origin : undefined
  },
}
const webPage = (protocol: RegExp): Form<string> => ({
  wanted: 'an address such as https://m.me/name',
  parse(value) {
    const url = URL.parse(value)
    return url !== null && protocol.test(url.protocol) ? url.href : undefined
  },
})
/** SAFE-06: "on" would trust any entry that a visitor adds, so it is not accepted. */
const proxies = {
  wanted: 'how many proxies stand before the product, such as 1, or their networks, such as 10.0.0.0/8,fd00::/8',
  parse: trustedProxies,
}
/** LAW-04. */
const regions: Form<readonly RegionCode[]> = {
  wanted: `${noRegions} or codes such as GB,US-NY`,
  parse(value) {
    const codes = value === noRegions ? [] : value.split(/[\s,]+/).filter((code) => code !== '')
    return codes.every(isRegionCode) ? codes : undefined
  },
}

function withExample(name: string, wanted: string): string {
  const example = exampleOf(name) ?? ''
  return wanted.includes('such as') || example.length < 2 ? wanted : `${wanted}, such as ${example}`
}

function readerOf(env: Environment) {
  const faults = new Map<string, string>()
  /** Records the first fault of a setting; reading continues, so that all faults are reported at once. */
  const fault = (name: string, sentence: string): void => {
    if (!faults.has(name)) faults.set(name, sentence)
  }
  const text = (name: string): string | undefined => env[name]?.trim() || undefined
  /** The fallback has the required form, or is unused because the product does not start. */
  const read = <T>(name: string, { wanted, parse }: Form<T>, fallback: string): T => {
    const value = text(name) ?? fallback
    const parsed = parse(value)
    if (parsed !== undefined) return parsed
    fault(name, `${name} must be ${wanted}, not "${value}".`)
    return parse(fallback) as T
  }
  const optional = <T>(name: string, wanted: Form<T>): T | undefined =>
    text(name) === undefined ? undefined : read(name, wanted, '')
  // A misspelled value would start with the sandbox's public defaults, so it counts as production.
  const environment = read('NODE_ENV', nodeEnvironment, 'development')
  const production = environment === 'production' || faults.has('NODE_ENV')
  /** A setting that production requires. */
  const required = <T>(name: string, wanted: Form<T>, sandbox: string): T => {
    if (production && text(name) === undefined)
      fault(name, `${name} must be set when NODE_ENV is production: ${withExample(name, wanted.wanted)}.`)
    return read(name, wanted, sandbox)
  }
  /** A setting whose sandbox value is public. */
  const provided = (name: string, sandbox: string, wanted = anyText): string => {
    const value = required(name, wanted, sandbox)
    if (production && value === sandbox)
      fault(name, `${name} still has its sandbox value; set the real one when NODE_ENV is production.`)
    return value
  }
  /** Settings that belong together: all set, or all absent. */
  const together = <Name extends string>(...names: Name[]): Record<Name, string> | undefined => {
    const missing = names.filter((name) => text(name) === undefined)
    if (missing.length === names.length) return undefined
    for (const name of missing) fault(name, `${names.join(', ')} must be set together; ${name} is missing.`)
    return Object.fromEntries(names.map((name) => [name, text(name) ?? ''])) as Record<Name, string>
  }
  return { production, faults, fault, text, read, optional, required, provided, together }
}

type Reader = ReturnType<typeof readerOf>

/**
 * Reads the settings (OPS-07). With NODE_ENV=production no setting falls back to the sandbox.
 *
 * @throws {WrongSettings} with every setting that is missing, malformed, or unsafe (GO-01, SAFE-09)
 */
export function readSettings(env: Environment): Settings {
  const reader = readerOf(env)
  const settings = parseSettings(reader)
  const known = [...reader.faults.keys()]
  const unsafe = unsafeSettings(settings).filter((sentence) => !known.some((name) => sentence.includes(name)))
  const faults = [...reader.faults.values(), ...unsafe]
  if (faults.length > 0) throw new WrongSettings(faults)
  return settings
}

function parseSettings(reader: Reader) {
  const { production, text, read, optional, required, provided } = reader
  const sandboxOrigin = `http://127.0.0.1:${read('SANDBOX_PORT', port, '4000')}`
  const ownPort = read('PORT', port, '3000')
  const filesPort = read('FILES_PORT', port, '3001')
  const publicUrl = required('PUBLIC_URL', origin, `http://localhost:${ownPort}`)
  const dataDir = resolve(text('DATA_DIR') ?? '.data')
  const supportEmail = provided('SUPPORT_EMAIL', 'support@nerdify.test', address)
  const tag = optional('TAG_ID', tagId)
  const isStrict = read('CONSENT_STRICT', oneOf('on', 'off'), 'on') === 'on'
  const clamd = text('CLAMD_HOST')
  return {
    production,
    host: text('HOST') ?? (production ? '0.0.0.0' : '127.0.0.1'),
    port: ownPort,
    filesPort,
    dataDir,
    /** The list of erased accounts' keys, outside of every backup (SAFE-13). */
    erasedDir: resolve(text('ERASED_DIR') ?? join(dataDir, 'erased')),
    databaseUrl: readDatabaseUrl(reader),
    /** Origin of the web app. */
    publicUrl,
    filesUrl: read('FILES_URL', origin, `http://localhost:${filesPort}`),
    desk: readDesk(reader),
    gatewayUrl: read('GATEWAY_URL', origin, publicUrl),
    /** The origin of the visitor's country (API-08). */
    analyticsUrl: read('ANALYTICS_URL', origin, publicUrl),
    operationsToken: provided('OPERATIONS_TOKEN', 'sandbox-operations'),
    /** Signs session tokens and hashes codes and keys. */
    secret: readSecret(reader, dataDir),
    limitScale: read('LIMIT_SCALE', factor, '1'),
    trustProxy: required('TRUST_PROXY', proxies, '0'),
    /** The country of clients with an unknown address, ISO 3166-1; undefined if unknown. */
    geoDefaultCountry: optional('GEO_DEFAULT_COUNTRY', country),
    /** An address database in the MaxMind DB format; by default the packaged one. */
    geoDatabase: text('GEO_DATABASE'),
    /** Google's tag that consents are pushed to; `strict` makes its ad keys a choice (CONS-04). */
    tag: tag === undefined ? undefined : { id: tag, strict: isStrict },
    /** Regions where doing assessed work for money is an offence (LAW-04); none in the sandbox. */
    restrictedRegions: required('RESTRICTED_REGIONS', regions, noRegions),
    logLevel: read('LOG_LEVEL', oneOf('debug', 'info', 'warn', 'error', 'silent'), 'info'),
    stripe: readStripe(reader, sandboxOrigin),
    sms: readSms(reader, sandboxOrigin),
    smtp: readSmtp(reader, supportEmail),
    /** An S3-compatible bucket; by default the embedded one. */
    s3: readBucket(reader),
    /** A clamd server that scans clients' uploads; without one nothing is scanned. */
    clamd: clamd === undefined ? undefined : { host: clamd, port: read('CLAMD_PORT', port, '3310') },
    /** The staff mailbox (DISC-13, WAIT-03). */
    supportEmail,
    /** A clerk's limit for refunds (OPS-15), in cents. */
    clerkLimitCents: centsFromDollars(read('CLERK_REFUND_LIMIT', dollars, '100')),
    /** The shell command of operations' tool, in mails to staff. */
    opsCommand: opsCommand(text('OPS_COMMAND')),
    /** The company's time zone (WAIT-01); the sandbox may use a real company's. */
    companyZone: required('COMPANY_TIMEZONE', timeZone, defaultCompanyZone),
    /** Dates in the company's zone that are no business days (WAIT-01). */
    companyHolidays: read('COMPANY_HOLIDAYS', dates, ''),
    vipPhone: readVipPhone(reader),
    /** Name and postal address of the seller, for receipts (PAY-16). */
    seller: text('COMPANY_ADDRESS') ?? (production ? undefined : sandboxSeller),
    /** The page that opens a chat with us (PUB-05); the sandbox has its own. */
    messengerUrl: required(
      'MESSENGER_URL',
      webPage(production ? /^https:$/ : /^https?:$/),
      `${sandboxOrigin}/messenger`,
    ),
  }
}

/** The staff's screens (DESK-09); undefined if they are switched off. */
function readDesk({ read, required }: Reader) {
  if (read('DESK', oneOf('on', 'off'), 'on') === 'off') return undefined
  const deskPort = read('DESK_PORT', port, '3002')
  return { port: deskPort, url: required('DESK_URL', origin, `http://localhost:${deskPort}`) }
}

const sandboxSeller = 'Nerdify Sandbox, 1 Example Street, San Francisco, CA 94105'

/**
 * The VIP phone number (WAIT-07), as clients read it; without one no plan mentions it. The sandbox's is reserved for
 * fiction.
 */
function readVipPhone({ production, optional, read, provided }: Reader): string | undefined {
  const sandbox = '+1 415 555 0199'
  if (!production) return read('VIP_PHONE', phone, sandbox)
  return optional('VIP_PHONE', phone) && provided('VIP_PHONE', sandbox, phone)
}

/**
 * Production needs PostgreSQL; the embedded database is for trying and developing (OPS-04). The address may contain a
 * password, which no message shows.
 */
function readDatabaseUrl({ production, text, fault }: Reader): string | undefined {
  const url = text('DATABASE_URL')
  if (url === undefined && production)
    fault(
      'DATABASE_URL',
      'DATABASE_URL must be set when NODE_ENV is production: the address of a PostgreSQL server, such as postgres://nerdify:PASSWORD@127.0.0.1/nerdify. The embedded database is for trying and developing.',
    )
  // The backup reads the second one.
  for (const name of ['DATABASE_URL', 'BACKUP_DATABASE_URL']) {
    const given = text(name)
    if (given !== undefined && !/^postgres(ql)?:\/\//.test(given))
      fault(name, `${name} must start with postgres:// or postgresql://.`)
  }
  return url
}

function readStripe({ production, text, provided, fault }: Reader, sandboxOrigin: string) {
  const sandboxKey = 'sk_test_sandbox'
  const secretKey = provided('STRIPE_SECRET_KEY', sandboxKey)
  const apiBase = text('STRIPE_API_BASE')
  if (apiBase !== undefined && isLiveStripeKey(secretKey)) {
    fault('STRIPE_API_BASE', 'STRIPE_API_BASE must not be set with a live STRIPE_SECRET_KEY.')
  }
  if (apiBase !== undefined && production) {
    fault('STRIPE_API_BASE', 'STRIPE_API_BASE must not be set when NODE_ENV is production.')
  }
  return {
    secretKey,
    webhookSecret: provided('STRIPE_WEBHOOK_SECRET', 'whsec_sandbox'),
    /** The provider's public key, for browsers (SUB-07). */
    publishableKey: provided('STRIPE_PUBLISHABLE_KEY', 'pk_test_sandbox'),
    apiBase: apiBase ?? (secretKey === sandboxKey ? sandboxOrigin : undefined),
  }
}

function readSms({ production, read, provided, fault }: Reader, sandboxOrigin: string) {
  const apiBase = read('SMS_API_BASE', origin, production ? 'https://api.twilio.com' : sandboxOrigin)
  if (production && !apiBase.startsWith('https:')) {
    fault('SMS_API_BASE', `SMS_API_BASE must be an https origin when NODE_ENV is production, not "${apiBase}".`)
  }
  return {
    apiBase,
    accountSid: provided('SMS_ACCOUNT_SID', 'ACsandbox'),
    authToken: provided('SMS_AUTH_TOKEN', 'sandbox'),
    /** Our number in each country that we text (MSG-03). */
    from: {
      US: provided('SMS_FROM', '+15005550006'),
      CA: provided('SMS_FROM_CANADA', '+16135550106'),
      AU: provided('SMS_FROM_AUSTRALIA', '+61480000106'),
    } satisfies Record<TextedCountry, string>,
  }
}

function readSmtp(reader: Reader, supportEmail: string) {
  const { production, text, read, provided, together } = reader
  const sandboxPort = read('SANDBOX_SMTP_PORT', port, '4025')
  const dkim = together('DKIM_DOMAIN', 'DKIM_SELECTOR', 'DKIM_PRIVATE_KEY')
  return {
    host: provided('SMTP_HOST', '127.0.0.1'),
    port: read('SMTP_PORT', port, production ? '587' : `${sandboxPort}`),
    user: text('SMTP_USER'),
    password: text('SMTP_PASSWORD'),
    from: provided('MAIL_FROM', 'Nerdify <hello@nerdify.test>'),
    /** The reply address of our mail (HOLD-11). */
    replyTo: read('MAIL_REPLY_TO', address, supportEmail),
    /** Signs our mail, so that mail servers can verify its origin; `privateKey` is PEM. */
    dkim: dkim && {
      domain: dkim.DKIM_DOMAIN,
      selector: dkim.DKIM_SELECTOR,
      privateKey: pemKey(reader, dkim.DKIM_PRIVATE_KEY),
    },
  }
}

/** An environment variable often contains its line ends as \\n. */
function pemKey({ fault }: Reader, given: string): string {
  const pem = given.replaceAll('\\n', '\n')
  let type: string | undefined
  try {
    type = createPrivateKey(pem).asymmetricKeyType
  } catch {
    // Reported below.
  }
  // nodemailer silently omits the signature for another kind of key, such as Ed25519.
  if (type !== 'rsa') fault('DKIM_PRIVATE_KEY', 'DKIM_PRIVATE_KEY must be a private key of RSA in PEM.')
  return pem
}

function readBucket({ read, together }: Reader) {
  const s3 = together('S3_ENDPOINT', 'S3_REGION', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY')
  return (
    s3 && {
      endpoint: read('S3_ENDPOINT', origin, 'https://s3.invalid'),
      region: s3.S3_REGION,
      bucket: s3.S3_BUCKET,
      accessKeyId: s3.S3_ACCESS_KEY_ID,
      secretAccessKey: s3.S3_SECRET_ACCESS_KEY,
    }
  )
}

/** LAW-04: restricting a part of a country requires an address database that distinguishes it. */
export function refuseUnknownRegions({ restrictedRegions }: Settings, geo: Geo): void {
  const part = restrictedRegions.find(isPartOfCountry)
  if (part === undefined || geo.knowsRegions) return
  throw new WrongSettings([
    `RESTRICTED_REGIONS names ${part}, but no address database that knows regions is set up; name its whole country instead.`,
  ])
}

/** The server secret: from the environment, else created once and stored in the data directory. */
function readSecret({ production, required, fault }: Reader, dataDir: string): string {
  const secret = required('AUTH_SECRET', anyText, '')
  if (secret !== '' && secret.length < 32) fault('AUTH_SECRET', 'AUTH_SECRET must have at least 32 characters.')
  if (secret !== '' || production) return secret
  const file = join(dataDir, 'secret')
  if (existsSync(file)) return readFileSync(file, 'utf8').trim()
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const newSecret = randomBytes(32).toString('base64url')
  writeFileSync(file, newSecret, { mode: 0o600 })
  return newSecret
}
