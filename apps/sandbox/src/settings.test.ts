import { expect, test } from 'vitest'
import { readSettings, SettingError } from './settings.ts'

test.each([
  ['SANDBOX_PORT', 'abc', 'SANDBOX_PORT must be a port number from 0 to 65535, not "abc".'],
  ['SANDBOX_SMTP_PORT', '65536', 'SANDBOX_SMTP_PORT must be a port number from 0 to 65535, not "65536".'],
  ['STRIPE_WEBHOOK_URL', 'webhooks', 'STRIPE_WEBHOOK_URL must be an http or https address, not "webhooks".'],
  ['OPERATIONS_URL', 'operations', 'OPERATIONS_URL must be an http or https address, not "operations".'],
  ['AUTOPILOT', 'maybe', 'AUTOPILOT must be "on" or "off", not "maybe".'],
  ['AUTOPILOT_STEP_MS', '0', 'AUTOPILOT_STEP_MS must be a number of milliseconds above 0, not "0".'],
])('[SBX-01] %s=%s is refused by its name', (name, value, sentence) => {
  expect(() => readSettings({ [name]: value })).toThrow(new SettingError(sentence))
})
