import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readSettings, WrongSetting } from './settings.ts'

const DATA_DIR = mkdtempSync(join(tmpdir(), 'nerdify-settings-'))

const production = {
  DATA_DIR,
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://nerdify.example',
  AUTH_SECRET: 'a'.repeat(32),
  OPERATIONS_TOKEN: 'token',
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  SMS_ACCOUNT_SID: 'AC1',
  SMS_AUTH_TOKEN: 't',
  SMS_FROM: '+14155550100',
  SMTP_HOST: 'smtp.example',
  MAIL_FROM: 'Nerdify <hello@nerdify.example>',
  SUPPORT_EMAIL: 'support@nerdify.example',
}

test('[OPS-07] without any setting everything has a working default', () => {
  expect(readSettings({ DATA_DIR })).toMatchObject({
    port: 3000,
    filesPort: 3001,
    publicUrl: 'http://localhost:3000',
    gatewayUrl: 'http://localhost:3000',
    filesUrl: 'http://localhost:3001',
    operationsToken: 'sandbox-operations',
    databaseUrl: undefined,
    limitScale: 1,
    stripe: { apiBase: 'http://127.0.0.1:4000' },
    smtp: { port: 4025 },
    supportEmail: 'support@nerdify.test',
  })
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
  ['SUPPORT_EMAIL', 'a@b.co, c@d.co', 'SUPPORT_EMAIL must be one address such as support@nerdify.example'],
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
  ['SMS_ACCOUNT_SID', 'ACsandbox'],
  ['OPERATIONS_TOKEN', 'sandbox-operations'],
  ['SUPPORT_EMAIL', 'support@nerdify.test'],
])('[OPS-07] (abuse 30) production with the sandbox’s %s does not start', (name, value) => {
  expect(() => readSettings({ ...production, [name]: value })).toThrow(`${name} still has its sandbox value`)
})

test('[OPS-07] a live key never goes to another host', () => {
  const live = { DATA_DIR, STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_API_BASE: 'http://127.0.0.1:4000' }
  expect(() => readSettings(live)).toThrow('STRIPE_API_BASE must not be set with a live STRIPE_SECRET_KEY.')
})
