import { once } from 'node:events'
import { join } from 'node:path'
import { systemClock } from './adapters/clock.ts'
import { stripeCards } from './adapters/cards-stripe.ts'
import { erasedInFolder } from './adapters/erased-in-folder.ts'
import { geoByDatabase, geoBySetting } from './adapters/geo-mmdb.ts'
import { openBucket } from './adapters/open-bucket.ts'
import { smtpMail } from './adapters/mail-smtp.ts'
import { stripeSamplePlans } from './adapters/sample-plans-stripe.ts'
import { clamdScanner } from './adapters/scanner-clamd.ts'
import { twilioSms } from './adapters/sms-twilio.ts'
import { connectEmbedded, connectServer, type Database } from './database/connect.ts'
import { migrate, waitingForLock } from './database/migrate.ts'
import { seededPeople } from './scenarios/people.ts'
import { sandboxStaff } from './scenarios/sandbox-staff.ts'
import { seed } from './scenarios/seed.ts'
import { seedFiles } from './scenarios/seed-files.ts'
import { seedPlans } from './scenarios/seed-plans.ts'
import { deskServer } from './desk/desk-server.ts'
import { startWithPrices } from './pricing/prices.ts'
import { bucketServer } from './uploads/bucket-server.ts'
import { isAwaited } from './uploads/start-upload.ts'
import { watchConnections } from './http/graceful-end.ts'
import { loggerOf } from './logger.ts'
import type { Geo } from './ports.ts'
import { refuseUnknownRegions, type Settings } from './settings.ts'
import { type RunningProduct, startProduct } from './start-product.ts'

/** The shutdown's wait for files in transfer, in milliseconds: below a container's grace period. */
const filesGraceMs = 8_000

const webDirectory = join(import.meta.dirname, '../../web/dist/client')
const deskDirectory = join(import.meta.dirname, '../../desk/dist')

/** Production starts without an offer, until operations set prices (GO-02). */
const withoutPrices = { rates: {}, services: {} }

/** Why the product cannot serve, in a sentence with the remedy. */
export class CannotServe extends Error {}

/** The countries of addresses. Throws WrongSetting for a region in the settings that it does not know. */
export function openGeo(settings: Settings): Geo {
  const geo = geoByDatabase(settings.geoDatabase, geoBySetting(settings.geoDefaultCountry))
  refuseUnknownRegions(settings, geo)
  return geo
}

/**
 * Opens and migrates the database, and adds the initial data: outside production the sandbox's. `progress` reports each
 * step. Throws DataDirectoryInUse or CannotServe.
 */
export async function openDatabase(
  settings: Settings,
  progress: (step: string) => void = () => undefined,
): Promise<Database> {
  const database =
    settings.databaseUrl === undefined ? await connectEmbedded(settings.dataDir) : connectServer(settings.databaseUrl)
  progress('the database is open')
  try {
    await migrate(database, progress)
  } catch (error) {
    await database.close().catch(() => undefined)
    throw new CannotServe(`The database cannot be used: ${(error as Error).message}`)
  }
  const now = systemClock.now()
  await waitingForLock(() =>
    settings.production
      ? startWithPrices(database.queries, { ...withoutPrices, now })
      : seed(database.queries, { now, settings }),
  )
  return database
}

/** Wires the adapters, starts the product and listens. Throws CannotServe if a port is taken. */
export async function serve(settings: Settings, { database, geo }: { database: Database; geo: Geo }) {
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
      scanner: settings.clamd && clamdScanner(settings.clamd),
      geo,
      database,
    },
    { webDirectory, logger: loggerOf(settings) },
  )
  const api = running.app.routing
  const desk = settings.desk && {
    setting: 'DESK_PORT',
    port: settings.desk.port,
    server: await deskServer({ directory: deskDirectory, origin: settings.desk.url, api }),
  }
  const files = {
    setting: 'FILES_PORT',
    port: settings.filesPort,
    server: bucketServer({ bucket: bucket.serve, api }, { trusted: settings.trustProxy }),
  }
  const listeners = [files, ...(desk ? [desk] : [])].map((listener) => ({
    ...listener,
    endConnections: watchConnections(listener.server),
  }))
  try {
    await running.app.ready()
    await listen('PORT', settings.port, () => running.app.listen({ host: settings.host, port: settings.port }))
    for (const { setting, port, server } of listeners) {
      await listen(setting, port, async () => {
        server.listen(port, settings.host)
        await once(server, 'listening')
      })
    }
  } catch (error) {
    await running.stop()
    throw error
  }
  const cancelSamples = settings.production ? undefined : addSamples(settings, running)
  return {
    /** The addresses, and in a sandbox the people to sign in as: the line of JSON that a start prints. */
    listening: {
      product: settings.publicUrl,
      files: settings.filesUrl,
      ...(settings.desk && { desk: settings.desk.url }),
      ...(settings.production
        ? {}
        : { people: seededPeople, staff: sandboxStaff, operationsToken: settings.operationsToken }),
    },
    log: running.app.log,
    /** Shuts down: finishes requests in flight and closes the database. */
    async stop() {
      cancelSamples?.()
      const ended = listeners.map(({ server, endConnections }) => {
        const closed = new Promise((resolve) => server.close(resolve))
        endConnections(filesGraceMs)
        return closed
      })
      await Promise.all(ended)
      await running.stop()
    },
  }
}

async function listen(setting: string, port: number, start: () => Promise<unknown>): Promise<void> {
  try {
    await start()
  } catch (error) {
    const { code } = error as { code?: string }
    if (code === 'EADDRINUSE') {
      throw new CannotServe(`Port ${port} is in use by another program; set ${setting} to a free one.`)
    }
    if (code === 'EACCES') {
      throw new CannotServe(`Port ${port} may not be used by this user; set ${setting} to another one.`)
    }
    throw error
  }
}

/**
 * Adds a sandbox's samples after the start, which need not wait for the bucket and the card provider; returns the
 * function that cancels it.
 */
function addSamples(settings: Settings, { app, product }: RunningProduct): () => void {
  let canceled = false
  const putOff = (samples: string) => (error: Error) => {
    if (!canceled) app.log.warn({ err: error }, `the sample ${samples} are put off to the next start`)
  }
  seedFiles(product).catch(putOff('files'))
  const samplePlans = stripeSamplePlans(settings.stripe)
  if (samplePlans !== undefined) seedPlans(product, samplePlans).catch(putOff('plans'))
  return () => {
    canceled = true
  }
}
