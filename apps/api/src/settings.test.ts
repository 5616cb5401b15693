import { generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { describe, expect, test } from 'vitest'
import { geoBySetting } from './adapters/geo-mmdb.ts'
import { guessBits } from './secret-strength.ts'
import { exampleFile, fitsFile, inFile, settingsDocument, settingsTable } from './settings-table.ts'
import { readSettings, refuseUnknownRegions, WrongSettings } from './settings.ts'
import { productionSettings } from './testing/production-settings.ts'

const DATA_DIR = mkdtempSync(join(tmpdir(), 'nerdify-settings-'))

const production = { DATA_DIR, ...productionSettings }

test('[OPS-07] every setting has a working default', () => {
  expect(readSettings({ DATA_DIR })).toMatchObject({
    port: 3000,
    filesPort: 3001,
    publicUrl: 'http://localhost:3000',
    gatewayUrl: 'http://localhost:3000',
    analyticsUrl: 'http://localhost:3000',
    tag: undefined,
    filesUrl: 'http://localhost:3001',
    desk: { port: 3002, url: 'http://localhost:3002' },
    operationsToken: 'sandbox-operations',
    databaseUrl: undefined,
    limitScale: 1,
    stripe: { apiBase: 'http://127.0.0.1:4000' },
    smtp: { port: 4025, replyTo: 'support@nerdify.test' },
    supportEmail: 'support@nerdify.test',
    companyZone: 'America/Los_Angeles',
    opsCommand: 'npm run ops --',
    companyHolidays: [],
    vipPhone: '+1 415 555 0199',
    messengerUrl: 'http://127.0.0.1:4000/messenger',
    trustProxy: 0,
    geoDefaultCountry: undefined,
    restrictedRegions: [],
    s3: undefined,
    clamd: undefined,
  })
})

test('[OPS-07] data are in .data of the current folder, unless DATA_DIR says otherwise', () => {
  expect(readSettings({ ...production, DATA_DIR: undefined }).dataDir).toBe(resolve('.data'))
  expect(readSettings({ ...production, DATA_DIR: 'elsewhere' }).dataDir).toBe(resolve('elsewhere'))
})

test('[OPS-07] creates the secret once and stores it', () => {
  const first = readSettings({ DATA_DIR }).secret
  expect(first.length).toBeGreaterThanOrEqual(32)
  expect(readSettings({ DATA_DIR }).secret).toBe(first)
})

test.each([
  ['PORT', 'eighty', 'PORT must be a port number from 0 to 65535, not "eighty".'],
  ['FILES_PORT', '70000', 'FILES_PORT must be a port number from 0 to 65535, not "70000".'],
  [
    'PUBLIC_URL',
    'nerdify.example',
    'PUBLIC_URL must be an origin such as https://nerdify.example, not "nerdify.example".',
  ],
  ['PUBLIC_URL', 'https://nerdify.example/app', 'PUBLIC_URL must be an origin'],
  ['LIMIT_SCALE', '0', 'LIMIT_SCALE must be a number above 0, not "0".'],
  ['DATABASE_URL', 'mysql://x', 'DATABASE_URL must start with postgres://'],
  ['GEO_DEFAULT_COUNTRY', 'usa', 'GEO_DEFAULT_COUNTRY must be a country such as US, not "usa".'],
  ['GEO_DEFAULT_COUNTRY', 'US-NY', 'GEO_DEFAULT_COUNTRY must be a country'],
  [
    'RESTRICTED_REGIONS',
    'GB, nowhere',
    'RESTRICTED_REGIONS must be none or codes such as GB,US-NY, not "GB, nowhere".',
  ],
  ['TAG_ID', 'UA 1', 'TAG_ID must be an identifier such as GTM-ABC123 or G-ABC123, not "UA 1".'],
  ['SUPPORT_EMAIL', 'a@b.co, c@d.co', 'SUPPORT_EMAIL must be one address such as support@nerdify.example'],
  ['MAIL_REPLY_TO', 'nobody', 'MAIL_REPLY_TO must be one address such as support@nerdify.example'],
  [
    'COMPANY_HOLIDAYS',
    '2026-12-25,2027-02-29',
    'COMPANY_HOLIDAYS must be dates such as 2026-12-25,2027-01-01, not "2026-12-25,2027-02-29".',
  ],
  ['COMPANY_TIMEZONE', 'Pacific', 'COMPANY_TIMEZONE must be a time zone such as America/Los_Angeles, not "Pacific".'],
  ['VIP_PHONE', '415-555-0100', 'VIP_PHONE must be a telephone number such as +1 415 555 0100, not "415-555-0100".'],
  ['MESSENGER_URL', 'javascript:alert(1)', 'MESSENGER_URL must be an address such as https://m.me/name'],
  ['AUTH_SECRET', 'short', 'AUTH_SECRET must have at least 32 characters.'],
])('[OPS-07] a wrong %s stops the start with its name and the expected form', (name, value, sentence) => {
  expect(() => readSettings({ DATA_DIR, [name]: value })).toThrow(WrongSettings)
  expect(() => readSettings({ DATA_DIR, [name]: value })).toThrow(sentence)
})

test('[OPS-07] production starts with all settings', () => {
  expect(readSettings(production)).toMatchObject({ production: true, stripe: { apiBase: undefined } })
})

test.each(Object.keys(production).filter((name) => !['DATA_DIR', 'NODE_ENV', 'FILES_URL'].includes(name)))(
  '[OPS-07][PAY-02] production without %s does not start',
  (name) => {
    expect(() => readSettings({ ...production, [name]: undefined })).toThrow(`${name} must be set`)
  },
)

test.each([
  ['STRIPE_SECRET_KEY', 'sk_test_sandbox'],
  ['STRIPE_WEBHOOK_SECRET', 'whsec_sandbox'],
  ['STRIPE_PUBLISHABLE_KEY', 'pk_test_sandbox'],
  ['SMS_ACCOUNT_SID', 'ACsandbox'],
  ['OPERATIONS_TOKEN', 'sandbox-operations'],
  ['SUPPORT_EMAIL', 'support@nerdify.test'],
  ['VIP_PHONE', '+1 415 555 0199'],
])('[OPS-07] (abuse 30) production with the sandbox’s %s does not start', (name, value) => {
  expect(() => readSettings({ ...production, [name]: value })).toThrow(`${name} still has its sandbox value`)
})

test('[WAIT-07][OPS-07] production has a VIP phone only if one is set', () => {
  expect(readSettings(production).vipPhone).toBeUndefined()
  expect(readSettings({ ...production, VIP_PHONE: '+1 212 555 0100' }).vipPhone).toBe('+1 212 555 0100')
})

test('[OPS-07] (abuse 30) production with the sandbox’s address does not start', () => {
  const sandbox = 'http://127.0.0.1:4000'
  const testMode = { ...production, STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_API_BASE: sandbox }
  expect(() => readSettings(testMode)).toThrow('STRIPE_API_BASE must not be set when NODE_ENV is production.')
  const texts = { ...production, SMS_API_BASE: sandbox }
  expect(() => readSettings(texts)).toThrow('SMS_API_BASE must be an https origin when NODE_ENV is production')
  expect(() => readSettings({ ...production, SMTP_HOST: '127.0.0.1' })).toThrow('SMTP_HOST still has its sandbox value')
})

test.each(['sk_live_1', 'rk_live_1'])('[OPS-07] a live key never goes to another host: %s', (key) => {
  const live = { DATA_DIR, STRIPE_SECRET_KEY: key, STRIPE_API_BASE: 'http://127.0.0.1:4000' }
  expect(() => readSettings(live)).toThrow('STRIPE_API_BASE must not be set with a live STRIPE_SECRET_KEY.')
})

describe('[SAFE-09] the start is refused', () => {
  const s3 = {
    S3_ENDPOINT: 'https://s3.example',
    S3_REGION: 'r',
    S3_BUCKET: 'b',
    S3_ACCESS_KEY_ID: 'a',
    S3_SECRET_ACCESS_KEY: 'mN4bV6cX8zL0kJ2h',
  }
  const elsewhere = (change: Record<string, string>) => () => readSettings({ DATA_DIR, ...change })
  const there = (change: Record<string, string | undefined>) => () => readSettings({ ...production, ...change })

  test.each(['prod', 'Production', 'production2', 'staging', 'live', '0'])('with NODE_ENV of %s', (name) => {
    expect(there({ NODE_ENV: name })).toThrow(`NODE_ENV must be one of production, development, test, not "${name}".`)
  })

  test.each([undefined, '', 'development', 'test'])(
    'outside of production, as NODE_ENV of %s is, with a live key',
    (name) => {
      const live = { STRIPE_SECRET_KEY: 'rk_live_1', STRIPE_PUBLISHABLE_KEY: 'pk_live_1' }
      expect(() => readSettings({ DATA_DIR, ...live, NODE_ENV: name })).toThrow(
        'STRIPE_SECRET_KEY is a live one: set NODE_ENV=production, or use a key of the test mode.',
      )
      expect(there({ NODE_ENV: name })).toThrow('is a live one')
      const testMode = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_PUBLISHABLE_KEY: 'pk_test_1' }
      expect(readSettings({ DATA_DIR, ...testMode, NODE_ENV: name }).production).toBe(false)
    },
  )

  test('with keys of two modes', () => {
    expect(elsewhere({ STRIPE_PUBLISHABLE_KEY: 'pk_live_1' })).toThrow('are of different modes')
    expect(there({ STRIPE_SECRET_KEY: 'sk_test_1' })).toThrow('are of different modes')
  })

  test.each([
    ['PUBLIC_URL', 'https://nerdify.example'],
    ['PUBLIC_URL', 'http://203.0.113.7:3000'],
    ['PUBLIC_URL', 'http://[2001:db8::1]:3000'],
    ['FILES_URL', 'https://files.nerdify.example'],
    ['DESK_URL', 'https://desk.nerdify.example'],
    ['GATEWAY_URL', 'https://pay.nerdify.example'],
    ['ANALYTICS_URL', 'https://where.nerdify.example'],
    ['HOST', '203.0.113.7'],
  ])('outside of production with a public %s: %s', (name, value) => {
    expect(elsewhere({ [name]: value })).toThrow(`${name} is a public address, "${value}": set NODE_ENV=production`)
  })

  test.each([
    'http://localhost:3000',
    'http://127.0.0.1:3000',
    'http://[::1]:3000',
    'http://192.168.1.20:3000',
    'http://172.20.0.3',
    'http://[fd00::7]:3000',
    'http://product:3000',
    'https://nerdify.test',
    'http://laptop.local:3000',
  ])('and not with an address of one’s own: %s', (origin) => {
    expect(elsewhere({ PUBLIC_URL: origin, HOST: '0.0.0.0' })).not.toThrow()
  })

  test.each(['PUBLIC_URL', 'FILES_URL', 'DESK_URL', 'GATEWAY_URL', 'ANALYTICS_URL'])(
    'in production with a %s of http',
    (name) => {
      expect(there({ [name]: 'http://other.example' })).toThrow(
        `${name} must be an https address when NODE_ENV is production, not "http://other.example".`,
      )
    },
  )

  test('in production without an origin for files, or with the origin of pages for them', () => {
    expect(there({ FILES_URL: undefined })).toThrow('FILES_URL must be an https address')
    expect(there({ FILES_URL: production.PUBLIC_URL })).toThrow('PUBLIC_URL and FILES_URL are one origin')
    const gateway = 'https://pay.nerdify.example'
    expect(there({ GATEWAY_URL: gateway, FILES_URL: gateway })).toThrow('GATEWAY_URL and FILES_URL are one origin')
    expect(there({ ...s3, FILES_URL: undefined })).not.toThrow()
    expect(there({ ...s3, S3_ENDPOINT: 'http://s3.example' })).toThrow('S3_ENDPOINT must be an https address')
    expect(there({ ...s3, S3_ENDPOINT: production.PUBLIC_URL })).toThrow('PUBLIC_URL and S3_ENDPOINT are one origin')
  })

  test('[DESK-09] in production with a desk at the origin of pages or files, unless it is switched off', () => {
    expect(there({ DESK_URL: production.PUBLIC_URL })).toThrow('PUBLIC_URL and DESK_URL are one origin')
    expect(there({ DESK_URL: production.FILES_URL })).toThrow('FILES_URL and DESK_URL are one origin')
    expect(there({ DESK_URL: undefined, DESK: 'off' })).not.toThrow()
  })

  test.each([
    ['OPERATIONS_TOKEN', 'a', 16],
    ['OPERATIONS_TOKEN', 'x'.repeat(40), 16],
    ['OPERATIONS_TOKEN', 'passwordpassword', 16],
    ['OPERATIONS_TOKEN', 'abcdefghijklmnopqrstuvwxyz', 16],
    ['OPERATIONS_TOKEN', '12345678901234567890', 16],
    ['OPERATIONS_TOKEN', 'qwertyuiopasdfghjkl', 16],
    ['OPERATIONS_TOKEN', 'operations-token-2026', 16],
    ['OPERATIONS_TOKEN', 'nerdify-production-secret', 16],
    ['OPERATIONS_TOKEN', 'a1b2c3d4a1b2c3d4a1b2c3d4', 16],
    ['AUTH_SECRET', 'abcdefgh'.repeat(4), 32],
    ['AUTH_SECRET', 'a'.repeat(32), 32],
    ['AUTH_SECRET', '1234567'.repeat(6), 32],
    ['STRIPE_WEBHOOK_SECRET', 'whsec_1', 16],
    ['SMS_AUTH_TOKEN', 't', 16],
  ])('in production with a weak %s: %s', (name, value, least) => {
    expect(there({ [name]: value })).toThrow(
      `${name} can be guessed: it must have at least ${least} random characters.`,
    )
  })

  test('[SAFE-09] but never for a random secret, whatever its alphabet', () => {
    const random = { hex: 16, base64url: 18, base64: 24 } as const
    const secrets = Object.entries(random).flatMap(([encoding, bytes]) =>
      Array.from({ length: 1_000 }, () => randomBytes(bytes).toString(encoding as keyof typeof random)),
    )
    expect(secrets.filter((secret) => guessBits(secret) < 45)).toEqual([])
    expect(there({ OPERATIONS_TOKEN: secrets[0] })).not.toThrow()
  })

  test('in production without TRUST_PROXY, with ineffective limits, or with an address of the machine', () => {
    expect(there({ TRUST_PROXY: undefined })).toThrow('TRUST_PROXY must be set when NODE_ENV is production')
    expect(there({ TRUST_PROXY: '0' })).not.toThrow()
    for (const scale of ['10.5', '1000', 'Infinity'])
      expect(there({ LIMIT_SCALE: scale })).toThrow(/^LIMIT_SCALE must be at most 10 when NODE_ENV is production/)
    expect(there({ LIMIT_SCALE: '10' })).not.toThrow()
    for (const host of ['localhost', 'app.localhost', 'localhost.', '127.0.0.1', '127.1.2.3:8443', '[::1]', '0.0.0.0'])
      for (const name of ['PUBLIC_URL', 'FILES_URL', 'GATEWAY_URL', 'ANALYTICS_URL'])
        expect(there({ [name]: `https://${host}` }), `${name} ${host}`).toThrow(`${name} must be the public address`)
  })

  test('in production with an invalid webhook secret, or with a secret of the sandbox in another setting', () => {
    expect(there({ STRIPE_WEBHOOK_SECRET: 'Lk3jH5gF7dS9aP1oQ2w' })).toThrow(
      'STRIPE_WEBHOOK_SECRET must begin with whsec_.',
    )
    expect(there({ SMS_AUTH_TOKEN: 'sandbox-operations' })).toThrow('SMS_AUTH_TOKEN is one of the sandbox')
    expect(there({ OPERATIONS_TOKEN: 'whsec_sandbox-2-sandbox' })).toThrow('OPERATIONS_TOKEN is one of the sandbox')
  })

  test('in production with one secret for two purposes', () => {
    const { AUTH_SECRET, SMS_AUTH_TOKEN } = production
    expect(there({ OPERATIONS_TOKEN: AUTH_SECRET })).toThrow('AUTH_SECRET and OPERATIONS_TOKEN are equal')
    expect(there({ SMTP_PASSWORD: AUTH_SECRET })).toThrow('AUTH_SECRET and SMTP_PASSWORD are equal')
    expect(there({ ...s3, S3_SECRET_ACCESS_KEY: SMS_AUTH_TOKEN })).toThrow(
      'SMS_AUTH_TOKEN and S3_SECRET_ACCESS_KEY are equal, and must be two secrets.',
    )
  })
})

