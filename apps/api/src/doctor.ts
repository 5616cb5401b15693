import { resolveTxt } from 'node:dns/promises'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { stripeCards } from './adapters/cards-stripe.ts'
import { systemClock } from './adapters/clock.ts'
import { openBucket } from './adapters/open-bucket.ts'
import { smtpMail } from './adapters/mail-smtp.ts'
import { clamdScanner } from './adapters/scanner-clamd.ts'
import { twilioSms } from './adapters/sms-twilio.ts'
import { connectEmbedded, connectServer } from './database/connect.ts'
import { DataDirectoryInUse } from './database/embedded/directory-lock.ts'
import { checksOf } from './doctor/checks.ts'
import type { FoundDatabase } from './doctor/database-checks.ts'
import { examine, type Finding, formatFindings } from './doctor/examine.ts'
import { actAsOwner } from './doctor/look-at-machine.ts'
import { mailAbout, newWatch, pauseOfWatchMs } from './doctor/watch.ts'
import { loadSettingsFile, OpenFile } from './env-file.ts'
import { port, readSettings, type Settings, WrongSettings } from './settings.ts'

/** The longest wait for connections to close, in milliseconds. */
const closeLimitMs = 5_000

/**
 * `npm run doctor`: prints a line for each check, or with `--json` an array, and exits with 1 if one fails (OPS-03). It
 * ends within 60 s whatever hangs. With `--watch` it repeats the checks and mails the failures (GO-07); `--metrics
 * PORT` also answers Prometheus.
 */
async function run(): Promise<number> {
  process.umask(0o077)
  const options = commandLine()
  if (options === undefined) return 1
  const format = options.json
    ? (findings: readonly Finding[]) => `${JSON.stringify(findings, undefined, 2)}\n`
    : formatFindings
  const settings = settingsOrFinding()
  if (typeof settings === 'string') {
    const text = `${settings} docs/settings.md explains each; the other looks wait.`
    process.stdout.write(format([{ name: 'settings', well: false, text }]))
    return 1
  }
  if (options.watch) return watchOver(settings, options.metricsPort)
  const findings = await lookAtAll(settings)
  const text = `${settings.production ? 'Production' : 'Not production'}, at ${settings.publicUrl}.`
  process.stdout.write(format([{ name: 'settings', well: true, text }, ...findings]))
  return findings.every(({ well }) => well) ? 0 : 1
}

/** Undefined for an unknown option, which is reported. */
function commandLine() {
  try {
    const { values } = parseArgs({
      options: { json: { type: 'boolean' }, watch: { type: 'boolean' }, metrics: { type: 'string' } },
    })
    const { metrics } = values
    const metricsPort = metrics === undefined ? undefined : port.parse(metrics)
    if (metrics !== undefined && metricsPort === undefined) {
      throw new Error(`--metrics must be ${port.wanted}, not "${metrics}".`)
    }
    return { ...values, metricsPort }
  } catch (error) {
    process.stderr.write(`${(error as Error).message} The options are --json, and --watch with --metrics PORT.\n`)
    return undefined
  }
}

/** Opens the checks' connections, runs the checks, and closes the connections. */
async function lookAtAll(settings: Settings, repeats = false): Promise<Finding[]> {
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
      resolveTxt,
      repeats,
    }),
  )
  mail.close()
  await Promise.race([closeDatabase(database), setTimeout(closeLimitMs, undefined, { ref: false })])
  return findings
}

/** Never returns. */
async function watchOver(settings: Settings, metricsPort: number | undefined): Promise<never> {
  const mail = smtpMail(settings.smtp)
  const watch = newWatch()
  if (metricsPort !== undefined) watch.listen(settings.host, metricsPort)
  for (;;) {
    const now = Date.now()
    const news = watch.newsOf(await lookAtAll(settings, true), now)
    if (news.length > 0) {
      process.stdout.write(formatFindings(news))
      const { outcome } = await mail.send(mailAbout(news, settings))
      if (outcome === 'sent') watch.noteMailed(news, now)
      else process.stderr.write('The mail about it was not sent; the next round tries again.\n')
    }
    await setTimeout(pauseOfWatchMs)
  }
}

async function closeDatabase(database: Promise<FoundDatabase> | undefined): Promise<void> {
  const found = await database?.catch(() => undefined)
  if (typeof found === 'object') await found.close()
}

function settingsOrFinding(): Settings | string {
  try {
    loadSettingsFile()
    actAsOwner(process.env['DATA_DIR'] || '.data')
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

// Do not wait for checks that timed out.
process.exit(await run())
