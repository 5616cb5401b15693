import { resolve } from 'node:path'
import { seededPeople } from '../apps/api/src/scenarios/people.ts'
import { Refusal, repositoryRoot } from './bootstrap.mjs'
import { freePort, type WantedPort } from './ports.ts'

/** The settings that the start itself reads (OPS-07) and passes on, so that its processes agree. */
export interface StartSettings {
  /** All ports to listen on. */
  ports: readonly WantedPort[]
  /** Absolute path. */
  dataDirectory: string
  /** Why the sandbox does not start; undefined if it does. */
  realProviders: string | undefined
  /** Settings for the sandbox. */
  sandboxEnvironment: NodeJS.ProcessEnv
  /** Settings for the product, added to the environment. */
  productEnvironment: NodeJS.ProcessEnv
}

const productPorts = [
  { setting: 'PORT', usual: 3000, wantedBy: 'the product' },
  { setting: 'FILES_PORT', usual: 3001, wantedBy: 'the embedded file bucket' },
]
const deskPort = { setting: 'DESK_PORT', usual: 3002, wantedBy: 'the desk' }
const sandboxPorts = [
  { setting: 'SANDBOX_PORT', usual: 4000, wantedBy: 'the sandbox' },
  { setting: 'SANDBOX_SMTP_PORT', usual: 4025, wantedBy: "the sandbox's mail server" },
]

/** Each of these selects a real provider. */
const providerSettings = ['STRIPE_SECRET_KEY', 'SMS_ACCOUNT_SID', 'SMTP_HOST']

/** Why the sandbox should not start, in words for a person; undefined if it should. */
function reasonWithoutSandbox(environment: NodeJS.ProcessEnv) {
  if (environment['NODE_ENV'] === 'production') return 'NODE_ENV is production'
  const present = providerSettings.filter((name) => environment[name])
  return present.length > 0
    ? `${present.join(', ')} ${present.length > 1 ? 'point' : 'points'} at real providers`
    : undefined
}

/** The number of a port setting; 0 becomes a free port. */
async function readPort(
  { setting, usual, wantedBy }: { setting: string; usual: number; wantedBy: string },
  environment: NodeJS.ProcessEnv,
): Promise<WantedPort> {
  const text = environment[setting] || String(usual)
  const port = Number(text)
  if (!/^\d+$/.test(text) || port > 65_535) {
    throw new Refusal(`${setting} must be a port number from 0 (any free one) to 65535, not "${text}".`)
  }
  return { setting, wantedBy, port: port === 0 ? await freePort() : port }
}

/** Absolute path of the data directory (DATA_DIR; by default `.data` in the repository). */
export const dataDirectoryOf = (environment: NodeJS.ProcessEnv) =>
  resolve(repositoryRoot, environment['DATA_DIR'] || '.data')

/**
 * Reads the settings of a start. The product gets the sandbox's addresses through the same settings as a real
 * deployment's providers (SBX-01).
 *
 * @throws {Refusal} on a setting that is not a port
 */
export async function readStartSettings(environment: NodeJS.ProcessEnv): Promise<StartSettings> {
  const realProviders = reasonWithoutSandbox(environment)
  const ports: WantedPort[] = []
  const ownPorts = environment['DESK'] === 'off' ? productPorts : [...productPorts, deskPort]
  for (const ownPort of realProviders ? ownPorts : [...ownPorts, ...sandboxPorts]) {
    ports.push(await readPort(ownPort, environment))
  }
  const dataDirectory = dataDirectoryOf(environment)
  const values = Object.fromEntries(ports.map(({ setting, port }) => [setting, String(port)]))
  const shared = {
    DATA_DIR: dataDirectory,
    PORT: values['PORT'],
    FILES_PORT: values['FILES_PORT'],
    ...(values['DESK_PORT'] && { DESK_PORT: values['DESK_PORT'] }),
  }
  if (realProviders) {
    return { ports, dataDirectory, realProviders, sandboxEnvironment: {}, productEnvironment: shared }
  }
  const sandbox = `http://127.0.0.1:${values['SANDBOX_PORT']}`
  const credentials = {
    STRIPE_SECRET_KEY: 'sk_test_sandbox',
    STRIPE_WEBHOOK_SECRET: 'whsec_sandbox',
    SMS_ACCOUNT_SID: 'ACsandbox',
    SMS_AUTH_TOKEN: 'sandbox',
  }
  return {
    ports,
    dataDirectory,
    realProviders,
    sandboxEnvironment: {
      ...credentials,
      DATA_DIR: dataDirectory,
      SANDBOX_PORT: values['SANDBOX_PORT'],
      SANDBOX_SMTP_PORT: values['SANDBOX_SMTP_PORT'],
      SANDBOX_PEOPLE: JSON.stringify(seededPeople.map(({ phone, email, who }) => ({ phone, email, who }))),
      STRIPE_WEBHOOK_URL: `http://127.0.0.1:${values['PORT']}/webhooks/stripe`,
      OPERATIONS_URL: `http://127.0.0.1:${values['PORT']}/api/ops`,
      // Its signature covers the product's public address.
      SMS_REPLY_URL: `${environment['PUBLIC_URL'] || `http://localhost:${values['PORT']}`}/webhooks/sms`,
    },
    productEnvironment: {
      ...shared,
      ...credentials,
      STRIPE_API_BASE: sandbox,
      SMS_API_BASE: sandbox,
      MESSENGER_URL: environment['MESSENGER_URL'] || `${sandbox}/messenger`,
      SMTP_HOST: '127.0.0.1',
      SMTP_PORT: values['SANDBOX_SMTP_PORT'],
    },
  }
}
