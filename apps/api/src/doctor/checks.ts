import { Readable } from 'node:stream'
import { apiPaths } from '@nerdify/contract/api-paths.ts'
import { maxFileBytes } from '@nerdify/domain/files/file-limits.ts'
import { unpriced } from '@nerdify/domain/pricing/price.ts'
import { newestBackup } from '../database/noted-backups.ts'
import type { Database } from '../database/connect.ts'
import { pendingMigrations } from '../database/migrate.ts'
import { keepsPreparedStatements, serverVersion, sessionFacts } from '../database/server-session.ts'
import type { Cards, Files, Mail, Scanner, Sms } from '../ports.ts'
import { pricesInForce } from '../pricing/change-prices.ts'
import type { Settings } from '../settings.ts'
import { isLiveStripeKey, unsafeSettings } from '../unsafe-settings.ts'
import type { Check } from './examine.ts'
import { lookAtBucket } from './look-at-bucket.ts'
import { lookAtMailRecords, type ResolveTxt } from './look-at-mail-records.ts'
import { lookAtProxy } from './look-at-proxy.ts'
import { outsideChecks } from './outside-checks.ts'
import { webhookChecks } from './webhook-checks.ts'

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
  /** Port on which the origins lead from `http:` to `https:`; 80 if it is missing. */
  httpPort?: number
  /** Reads TXT records of the world outside. */
  resolveTxt: ResolveTxt
}

const leastServerVersion = 15
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
          : 'Start PostgreSQL, or set DATABASE_URL to where it is; docs/scale.md says what a pooler needs.',
      look: () => lookAtSessions(patient),
    },
    {
      name: 'migrations',
      mend: 'Start this version of the product: it runs them first.',
      look: () => lookAtMigrations(patient),
    },
    {
      name: 'prices',
      mend: 'Put them in force with "npm run ops -- pricing --put FILE" or "npm run ops -- services --put FILE".',
      look: () => lookAtPrices(patient),
    },
    {
      name: 'backup',
      mend: 'Look at the log of the nightly backup; docs/operations.md says how to make one by hand.',
      look: () => lookAtBackup(patient),
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
        return `${smtp.host}:${smtp.port} takes mail from us${smtp.user === undefined ? '' : ', over TLS and signed in'}${smtp.dkim === undefined ? ', unsigned' : `, signed for ${smtp.dkim.domain}`}.`
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
          : 'Look at S3_ENDPOINT, S3_BUCKET and the two keys; the key must be allowed to write, read and remove, and its CORS rules a POST from PUBLIC_URL.',
      look: async () => lookAtBucket(await patient.files(), settings),
    },
    {
      name: 'proxy',
      mend: 'Set TRUST_PROXY to the proxies that really stand before the product, and let nobody reach its port past them.',
      look: () => lookAtProxy(settings),
    },
    ...webhookChecks(settings),
    ...(settings.production ? [mailRecordsCheck(patient)] : []),
    ...outsideChecks(settings, patient.httpPort ?? 80),
    ...(patient.scanner === undefined ? [] : [scannerCheck(patient.scanner)]),
  ]
}

const mailRecordsCheck = ({ settings, resolveTxt }: Patient): Check => ({
  name: 'mail records',
  mend: 'Publish them in the DNS as docs/going-live.md says: without them our mail ends as spam.',
  look: () => lookAtMailRecords(settings.smtp, resolveTxt),
})

const fromSandbox = ({ production }: Settings) => (production ? '' : ', or start the sandbox with "npm start"')