test('[OPS-07][GO-01] the three DKIM settings come together, with a key that can sign', () => {
  const given = (env: Record<string, string>) => () => readSettings({ DATA_DIR, ...env })
  expect(given({ DKIM_DOMAIN: 'nerdify.example' })).toThrow('must be set together')
  const wrongKey = { DKIM_DOMAIN: 'nerdify.example', DKIM_SELECTOR: 's1', DKIM_PRIVATE_KEY: 'secret' }
  expect(given(wrongKey)).toThrow('DKIM_PRIVATE_KEY must be a private key of RSA in PEM.')
  const pem = ({ privateKey }: { privateKey: KeyObject }) => String(privateKey.export({ type: 'pkcs8', format: 'pem' }))
  const privateKey = pem(generateKeyPairSync('rsa', { modulusLength: 2048 }))
  const oneLine = privateKey.replaceAll('\n', '\\n')
  expect(given({ ...wrongKey, DKIM_PRIVATE_KEY: oneLine })().smtp.dkim?.privateKey.trim()).toBe(privateKey.trim())
  // The mail library ignores it silently.
  const unused = pem(generateKeyPairSync('ed25519'))
  expect(given({ ...wrongKey, DKIM_PRIVATE_KEY: unused })).toThrow('must be a private key of RSA')
})

