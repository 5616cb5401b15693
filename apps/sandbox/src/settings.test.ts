import { expect, test } from 'vitest'
import { readSettings, SettingError } from './settings.ts'

test('[SBX-01] with nothing set, every setting has its default', () => {
  expect(readSettings({})).toEqual({
    host: '127.0.0.1',
    httpPort: 4000,
    smtpPort: 4025,
    dataDirectory: '.data',
    webhookUrl: 'http://127.0.0.1:3000/webhooks/stripe',
    webhookSecret: 'whsec_sandbox',
    cardSecretKey: 'sk_test_sandbox',
    smsAccountSid: 'ACsandbox',
    smsAuthToken: 'sandbox',
    operationsUrl: 'http://127.0.0.1:3000/api/ops',
    operationsToken: 'sandbox-operations',
    autopilot: true,
    autopilotStepMs: 12_000,
    smsReplyUrl: 'http://localhost:3000/webhooks/sms',
    testControls: true,
  })
})

test.each([
  ['SANDBOX_PORT', 'abc', 'SANDBOX_PORT must be a port number from 0 to 65535, not "abc".'],
  ['SANDBOX_SMTP_PORT', '65536', 'SANDBOX_SMTP_PORT must be a port number from 0 to 65535, not "65536".'],
  ['STRIPE_WEBHOOK_URL', 'webhooks', 'STRIPE_WEBHOOK_URL must be an http or https address, not "webhooks".'],
  ['OPERATIONS_URL', 'operations', 'OPERATIONS_URL must be an http or https address, not "operations".'],
  ['AUTOPILOT', 'maybe', 'AUTOPILOT must be "on" or "off", not "maybe".'],
  ['AUTOPILOT_STEP_MS', '0', 'AUTOPILOT_STEP_MS must be a number of milliseconds above 0, not "0".'],
  ['SANDBOX_TEST_CONTROLS', 'yes', 'SANDBOX_TEST_CONTROLS must be "on" or "off", not "yes".'],
])('[SBX-01] %s=%s is refused by its name', (name, value, sentence) => {
  expect(() => readSettings({ [name]: value })).toThrow(new SettingError(sentence))
})
