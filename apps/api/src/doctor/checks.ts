import { Readable } from 'node:stream'
import { maxFileBytes } from '@nerdify/domain/files/file-limits.ts'
import type { Cards, Files, Mail, Scanner, Sms } from '../ports.ts'
import type { Settings } from '../settings.ts'
import { isLiveStripeKey, unsafeSettings } from '../unsafe-settings.ts'
import { databaseChecks, type FoundDatabase } from './database-checks.ts'
import { accountChecks } from './account-checks.ts'
import type { Check } from './examine.ts'
import { lookAtBucket } from './look-at-bucket.ts'
import { lookAtMailRecords, type ResolveTxt } from './look-at-mail-records.ts'
import { lookAtProxy } from './look-at-proxy.ts'
import { outsideChecks } from './outside-checks.ts'
import { webhookChecks } from './webhook-checks.ts'

/** The parts to check; database and bucket open if a check needs them. */
export interface Patient {
  settings: Settings
  cards: Pick<Cards, 'eventsSince' | 'account'>
  sms: Pick<Sms, 'reach' | 'account'>
  mail: Pick<Mail, 'reach'>
  scanner: Scanner | undefined
  /** Opens on the first call only. */
  database(): Promise<FoundDatabase>
  files(): Promise<Files>
  /** The port that redirects from `http:` to `https:`; 80 by default. */
  httpPort?: number
  /** Resolves TXT records in the public DNS. */
  resolveTxt: ResolveTxt
  /** Runs every minute: skips {@link notRepeated}, and forged calls, which the product counts. */
  repeats?: boolean
}

/** The product itself mails about the first two (GO-05); the scanner would get 100 MB each time. */
const notRepeated = new Set(['backup', 'promises', 'virus scanner'])

/** All needs of the product: database, migrations, secrets, providers, bucket (OPS-03). */
export function checksOf(patient: Patient): Check[] {
  const checks = allChecks(patient)
  return patient.repeats ? checks.filter(({ name }) => !notRepeated.has(name)) : checks
}

function allChecks(patient: Patient): Check[] {
  const { settings } = patient
  const { stripe, sms, smtp } = settings
  return [
    { name: 'secrets', mend: 'Set them as docs/settings.md says.', look: async () => checkSecrets(settings) },
    ...databaseChecks(patient),
    {
      name: 'card provider',
      mend: `Look at ${stripe.apiBase ?? 'the status page of the provider'} and at STRIPE_SECRET_KEY${fromSandbox(settings)}.`,
      look: async () => {
        for await (const _event of patient.cards.eventsSince(Date.now())) break
        return `It accepts our key, at ${stripe.apiBase ?? 'its own address'}.`
      },
    },
    {
      name: 'text messages',
      mend: `Look at ${sms.apiBase}, SMS_ACCOUNT_SID and SMS_AUTH_TOKEN${fromSandbox(settings)}.`,
      look: async () => {
        await patient.sms.reach()
        return `The provider accepts our account, at ${sms.apiBase}.`
      },
    },
    {
      name: 'mail',
      mend: `Look at SMTP_HOST, SMTP_PORT, SMTP_USER and SMTP_PASSWORD${fromSandbox(settings)}.`,
      look: async () => {
        await patient.mail.reach()
        return `${smtp.host}:${smtp.port} accepts our mail${smtp.user === undefined ? ', without a sign-in' : ', over TLS and signed in'}${smtp.dkim === undefined ? ', unsigned' : `, signed for ${smtp.dkim.domain}`}.`
      },
    },
    {
      name: 'chat page',
      mend: `Look at MESSENGER_URL${fromSandbox(settings)}.`,
      look: () => checkChatPage(settings.messengerUrl),
    },
    {
      name: 'bucket',
      mend:
        settings.s3 === undefined
          ? 'Allow the user of the product to write to DATA_DIR/bucket, and check that the disk is not full.'
          : 'Look at S3_ENDPOINT, S3_BUCKET and the two keys; the key must be allowed to list, write, read, copy and remove, nobody else anything, and its CORS rules a POST from PUBLIC_URL.',
      look: async () => lookAtBucket(await patient.files(), settings),
    },
    {
      name: 'proxy',
      mend: 'Set TRUST_PROXY to the actual proxies in front of the product, and block access to its port past them.',
      look: () => lookAtProxy(settings),
    },
    ...webhookChecks(settings, !patient.repeats),
    ...(settings.production ? [...accountChecks(settings, patient), mailRecordsCheck(patient)] : []),
    ...outsideChecks(settings, patient.httpPort ?? 80),
    ...(patient.scanner === undefined ? [] : [scannerCheck(patient.scanner)]),
  ]
}

const mailRecordsCheck = ({ settings, resolveTxt }: Patient): Check => ({
  name: 'mail records',
  mend: 'Publish them in the DNS as docs/going-live.md says: without them our mail goes to spam.',
  look: () => lookAtMailRecords(settings.smtp, resolveTxt),
})

const fromSandbox = ({ production }: Settings) => (production ? '' : ', or start the sandbox with "npm start"')

/** Checks for secrets that the start refuses too (SAFE-09); `readSettings` has already refused missing ones. */
function checkSecrets(settings: Settings): string {
  const unsafe = unsafeSettings(settings)
  if (unsafe.length > 0) throw new Error(unsafe.join(' '))
  if (!settings.production) return 'They are the sandbox’s or your own: fine for testing, not for clients.'
  return `All are set; cards are in ${isLiveStripeKey(settings.stripe.secretKey) ? 'live' : 'test'} mode.`
}

/** Checks the page of our chat. It may require a sign-in, so any answer but 404 or a server error is fine. */
async function checkChatPage(address: string): Promise<string> {
  const { status } = await fetch(address, { redirect: 'manual' })
  if (status === 404 || status >= 500) throw new Error(`${address} answers ${status}`)
  return `${address} answers.`
}

/** Scanning the largest file is slow, and the doctor must end within 60 s (GO-06). */
const scanLimitMs = 45_000

/** Harmless bytes of the largest allowed file. */
function* largestFile(): Generator<Buffer> {
  const part = Buffer.alloc(65_536, 'nothing bad ')
  for (let left = maxFileBytes; left > 0; left -= part.length) yield part.subarray(0, left)
}

/** Scans a file of the largest size that clients may upload: a scanner with a smaller limit would refuse it (SAFE-15). */
function scannerCheck(scanner: Scanner): Check {
  return {
    name: 'virus scanner',
    mend: 'Start clamd, or look at CLAMD_HOST and CLAMD_PORT, and at StreamMaxLength and MaxFileSize in clamd.conf (at least 100M); uploads wait until it answers.',
    limitMs: scanLimitMs,
    async look() {
      const { verdict } = await scanner.scan(Readable.from(largestFile(), { objectMode: false }))
      if (verdict === 'too_large') throw new Error('It refuses a file of 100 MB, which clients may upload')
      if (verdict !== 'clean') throw new Error('It did not say that a harmless file of 100 MB is clean')
      return 'It accepts a file of the largest size.'
    },
  }
}