test.each([
  [undefined, []],
  ['none', []],
  ['GB', ['GB']],
  ['GB,US-NY AU', ['GB', 'US-NY', 'AU']],
])('[LAW-04][OPS-07] RESTRICTED_REGIONS of %s: %j', (value, regions) => {
  expect(readSettings({ DATA_DIR, RESTRICTED_REGIONS: value }).restrictedRegions).toEqual(regions)
})

test.each([
  'on',
  'off',
  'true',
  '10',
  '-1',
  '1.5',
  '10.0.0.0/0',
  '::/0',
  '10.0.0.0/33',
  '10.0.0.0/8, proxy.example',
  '1,',
])('[SAFE-06] TRUST_PROXY of %s stops the start with what is wanted', (value) => {
  const wanted = 'TRUST_PROXY must be how many proxies stand before the product, such as 1, or their networks'
  expect(() => readSettings({ DATA_DIR, TRUST_PROXY: value })).toThrow(wanted)
})

test.each([
  ['0', 0],
  ['2', 2],
  ['10.0.0.0/8', ['10.0.0.0/8']],
  ['127.0.0.1, fd00::/8,2001:db8::1', ['127.0.0.1', 'fd00::/8', '2001:db8::1']],
])('[SAFE-06] TRUST_PROXY of %s: %j', (value, trusted) => {
  expect(readSettings({ DATA_DIR, TRUST_PROXY: value }).trustProxy).toEqual(trusted)
})

