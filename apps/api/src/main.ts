import { writeSync } from 'node:fs'
import { join } from 'node:path'
import { systemClock } from './adapters/clock.ts'
import { stripeCards } from './adapters/cards-stripe.ts'
import { erasedInFolder } from './adapters/erased-in-folder.ts'
import { geoBySetting } from './adapters/geo-by-setting.ts'
import { geoByDatabase } from './adapters/geo-mmdb.ts'
import { openBucket } from './adapters/open-bucket.ts'
import { smtpMail } from './adapters/mail-smtp.ts'
import { stripeSamplePlans } from './adapters/sample-plans-stripe.ts'
import { clamdScanner } from './adapters/scanner-clamd.ts'
import { twilioSms } from './adapters/sms-twilio.ts'
import { connectEmbedded, connectServer } from './database/connect.ts'
import { DataDirectoryInUse } from './database/embedded/directory-lock.ts'
import { migrate, patiently } from './database/migrate.ts'
import { seededPeople } from './scenarios/people.ts'
import { seed } from './scenarios/seed.ts'
import { seedFiles } from './scenarios/seed-files.ts'
import { seedPlans } from './scenarios/seed-plans.ts'
import { bucketServer } from './uploads/bucket-server.ts'
import { isAwaited } from './uploads/start-upload.ts'
import { watchConnections } from './http/graceful-end.ts'
import { loggerOf } from './logger.ts'
import { readSettings, refuseUnknownRegions, WrongSetting } from './settings.ts'
import { startProduct } from './start-product.ts'

/** How long the end waits for files that are on their way, in milliseconds: less than a container is given to stop. */
const filesGraceMs = 8_000

/** After so long the end is an end, whatever is still under way, in milliseconds: what is acknowledged is stored. */
const endLimitMs = 45_000

const webDirectory = join(import.meta.dirname, '../../web/dist/client')

/** Ends the start with one sentence that says what is wrong and what to do. */
function giveUp(sentence: string): never {
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}

/**
 * Ends a process whose database is lost, so that whoever keeps it running starts it again (HOLD-03). It is killed: an
 * ordinary end would wait for the thread that does not answer.
 */
function dieOf(error: Error): never {
  writeSync(process.stderr.fd, `The embedded database is lost: ${error.message}\n`)
  process.kill(process.pid, 'SIGKILL')
  throw error
}

/** Listens, or gives up with the setting that names another port. */
async function listen(setting: string, port: number, start: () => Promise<unknown>): Promise<void> {
  try {
    await start()
  } catch (error) {
    const { code } = error as { code?: string }
    if (code === 'EADDRINUSE') giveUp(`Port ${port} is in use by another program; set ${setting} to a free one.`)
    if (code === 'EACCES') giveUp(`Port ${port} may not be used by this user; set ${setting} to another one.`)
    throw error
  }
}

async function run(): Promise<void> {
  // SAFE-16: what we write is ours alone, also what the embedded database makes beside its tables.
  process.umask(0o077)
  const settings = readSettings(process.env)
  const geo = geoByDatabase(settings.geoDatabase, geoBySetting(settings.geoDefaultCountry))
  refuseUnknownRegions(settings, geo)
  const database =
    settings.databaseUrl === undefined ? await connectEmbedded(settings.dataDir) : connectServer(settings.databaseUrl)
  void database.lost.then(dieOf)
  try {
    await migrate(database)
  } catch (error) {
    await database.close().catch(() => undefined)
    giveUp(`The database cannot be used: ${(error as Error).message}`)
  }
  if (!settings.production) await patiently(() => seed(database.queries, { now: systemClock.now(), settings }))

  const bucket = await openBucket(settings, systemClock, {
    isAwaited: (key) => isAwaited(database.queries, key),
    failed: (error) => running.app.log.error({ err: error }, 'the bucket failed'),
  })
  const running = await startProduct(
    {
      settings,
      clock: systemClock,
      cards: stripeCards(settings.stripe),
      sms: twilioSms(settings.sms),
      mail: smtpMail(settings.smtp),
      files: bucket.files,
      erased: erasedInFolder(settings.erasedDir),
      ...(settings.clamd === undefined ? {} : { scanner: clamdScanner(settings.clamd) }),
      geo,
      database,
    },
    { webDirectory, logger: loggerOf(settings) },
  )
  const filesServer = bucketServer({ bucket: bucket.serve, api: running.app.routing })
  const endFileConnections = watchConnections(filesServer)
  try {
    await running.app.ready()
    await listen('PORT', settings.port, () => running.app.listen({ host: settings.host, port: settings.port }))
    await listen(
      'FILES_PORT',
      settings.filesPort,
      () =>
        new Promise<void>((resolve, reject) => {
          filesServer.once('error', reject)
          filesServer.listen(settings.filesPort, settings.host, resolve)
        }),
    )
  } catch (error) {
    await running.stop()
    throw error
  }

  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    setTimeout(() => {
      running.app.log.error(`the end took longer than ${endLimitMs / 1000} s and was cut short`)
      process.exit(1)
    }, endLimitMs).unref()
    const filesEnded = new Promise((resolve) => filesServer.close(resolve))
    endFileConnections(filesGraceMs)
    await filesEnded
    await running.stop()
    process.exit(0)
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)

  const listening = {
    product: settings.publicUrl,
    files: settings.filesUrl,
    ...(settings.production ? {} : { people: seededPeople, operationsToken: settings.operationsToken }),
  }
  process.stdout.write(`${JSON.stringify({ listening })}\n`)

  // After the start, which need not wait for the bucket and the card provider.
  if (!settings.production) {
    seedFiles(running.product).catch((error: Error) => {
      if (!stopping) running.app.log.warn({ err: error }, 'the sample files are put off to the next start')
    })
  }
  const samplePlans = settings.production ? undefined : stripeSamplePlans(settings.stripe)
  if (samplePlans !== undefined) {
    seedPlans(running.product, samplePlans).catch((error: Error) => {
      if (!stopping) running.app.log.warn({ err: error }, 'the sample plans are put off to the next start')
    })
  }
}

run().catch((error: Error) => {
  if (error instanceof WrongSetting || error instanceof DataDirectoryInUse) giveUp(error.message)
  process.stderr.write(`${error.stack}\n`)
  process.exit(1)
})