/** What the start refuses too (SAFE-09); `readSettings` has refused those that are missing. */
function lookAtSecrets(settings: Settings): string {
  const unsafe = unsafeSettings(settings)
  if (unsafe.length > 0) throw new Error(unsafe.join(' '))
  if (!settings.production) return 'They are those of the sandbox or your own: fine for trying, not for clients.'
  return `All are set; cards are in ${isLiveStripeKey(settings.stripe.secretKey) ? 'live' : 'test'} mode.`
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

/** Looks at the database, and whether a pooler before it keeps what our sessions need (HOLD-05, HOLD-11). */
async function lookAtSessions(patient: Patient): Promise<string> {
  const answer = await lookAtDatabase(patient)
  const found = await patient.database()
  if (typeof found === 'string' || found.kind === 'embedded') return answer
  if (!(await keepsPreparedStatements(found.queries))) {
    throw new Error('A pooler before it loses prepared statements')
  }
  const { isEncrypted, hasLimits, isWritable } = await sessionFacts(found.queries)
  if (!isWritable) throw new Error('The server only reads, as a standby does')
  if (!hasLimits) throw new Error('A pooler before it drops the limits of our sessions')
  return `${answer} The connection is ${isEncrypted ? 'encrypted' : 'not encrypted'}.`
}

async function lookAtMigrations(patient: Patient): Promise<string> {
  return inDatabase(patient, 'The product that runs here has run all of its own.', async (database) => {
    const pending = await pendingMigrations(database)
    if (pending.length > 0) throw new Error(`${pending.length} have not run yet, the first is ${pending[0]}`)
    return 'All have run.'
  })
}

/** What is found in the database; `inUse` where a running product has it. */
async function inDatabase(
  patient: Patient,
  inUse: string,
  look: (database: Database) => Promise<string>,
): Promise<string> {
  const found = await patient.database()
  await lookAtDatabase(patient).catch(() => {
    throw new Error('This needs the database')
  })
  if (found === 'not_made') return firstStart
  return found === 'in_use' ? inUse : look(found)
}

/** A job type or a service that is newer than the stored prices is not offered until it has one. */
async function lookAtPrices(patient: Patient): Promise<string> {
  return inDatabase(patient, 'The log of the product that runs here names what has none.', async ({ queries }) => {
    const missing = unpriced(await pricesInForce(queries))
    if (missing.length > 0) throw new Error(`There is none for ${missing.join(', ')}, so it is not offered`)
    return 'Every job type and service has one.'
  })
}

/** A night without a backup is an accident, two are a fault. */
const mostBackupHours = 48

async function lookAtBackup(patient: Patient): Promise<string> {
  return inDatabase(patient, 'Its database makes none while it runs.', async ({ queries }) => {
    const at = await newestBackup(queries)
    if (at === undefined) return 'None was made here yet.'
    const hours = Math.floor((Date.now() - at) / 3_600_000)
    if (hours >= mostBackupHours) throw new Error(`The newest is ${hours} hours old`)
    return `The newest is ${hours} hours old.`
  })
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

/** A scan of the largest file takes its time; the doctor ends within 60 s (GO-06). */
const scanLimitMs = 45_000

/** As many bytes as the largest file has, which are nothing bad. */
function* largestFile(): Generator<Buffer> {
  const part = Buffer.alloc(65_536, 'nothing bad ')
  for (let left = maxFileBytes; left > 0; left -= part.length) yield part.subarray(0, left)
}

/** Sends one of the largest size that clients may upload: a scanner with a smaller limit would refuse theirs (SAFE-15). */
function scannerCheck(scanner: Scanner): Check {
  return {
    name: 'virus scanner',
    mend: 'Start clamd, or look at CLAMD_HOST and CLAMD_PORT, and at StreamMaxLength in clamd.conf (at least 100M); uploads wait until it answers.',
    limitMs: scanLimitMs,
    async look() {
      const { verdict } = await scanner.scan(Readable.from(largestFile(), { objectMode: false }))
      if (verdict === 'too_large') throw new Error('It does not take a file of 100 MB, which clients may upload')
      if (verdict !== 'clean') throw new Error('It did not say that a harmless file of 100 MB is clean')
      return 'It takes a file of the largest size.'
    },
  }
}
