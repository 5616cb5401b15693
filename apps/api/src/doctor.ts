import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { stripeCards } from './adapters/cards-stripe.ts'
import { systemClock } from './adapters/clock.ts'
import { openBucket } from './adapters/open-bucket.ts'
import { smtpMail } from './adapters/mail-smtp.ts'
import { clamdScanner } from './adapters/scanner-clamd.ts'
import { twilioSms } from './adapters/sms-twilio.ts'
import { connectEmbedded, connectServer } from './database/connect.ts'
import { DataDirectoryInUse } from './database/embedded/directory-lock.ts'
import { checksOf, type FoundDatabase } from './doctor/checks.ts'
import { examine, formatFindings } from './doctor/examine.ts'
import { loadSettingsFile, OpenFile } from './env-file.ts'
import { readSettings, type Settings, WrongSettings } from './settings.ts'

/** `npm run doctor`: a line for each thing that the product needs, and exit code 1 when one of them is not well (OPS-03). */
async function run(): Promise<number> {
  process.umask(0o077)
  const settings = settingsOrFinding()
  if (typeof settings === 'string') {
    const text = `${settings} docs/settings.md explains each; the other looks wait.`
    process.stdout.write(formatFindings([{ name: 'settings', well: false, text }]))
    return 1
  }
  const mail = smtpMail(settings.smtp)
  let database: Promise<FoundDatabase> | undefined
  const findings = await examine(
    checksOf({
      settings,
      cards: stripeCards(settings.stripe),
      sms: twilioSms(settings.sms),
      mail,
      scanner: settings.clamd && clamdScanner(settings.clamd),
      database: () => (database ??= open(settings)),
      files: async () => (await openBucket(settings, systemClock, { failed: () => undefined })).files,
    }),
  )
  const text = `${settings.production ? 'Production' : 'Not production'}, at ${settings.publicUrl}.`
  process.stdout.write(formatFindings([{ name: 'settings', well: true, text }, ...findings]))
  mail.close()
  const found = await database?.catch(() => undefined)
  if (typeof found === 'object') await found.close()
  return findings.every(({ well }) => well) ? 0 : 1
}

function settingsOrFinding(): Settings | string {
  try {
    loadSettingsFile()
    return readSettings(process.env)
  } catch (error) {
    if (error instanceof WrongSettings || error instanceof OpenFile) return error.message
    throw error
  }
}

/** Opens the database. A missing embedded database is not created, and one in use is not opened. */
async function open({ databaseUrl, dataDir }: Settings): Promise<FoundDatabase> {
  if (databaseUrl !== undefined) return connectServer(databaseUrl)
  if (!existsSync(join(dataDir, 'database', 'PG_VERSION'))) return 'not_made'
  try {
    return await connectEmbedded(dataDir)
  } catch (error) {
    if (error instanceof DataDirectoryInUse) return 'in_use'
    throw error
  }
}

// What did not answer in time is still waited for by nobody.
process.exit(await run())
