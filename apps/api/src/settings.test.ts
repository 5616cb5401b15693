import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { geoBySetting } from './adapters/geo-by-setting.ts'
import { readSettings, refuseUnknownRegions, WrongSetting } from './settings.ts'
import { settingsDocument, settingsReference } from './settings-reference.ts'

const DATA_DIR = mkdtempSync(join(tmpdir(), 'nerdify-settings-'))

const production = {
  DATA_DIR,
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://nerdify.example',
  AUTH_SECRET: 'a'.repeat(32),
  OPERATIONS_TOKEN: 'token',
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
  SMS_ACCOUNT_SID: 'AC1',
  SMS_AUTH_TOKEN: 't',
  SMS_FROM: '+14155550100',
  SMS_FROM_CANADA: '+16135550100',
  SMS_FROM_AUSTRALIA: '+61480000100',
  SMTP_HOST: 'smtp.example',
  MAIL_FROM: 'Nerdify <hello@nerdify.example>',
  SUPPORT_EMAIL: 'support@nerdify.example',
  RESTRICTED_REGIONS: 'GB, US-NY',
  MESSENGER_URL: 'https://m.me/nerdify-example',
}

test('[OPS-07] without any setting everything has a working default', () => {
  expect(readSettings({ DATA_DIR })).toMatchObject({
    port: 3000,
    filesPort: 3001,
    publicUrl: 'http://localhost:3000',
    gatewayUrl: 'http://localhost:3000',
    analyticsUrl: 'http://localhost:3000',
    tag: undefined,
    filesUrl: 'http://localhost:3001',
    operationsToken: 'sandbox-operations',
    databaseUrl: undefined,
    limitScale: 1,
    stripe: { apiBase: 'http://127.0.0.1:4000' },
    smtp: { port: 4025 },
    supportEmail: 'support@nerdify.test',
    messengerUrl: 'http://127.0.0.1:4000/messenger',
    trustProxy: false,
    geoDefaultCountry: undefined,
    restrictedRegions: [],
    s3: undefined,
    clamd: undefined,
  })
})

test('[OPS-07] data stand in .data of the folder where it is started, unless DATA_DIR says otherwise', () => {
  expect(readSettings({ ...production, DATA_DIR: undefined }).dataDir).toBe(resolve('.data'))
  expect(readSettings({ ...production, DATA_DIR: 'elsewhere' }).dataDir).toBe(resolve('elsewhere'))
})

test('[OPS-07] the secret is made once and kept', () => {
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
  ['TRUST_PROXY', 'maybe', 'TRUST_PROXY must be one of on, off, not "maybe".'],
  ['GEO_DEFAULT_COUNTRY', 'usa', 'GEO_DEFAULT_COUNTRY must be a country such as US, not "usa".'],
  ['GEO_DEFAULT_COUNTRY', 'US-NY', 'GEO_DEFAULT_COUNTRY must be a country'],
  [
    'RESTRICTED_REGIONS',
    'GB, nowhere',
    'RESTRICTED_REGIONS must be none or codes such as GB,US-NY, and "nowhere" is none.',
  ],
  ['TAG_ID', 'UA 1', 'TAG_ID must be an identifier such as GTM-ABC123 or G-ABC123, not "UA 1".'],
  ['SUPPORT_EMAIL', 'a@b.co, c@d.co', 'SUPPORT_EMAIL must be one address such as support@nerdify.example'],
  ['MESSENGER_URL', 'javascript:alert(1)', 'MESSENGER_URL must be an address such as https://m.me/name'],
  ['AUTH_SECRET', 'short', 'AUTH_SECRET must have at least 32 characters.'],
])('[OPS-07] a wrong %s stops the start with its name and what is wanted', (name, value, sentence) => {
  expect(() => readSettings({ DATA_DIR, [name]: value })).toThrow(WrongSetting)
  expect(() => readSettings({ DATA_DIR, [name]: value })).toThrow(sentence)
})

test('[OPS-07] production with everything set starts', () => {
  expect(readSettings(production)).toMatchObject({ production: true, stripe: { apiBase: undefined } })
})

test.each(Object.keys(production).filter((name) => !['DATA_DIR', 'NODE_ENV'].includes(name)))(
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
])('[OPS-07] (abuse 30) production with the sandbox’s %s does not start', (name, value) => {
  expect(() => readSettings({ ...production, [name]: value })).toThrow(`${name} still has its sandbox value`)
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

test('[OPS-07] the three DKIM settings are there together, with a real key', () => {
  const given = (env: Record<string, string>) => () => readSettings({ DATA_DIR, ...env })
  expect(given({ DKIM_DOMAIN: 'nerdify.example' })).toThrow('must be set together')
  const wrongKey = { DKIM_DOMAIN: 'nerdify.example', DKIM_SELECTOR: 's1', DKIM_PRIVATE_KEY: 'secret' }
  expect(given(wrongKey)).toThrow('DKIM_PRIVATE_KEY must be a private key in PEM.')
  const { privateKey } = generateKeyPairSync('ed25519', {
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const oneLine = privateKey.replaceAll('\n', '\\n')
  expect(given({ ...wrongKey, DKIM_PRIVATE_KEY: oneLine })().smtp.dkim?.privateKey.trim()).toBe(privateKey.trim())
})

test.each([
  [undefined, []],
  ['none', []],
  ['GB', ['GB']],
  ['GB,US-NY AU', ['GB', 'US-NY', 'AU']],
])('[LAW-04][OPS-07] RESTRICTED_REGIONS of %s: %j', (value, regions) => {
  expect(readSettings({ DATA_DIR, RESTRICTED_REGIONS: value }).restrictedRegions).toEqual(regions)
})

test('[LAW-04] production starts with none, and not without saying so', () => {
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

/** The names that reading the settings asks the environment for. */
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

test('[OPS-07] the reference names every setting that is read, and no other', () => {
  const clamd = { CLAMD_HOST: 'clamd.test' }
  const read = new Set([...namesRead({ DATA_DIR, ...clamd }), ...namesRead({ ...production, ...clamd })])
  const named = settingsReference.flatMap(({ lines }) => lines.flatMap(({ names }) => names))
  expect(named.toSorted()).toEqual([...read].toSorted())
})

test.each(settingsReference.flatMap(({ lines }) => lines).filter(({ usual }) => usual === undefined))(
  '[OPS-07] production does not start without $names',
  ({ names }) => {
    for (const name of names) {
      expect(() => readSettings({ ...production, [name]: undefined })).toThrow(`${name} must be set when NODE_ENV`)
    }
  },
)

test('[OPS-07] docs/settings.md is the reference', async () => {
  await expect(settingsDocument()).toMatchFileSnapshot('../../../docs/settings.md')
})
