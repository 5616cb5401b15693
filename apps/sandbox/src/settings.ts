/** An unusable setting. The message is one sentence with its name and the expected value. */
export class SettingError extends Error {}

/** A person to sign in as; `who` ends the sentence that begins with the name. */
export interface Person {
  readonly phone: string
  readonly email: string
  readonly who: string
}

function isListOfPeople(text: string): boolean {
  try {
    const list = JSON.parse(text) as unknown
    const isPerson = (one: Partial<Person> | null) =>
      [one?.phone, one?.email, one?.who].every((part) => typeof part === 'string')
    return Array.isArray(list) && list.every(isPerson)
  } catch {
    return false
  }
}

/** How to check a setting, and the words for the expected value. */
const checks = {
  port: [(value: string) => /^\d+$/.test(value) && Number(value) <= 65535, 'a port number from 0 to 65535'],
  milliseconds: [(value: string) => /^[1-9]\d{0,8}$/.test(value), 'a number of milliseconds above 0'],
  address: [(value: string) => /^https?:\/\//.test(value) && URL.canParse(value), 'an http or https address'],
  people: [isListOfPeople, 'a JSON list of people, each with phone, email and who'],
  onOrOff: [(value: string) => value === 'on' || value === 'off', '"on" or "off"'],
} as const

/**
 * Reads the settings (SBX-01): environment variables, each with a default, so that the sandbox starts without any.
 *
 * @throws {SettingError} for the first unusable value.
 */
export function readSettings(environment: Readonly<Record<string, string | undefined>>) {
  const value = (name: string, fallback: string) => environment[name] || fallback
  const checked = (check: keyof typeof checks, name: string, fallback: string) => {
    const [isFit, wanted] = checks[check]
    const setting = value(name, fallback)
    if (!isFit(setting)) throw new SettingError(`${name} must be ${wanted}, not "${setting}".`)
    return setting
  }
  const webhookUrl = checked('address', 'STRIPE_WEBHOOK_URL', 'http://127.0.0.1:3000/webhooks/stripe')
  const smsReplyUrl = checked('address', 'SMS_REPLY_URL', 'http://localhost:3000/webhooks/sms')
  return {
    host: value('SANDBOX_HOST', '127.0.0.1'),
    /** Port of the card provider, the SMS provider, the mailbox and the pages; 0 takes any free one, here and below. */
    httpPort: Number(checked('port', 'SANDBOX_PORT', '4000')),
    smtpPort: Number(checked('port', 'SANDBOX_SMTP_PORT', '4025')),
    /** Directory that holds `sandbox.sqlite`. */
    dataDirectory: value('DATA_DIR', '.data'),
    /** Where the card provider posts its events, and the secret that signs them. */
    webhookUrl,
    webhookSecret: value('STRIPE_WEBHOOK_SECRET', 'whsec_sandbox'),
    /** The one API key that the card provider accepts. */
    cardSecretKey: value('STRIPE_SECRET_KEY', 'sk_test_sandbox'),
    /** The one account of the SMS provider, its password, and the webhook for people's replies. */
    smsAccountSid: value('SMS_ACCOUNT_SID', 'ACsandbox'),
    smsAuthToken: value('SMS_AUTH_TOKEN', 'sandbox'),
    smsReplyUrl,
    /** The product's origin for people: the host of the replies' webhook. */
    productUrl: new URL(smsReplyUrl).origin,
    /** The people that the front page offers to sign in as (SBX-04). */
    people: JSON.parse(checked('people', 'SANDBOX_PEOPLE', '[]')) as readonly Person[],
    /** The product's operations API for the autopilot, and its token. */
    operationsUrl: checked('address', 'OPERATIONS_URL', `${new URL(webhookUrl).origin}/api/ops`),
    operationsToken: value('OPERATIONS_TOKEN', 'sandbox-operations'),
    /** Whether the autopilot plays the Nerd from the start (OPS-02), and its time per state. */
    autopilot: checked('onOrOff', 'AUTOPILOT', 'on') === 'on',
    autopilotStepMs: Number(checked('milliseconds', 'AUTOPILOT_STEP_MS', '12000')),
    /** Whether `/_sandbox/…` (clock, faults) answers. */
    testControls: checked('onOrOff', 'SANDBOX_TEST_CONTROLS', 'on') === 'on',
  }
}

export type Settings = Readonly<ReturnType<typeof readSettings>>
