/** A setting that cannot be used. The message is one sentence that names it and says what is wanted. */
export class SettingError extends Error {}

/** Somebody to sign in as; `who` ends the sentence that begins with the name. */
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

/** How a setting is checked, and in what words it is wanted. */
const checks = {
  port: [(value: string) => /^\d+$/.test(value) && Number(value) <= 65535, 'a port number from 0 to 65535'],
  milliseconds: [(value: string) => /^[1-9]\d{0,8}$/.test(value), 'a number of milliseconds above 0'],
  address: [(value: string) => /^https?:\/\//.test(value) && URL.canParse(value), 'an http or https address'],
  people: [isListOfPeople, 'a JSON list of people, each with phone, email and who'],
  onOrOff: [(value: string) => value === 'on' || value === 'off', '"on" or "off"'],
} as const

/**
 * Reads what can be set from outside (SBX-01): environment variables, each with a default, so that the sandbox starts with
 * nothing set.
 *
 * @throws {SettingError} for the first value that cannot be used.
 */
export function readSettings(environment: Readonly<Record<string, string | undefined>>) {
  const value = (name: string, fallback: string) => environment[name] || fallback
  const checked = (check: keyof typeof checks, name: string, fallback: string) => {
    const [isFit, wanted] = checks[check]
    const given = value(name, fallback)
    if (!isFit(given)) throw new SettingError(`${name} must be ${wanted}, not "${given}".`)
    return given
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
    /** The one account of the SMS provider, its password, and where texts go that people send back. */
    smsAccountSid: value('SMS_ACCOUNT_SID', 'ACsandbox'),
    smsAuthToken: value('SMS_AUTH_TOKEN', 'sandbox'),
    smsReplyUrl,
    /** Where people open the product: the origin that texts come back to. */
    productUrl: new URL(smsReplyUrl).origin,
    /** Whom the front page offers to sign in as (SBX-04). */
    people: JSON.parse(checked('people', 'SANDBOX_PEOPLE', '[]')) as readonly Person[],
    /** The product's operations API, over which the autopilot works, and its token. */
    operationsUrl: checked('address', 'OPERATIONS_URL', `${new URL(webhookUrl).origin}/api/ops`),
    operationsToken: value('OPERATIONS_TOKEN', 'sandbox-operations'),
    /** Whether the autopilot plays the Nerd from the start (OPS-02), and how long it leaves an order in each state. */
    autopilot: checked('onOrOff', 'AUTOPILOT', 'on') === 'on',
    autopilotStepMs: Number(checked('milliseconds', 'AUTOPILOT_STEP_MS', '12000')),
    /** Whether `/_sandbox/…` (clock, faults) answers. */
    testControls: checked('onOrOff', 'SANDBOX_TEST_CONTROLS', 'on') === 'on',
  }
}

export type Settings = Readonly<ReturnType<typeof readSettings>>
