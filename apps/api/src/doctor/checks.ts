import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { apiPaths } from '@nerdify/contract/api-paths.ts'
import type { Database } from '../database/connect.ts'
import { pendingMigrations } from '../database/migrate.ts'
import { serverVersion } from '../database/server-version.ts'
import type { Cards, Files, Mail, Scanner, Sms } from '../ports.ts'
import { isLiveStripeKey, type Settings } from '../settings.ts'
import type { Check } from './examine.ts'

/** The database as it was found: open, in the hands of a product that runs, or not made yet (embedded only). */
export type FoundDatabase = Database | 'in_use' | 'not_made'

/** Whatever is looked at; what must be opened first is opened when it is. */
export interface Patient {
  settings: Settings
  cards: Pick<Cards, 'eventsSince'>
  sms: Pick<Sms, 'reach'>
  mail: Pick<Mail, 'reach'>
  scanner: Scanner | undefined
  /** Once, however often it is asked for. */
  database(): Promise<FoundDatabase>
  files(): Promise<Files>
}

const leastServerVersion = 15
/** A shorter secret can be guessed. */
const leastTokenLength = 16
const firstStart = 'There is none yet: the first start makes it.'

/** Everything that the product needs: database, migrations, secrets, providers, bucket (OPS-03). */
export function checksOf(patient: Patient): Check[] {
  const { settings } = patient
  const { stripe, sms, smtp } = settings
  return [
    { name: 'secrets', mend: 'Set them as docs/settings.md says.', look: async () => lookAtSecrets(settings) },
    {
      name: 'database',
      mend:
        settings.databaseUrl === undefined
          ? 'Stop what uses DATA_DIR, or look at its log; "npm run restore" brings a backup back.'
          : 'Start PostgreSQL, or set DATABASE_URL to where it is.',
      look: () => lookAtDatabase(patient),
    },
    {
      name: 'migrations',
      mend: 'Start this version of the product: it runs them first.',
      look: () => lookAtMigrations(patient),
    },
    {
      name: 'card provider',
      mend: `Look at ${stripe.apiBase ?? 'the status page of the provider'} and at STRIPE_SECRET_KEY${fromSandbox(settings)}.`,
      look: async () => {
        for await (const _event of patient.cards.eventsSince(Date.now())) break
        return `It takes our key, at ${stripe.apiBase ?? 'its own address'}.`
      },
    },
    {
      name: 'text messages',
      mend: `Look at ${sms.apiBase}, SMS_ACCOUNT_SID and SMS_AUTH_TOKEN${fromSandbox(settings)}.`,
      look: async () => {
        await patient.sms.reach()
        return `The provider takes our name, at ${sms.apiBase}.`
      },
    },
    {
      name: 'mail',
      mend: `Look at SMTP_HOST, SMTP_PORT, SMTP_USER and SMTP_PASSWORD${fromSandbox(settings)}.`,
      look: async () => {
        await patient.mail.reach()
        return `${smtp.host}:${smtp.port} takes mail from us${smtp.dkim === undefined ? ', unsigned' : `, signed for ${smtp.dkim.domain}`}.`
      },
    },
    {
      name: 'chat page',
      mend: `Look at MESSENGER_URL${fromSandbox(settings)}.`,
      look: () => lookAtChatPage(settings.messengerUrl),
    },
    {
      name: 'bucket',
      mend:
        settings.s3 === undefined
          ? 'Let the user of the product write to DATA_DIR/bucket, and see that the disk is not full.'
          : 'Look at S3_ENDPOINT, S3_BUCKET and the two keys; the key must be allowed to write, read and remove.',
      look: () => lookAtBucket(patient),
    },
    ...(patient.scanner === undefined ? [] : [scannerCheck(patient.scanner)]),
  ]
}

const fromSandbox = ({ production }: Settings) => (production ? '' : ', or start the sandbox with "npm start"')