test('[LAW-04] production starts with no region, but only if that is stated', () => {
  expect(readSettings({ ...production, RESTRICTED_REGIONS: 'none' }).restrictedRegions).toEqual([])
  expect(() => readSettings({ ...production, RESTRICTED_REGIONS: ' ' })).toThrow('RESTRICTED_REGIONS must be set')
})

test('[CONS-04][OPS-07] a tag is grouped strictly unless CONSENT_STRICT is off', () => {
  expect(readSettings({ DATA_DIR, TAG_ID: 'GTM-ABC123' }).tag).toEqual({ id: 'GTM-ABC123', strict: true })
  expect(readSettings({ DATA_DIR, TAG_ID: 'G-1', CONSENT_STRICT: 'off' }).tag).toEqual({ id: 'G-1', strict: false })
  expect(readSettings({ DATA_DIR, CONSENT_STRICT: 'on' }).tag).toBeUndefined()
})

test('[LAW-04] a state needs an address database that knows regions', () => {
  const states = readSettings({ DATA_DIR, RESTRICTED_REGIONS: 'GB,US-NY' })
  const countries = readSettings({ DATA_DIR, RESTRICTED_REGIONS: 'GB' })
  const geo = geoBySetting('US')
  expect(() => refuseUnknownRegions(states, geo)).toThrow('RESTRICTED_REGIONS names US-NY, but no address database')
  expect(() => refuseUnknownRegions(countries, geo)).not.toThrow()
  expect(() => refuseUnknownRegions(states, { ...geo, knowsRegions: true })).not.toThrow()
})

