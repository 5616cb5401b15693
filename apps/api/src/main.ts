import { createServer } from 'node:http'
import { join } from 'node:path'
import { systemClock } from './adapters/clock.ts'
import { stripeCards } from './adapters/cards-stripe.ts'
import { smtpMail } from './adapters/mail-smtp.ts'
import { twilioSms } from './adapters/sms-twilio.ts'
import { connectEmbedded, connectServer, DataDirectoryInUse } from './database/connect.ts'
import { migrate } from './database/migrate.ts'
import { seededPeople } from './database/scenarios/people.ts'
import { seed } from './database/scenarios/seed.ts'
import { answerBucketRequest } from './files/bucket.ts'
import { readSettings, WrongSetting } from './settings.ts'
import { startProduct } from './start-product.ts'

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
  const database =
    settings.databaseUrl === undefined ? await connectEmbedded(settings.dataDir) : connectServer(settings.databaseUrl)
  try {
    await migrate(database)
  } catch (error) {
    await database.close().catch(() => undefined)
    giveUp(`The database cannot be used: ${(error as Error).message}`)
  }
  if (!settings.production) await seed(database.queries, systemClock.now())

  const running = await startProduct(
    {
      settings,
      clock: systemClock,
      cards: stripeCards(settings.stripe),
      sms: twilioSms(settings.sms),
      mail: smtpMail(settings.smtp),
      database,
    },
    {
      webDirectory,
      // Addresses of people and what they wrote do not belong in a log, nor do their tokens.
      logger: {
        level: settings.logLevel,
        redact: ['req.headers.authorization'],
        serializers: {
          req: (request: { method: string; url: string }) => ({
            method: request.method,
            path: request.url.split('?', 1)[0]?.replace(/^(\/o\/).*/, '$1…'),
          }),
        },
      },
    },
  )
  const bucket = createServer(answerBucketRequest)
  try {
    await listen('PORT', settings.port, () => running.app.listen({ host: settings.host, port: settings.port }))
    await listen(
      'FILES_PORT',
      settings.filesPort,
      () =>
        new Promise<void>((resolve, reject) => {
          bucket.once('error', reject)
          bucket.listen(settings.filesPort, settings.host, resolve)
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
    bucket.close()
    bucket.closeAllConnections()
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
}

run().catch((error: Error) => {
  if (error instanceof WrongSetting || error instanceof DataDirectoryInUse) giveUp(error.message)
  process.stderr.write(`${error.stack}\n`)
  process.exit(1)
})