/** Secrets that are set, that fit each other, and that nobody guesses; `readSettings` has refused those that are missing. */
function lookAtSecrets({ production, operationsToken, stripe, publicUrl, filesUrl }: Settings): string {
  if (isLiveStripeKey(stripe.secretKey) !== isLiveStripeKey(stripe.publishableKey)) {
    throw new Error('STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY are of different modes')
  }
  if (!production) return 'They are those of the sandbox or your own: fine for trying, not for clients.'
  if (!stripe.webhookSecret.startsWith('whsec_')) throw new Error('STRIPE_WEBHOOK_SECRET does not begin with whsec_')
  if (operationsToken.length < leastTokenLength) {
    throw new Error(`OPERATIONS_TOKEN has fewer than ${leastTokenLength} characters`)
  }
  if (!publicUrl.startsWith('https:')) throw new Error('PUBLIC_URL is not https, so sessions could be read on the way')
  if (publicUrl === filesUrl) throw new Error('PUBLIC_URL and FILES_URL are one origin, and must be two')
  return `All are set; cards are in ${isLiveStripeKey(stripe.secretKey) ? 'live' : 'test'} mode.`
}

async function lookAtDatabase(patient: Patient): Promise<string> {
  const found = await patient.database()
  if (found === 'not_made') return firstStart
  if (found === 'in_use') {
    await askRunningProduct(patient.settings)
    return 'The product that runs here answers from it.'
  }
  const version = await serverVersion(found.queries)
  if (found.kind === 'server' && Number.parseInt(version, 10) < leastServerVersion) {
    throw new Error(`It is PostgreSQL ${version}, and ${leastServerVersion} or newer is needed`)
  }
  return found.kind === 'server' ? `PostgreSQL ${version} answers.` : 'The embedded one opens and answers.'
}

async function lookAtMigrations(patient: Patient): Promise<string> {
  const found = await patient.database()
  await lookAtDatabase(patient).catch(() => {
    throw new Error('They cannot be looked at without the database')
  })
  if (found === 'not_made') return firstStart
  if (found === 'in_use') return 'The product that runs here has run all of its own.'
  const pending = await pendingMigrations(found)
  if (pending.length > 0) throw new Error(`${pending.length} have not run yet, the first is ${pending[0]}`)
  return 'All have run.'
}

/** An embedded database has one user, so the product itself is asked. */
async function askRunningProduct({ port }: Settings): Promise<void> {
  const { status } = await fetch(`http://127.0.0.1:${port}${apiPaths.readyz()}`)
  if (status !== 200)
    throw new Error(`The product that uses it answers ${status} to ${apiPaths.readyz()} on port ${port}`)
}

/** The page where people chat with us; it may ask who one is, so any answer but a failure of its own will do. */
async function lookAtChatPage(address: string): Promise<string> {
  const { status } = await fetch(address, { redirect: 'manual' })
  if (status === 404 || status >= 500) throw new Error(`${address} answers ${status}`)
  return `${address} answers.`
}

/** Puts an object there, reads it, and takes it away again. */
async function lookAtBucket({ files: open, settings }: Patient): Promise<string> {
  const files = await open()
  const key = `doctor/${randomUUID()}`
  const bytes = Buffer.from('Written by the doctor, who removes it again.')
  await files.write(key, Readable.from([bytes]), bytes.length)
  try {
    const read: Buffer[] = []
    for await (const part of await files.read(key)) read.push(Buffer.from(part as Uint8Array))
    if (!Buffer.concat(read).equals(bytes)) throw new Error('It gives back other bytes than it was given')
  } finally {
    await files.remove(key)
  }
  return `${settings.s3 === undefined ? 'The embedded one' : settings.s3.bucket} takes an object, gives it back and removes it.`
}

function scannerCheck(scanner: Scanner): Check {
  return {
    name: 'virus scanner',
    mend: 'Start clamd, or look at CLAMD_HOST and CLAMD_PORT; uploads wait until it answers.',
    async look() {
      const { verdict } = await scanner.scan(Readable.from([Buffer.from('nothing bad')]))
      if (verdict !== 'clean') throw new Error('It did not say that a harmless text is clean')
      return 'It answers.'
    },
  }
}
