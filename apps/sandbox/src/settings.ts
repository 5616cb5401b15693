/** What can be set from outside. Every value has a default, so that the sandbox starts with nothing set. */
export interface Settings {
  /** Address to listen on. */
  readonly host: string
  /** Port of the card provider, the SMS provider, the mailbox and the pages; 0 takes any free one. */
  readonly httpPort: number
  /** Port of the mail server; 0 takes any free one. */
  readonly smtpPort: number
  /** Directory that holds `sandbox.sqlite`. */
  readonly dataDirectory: string
  /** Where the card provider posts its events. */
  readonly webhookUrl: string
  /** Shared secret that signs those events. */
  readonly webhookSecret: string
  /** The one API key that the card provider accepts. */
  readonly cardSecretKey: string
  /** The one account of the SMS provider, and its password. */
  readonly smsAccountSid: string
  readonly smsAuthToken: string
  /** Address of the product's operations API, over which the autopilot works, and its token. */
  readonly operationsUrl: string
  readonly operationsToken: string
  /** Whether the autopilot plays the Nerd from the start (OPS-02). */
  readonly autopilot: boolean
  /** How long the autopilot leaves an order in each state, in milliseconds. */
  readonly autopilotStepMs: number
  /** Where the SMS provider posts what people text back. */
  readonly smsReplyUrl: string
  /** Whether `/_sandbox/…` (clock, faults, reset) answers. */
  readonly testControls: boolean
}

/** A setting that cannot be used. The message is one sentence that names it and says what is wanted. */
export class SettingError extends Error {}

function port(name: string, value: string | undefined, fallback: number): number {
  if (value === undefined || value === '') return fallback
  const number = Number(value)
  if (!/^\d+$/.test(value) || number > 65535) {
    throw new SettingError(`${name} must be a port number from 0 to 65535, not "${value}".`)
  }
  return number
}

function milliseconds(name: string, value: string): number {
  if (!/^\d{1,9}$/.test(value) || Number(value) === 0) {
    throw new SettingError(`${name} must be a number of milliseconds above 0, not "${value}".`)
  }
  return Number(value)
}

function webAddress(name: string, value: string): string {
  const protocol = URL.canParse(value) ? new URL(value).protocol : ''
  if (protocol !== 'http:' && protocol !== 'https:') {
    throw new SettingError(`${name} must be an http or https address, not "${value}".`)
  }
  return value
}

function onOrOff(name: string, value: string): boolean {
  if (value !== 'on' && value !== 'off') throw new SettingError(`${name} must be "on" or "off", not "${value}".`)
  return value === 'on'
}

/**
 * Reads the settings from environment variables (SBX-01).
 *
 * @throws {SettingError} for the first value that cannot be used.
 */
export function readSettings(environment: Readonly<Record<string, string | undefined>>): Settings {
  const value = (name: string, fallback: string) => environment[name] || fallback
  const webhookUrl = webAddress(
    'STRIPE_WEBHOOK_URL',
    value('STRIPE_WEBHOOK_URL', 'http://127.0.0.1:3000/webhooks/stripe'),
  )
  return {
    host: value('SANDBOX_HOST', '127.0.0.1'),
    httpPort: port('SANDBOX_PORT', environment['SANDBOX_PORT'], 4000),
    smtpPort: port('SANDBOX_SMTP_PORT', environment['SANDBOX_SMTP_PORT'], 4025),
    dataDirectory: value('DATA_DIR', '.data'),
    webhookUrl,
    webhookSecret: value('STRIPE_WEBHOOK_SECRET', 'whsec_sandbox'),
    cardSecretKey: value('STRIPE_SECRET_KEY', 'sk_test_sandbox'),
    smsAccountSid: value('SMS_ACCOUNT_SID', 'ACsandbox'),
    smsAuthToken: value('SMS_AUTH_TOKEN', 'sandbox'),
    operationsUrl: webAddress('OPERATIONS_URL', value('OPERATIONS_URL', `${new URL(webhookUrl).origin}/api/ops`)),
    operationsToken: value('OPERATIONS_TOKEN', 'sandbox-operations'),
    autopilot: onOrOff('AUTOPILOT', value('AUTOPILOT', 'on')),
    autopilotStepMs: milliseconds('AUTOPILOT_STEP_MS', value('AUTOPILOT_STEP_MS', '12000')),
    smsReplyUrl: webAddress('SMS_REPLY_URL', value('SMS_REPLY_URL', 'http://localhost:3000/webhooks/sms')),
    testControls: onOrOff('SANDBOX_TEST_CONTROLS', value('SANDBOX_TEST_CONTROLS', 'on')),
  }
}
