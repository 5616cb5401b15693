import { loadSettingsFile } from '../env-file.ts'
import { readSettings, WrongSettings } from '../settings.ts'
import { connectEmbedded, connectServer } from '../database/connect.ts'
import { DataDirectoryInUse } from '../database/embedded/directory-lock.ts'
import { migrate } from '../database/migrate.ts'
import { startWithNerds } from '../nerds/register.ts'
import { startWithPrices } from '../pricing/prices.ts'
import { sandboxNerds } from './sandbox-nerds.ts'
import { sandboxPrices } from './sandbox-prices.ts'
import { helpText, readWords, WrongWords } from './scenario-words.ts'

async function run(): Promise<void> {
  // SAFE-16, like main.ts.
  process.umask(0o077)
  const command = readWords(process.argv.slice(2))
  if (command === undefined) return void process.stdout.write(helpText)
  loadSettingsFile()
  const settings = readSettings(process.env)
  if (settings.production) throw new WrongSettings(['Nothing is seeded when NODE_ENV is production.'])
  const database =
    settings.databaseUrl === undefined ? await connectEmbedded(settings.dataDir) : connectServer(settings.databaseUrl)
  try {
    await migrate(database)
    const now = Date.now()
    const { queries } = database
    // Orders need prices and Nerds, even in a database before its first start.
    await startWithPrices(queries, { ...sandboxPrices, now })
    await startWithNerds(queries, sandboxNerds, now)
    const { scenario, phone, count } = command
    process.stdout.write(`${await scenario.run({ queries, settings, now, phone, count })}\n`)
  } finally {
    await database.close()
  }
}

run().catch((error: Error) => {
  if (error instanceof WrongWords) {
    process.stderr.write(`${error.message} --help lists them.\n`)
    process.exitCode = 2
    return
  }
  const isExpected = error instanceof WrongSettings || error instanceof DataDirectoryInUse
  process.stderr.write(`${isExpected ? error.message : error.stack}\n`)
  process.exitCode = 1
})
