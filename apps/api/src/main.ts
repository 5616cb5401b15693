import { createServer } from 'node:http'
import { join } from 'node:path'
import { systemClock } from './adapters/clock.ts'
import { stripeCards } from './adapters/cards-stripe.ts'
import { geoBySetting } from './adapters/geo-by-setting.ts'
import { geoByDatabase } from './adapters/geo-mmdb.ts'
import { openBucket } from './adapters/open-bucket.ts'
import { smtpMail } from './adapters/mail-smtp.ts'
import { stripeSamplePlans } from './adapters/sample-plans-stripe.ts'
import { clamdScanner } from './adapters/scanner-clamd.ts'
import { twilioSms } from './adapters/sms-twilio.ts'
import { connectEmbedded, connectServer, DataDirectoryInUse } from './database/connect.ts'
import { migrate } from './database/migrate.ts'
import { seededPeople } from './database/scenarios/people.ts'
import { seed } from './database/scenarios/seed.ts'
import { seedFiles } from './database/scenarios/seed-files.ts'
import { seedPlans } from './database/scenarios/seed-plans.ts'
import { watchConnections } from './http/graceful-end.ts'
import { loggerOf } from './logger.ts'
import { readSettings, refuseUnknownRegions, WrongSetting } from './settings.ts'
import { startProduct } from './start-product.ts'
import { sweepMemory } from './sweep-memory.ts'

/** A connection to the bucket on which nothing moves for so long is cut, in milliseconds. */
const idleLimitMs = 60_000

/** How long the end waits for files that are on their way, in milliseconds: less than a container is given to stop. */
const filesGraceMs = 8_000

const webDirectory = join(import.meta.dirname, '../../web/dist/client')

/** Ends the start with one sentence that says what is wrong and what to do. */
function giveUp(sentence: string): never {
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
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
  const settings = readSettings(process.env)
  const geo = geoByDatabase(settings.geoDatabase, geoBySetting(settings.geoDefaultCountry))
  refuseUnknownRegions(settings, geo)
  const database =
    settings.databaseUrl === undefined ? await connectEmbedded(settings.dataDir) : connectServer(settings.databaseUrl)
  try {
    await migrate(database)
  } catch (error) {
    await database.close().catch(() => undefined)
    giveUp(`The database cannot be used: ${(error as Error).message}`)
  }
  if (!settings.production) await seed(database.queries, { now: systemClock.now(), settings })

  const bucket = await openBucket(settings, systemClock, (error) =>
    running.app.log.error({ err: error }, 'the bucket failed'),
  )
  const running = await startProduct(
    {
      settings,
      clock: systemClock,
      cards: stripeCards(settings.stripe),
      sms: twilioSms(settings.sms),
      mail: smtpMail(settings.smtp),
      files: bucket.files,
      ...(settings.clamd === undefined ? {} : { scanner: clamdScanner(settings.clamd) }),
      geo,
      database,
    },
    { webDirectory, logger: loggerOf(settings) },
  )
  const filesServer = createServer((request, response) => {
    // API-07: the upload page's calls are the bucket's neighbours.
    if (request.url?.startsWith('/api/webhooks/files/')) running.app.routing(request, response)
    else bucket.serve(request, response)
  })
  // A large file over a slow line takes long; a line on which nothing moves is cut.
  filesServer.requestTimeout = 0
  filesServer.setTimeout(idleLimitMs)
  const endFileConnections = watchConnections(filesServer)
  try {
    await running.app.ready()
    sweepMemory()
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