/** The names that reading the settings requests from the environment. */
function namesRead(environment: Record<string, string>): Set<string> {
  const asked = new Set<string>()
  readSettings(
    new Proxy(environment, {
      get(values, name) {
        asked.add(String(name))
        return values[String(name)]
      },
    }),
  )
  return asked
}

const rows = settingsTable.flatMap((group) => group.rows)
const namesOf = (picked: typeof rows) => picked.flatMap(({ examples }) => Object.keys(examples))

test('[GO-01] the settings table lists exactly the settings that are read', () => {
  const clamd = { CLAMD_HOST: 'clamd.test' }
  const read = new Set([...namesRead({ DATA_DIR, ...clamd }), ...namesRead({ ...production, ...clamd })])
  expect(namesOf(rows).toSorted()).toEqual([...read].toSorted())
})

test('[GO-01][OPS-07] docs/settings.md and .env.example match the table', async () => {
  await expect(settingsDocument()).toMatchFileSnapshot('../../../docs/settings.md')
  await expect(exampleFile()).toMatchFileSnapshot('../../../.env.example')
})

test('[GO-01] a line of the settings file gives the value back: spaces, quotes and signs', () => {
  const values = ["Nerd's Help <a@b.example>", 'a "b" c', '$HOME `id` #1', 'x\\ny', ' x ', '', 'C:\\x "y"']
  const examples = rows.flatMap((row) => Object.values(row.examples))
  for (const value of [...values, ...examples]) {
    expect(fitsFile(value)).toBe(true)
    expect(parseEnv(`NAME=${inFile(value)}`)).toEqual({ NAME: value })
  }
  expect(["'$x", `'"`, "'\\n"].filter(fitsFile)).toEqual([])
})

/** The faults of a start. */
function faultsOf(env: Record<string, string>): readonly string[] {
  try {
    readSettings(env)
  } catch (error) {
    if (error instanceof WrongSettings) return error.faults
    throw error
  }
  return []
}

test('[GO-01][OPS-07] production without settings reports all required ones, in one message', () => {
  const wanted = namesOf(rows.filter((row) => row.wanted)).filter((name) => name !== 'NODE_ENV')
  const faults = faultsOf({ DATA_DIR, NODE_ENV: 'production' })
  expect(faults.map((sentence) => sentence.split(' ')[0]).toSorted()).toEqual(wanted.toSorted())
  expect(() => readSettings({ DATA_DIR, NODE_ENV: 'production' })).toThrow(
    `${wanted.length} settings are missing or wrong:\n- `,
  )
})

test('[GO-01][SAFE-16] reports all wrong settings at once, without their secrets', () => {
  const secret = 'hunter2hunter2hunter2'
  const wrong: Record<string, string> = Object.fromEntries(
    rows.filter((row) => row.secret).flatMap((row) => Object.keys(row.examples).map((name) => [name, secret])),
  )
  const faults = faultsOf({
    ...production,
    ...wrong,
    DKIM_DOMAIN: 'nerdify.example',
    DKIM_SELECTOR: 's1',
    S3_ENDPOINT: 'http://s3.example',
    PORT: 'eighty',
    PUBLIC_URL: 'nerdify.example',
    TRUST_PROXY: 'on',
    COMPANY_TIMEZONE: 'Pacific',
    LIMIT_SCALE: '1000',
  })
  const named = ['PORT', 'PUBLIC_URL', 'TRUST_PROXY', 'COMPANY_TIMEZONE', 'LIMIT_SCALE']
  const all = [...named, 'DATABASE_URL', 'AUTH_SECRET', 'OPERATIONS_TOKEN', 'DKIM_PRIVATE_KEY', 'S3_ENDPOINT']
  expect(all.filter((name) => !faults.some((sentence) => sentence.includes(name)))).toEqual([])
  expect(faults.join('\n')).not.toContain(secret)
})
