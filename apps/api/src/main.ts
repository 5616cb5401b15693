import { DataDirectoryInUse } from './database/embedded/directory-lock.ts'
import { loadSettingsFile, OpenFile } from './env-file.ts'
import { CannotServe, openDatabase, openGeo, serve } from './serve.ts'
import { readSettings, WrongSettings } from './settings.ts'

/** The shutdown's time limit in milliseconds; acknowledged writes are stored. */
const endLimitMs = 45_000

const printLine = (line: object) => void process.stdout.write(`${JSON.stringify(line)}\n`)

async function run(): Promise<void> {
  // SAFE-16: only the owner may read our files, including the embedded database's own.
  process.umask(0o077)
  loadSettingsFile()
  const settings = readSettings(process.env)
  const geo = openGeo(settings)
  // These lines show that the start is not stuck.
  const database = await openDatabase(settings, (starting) => printLine({ starting }))
  const { listening, log, stop } = await serve(settings, { database, geo })

  let stopping = false
  const end = async () => {
    if (stopping) return
    stopping = true
    setTimeout(() => {
      log.error(`the end took longer than ${endLimitMs / 1000} s and was cut short`)
      process.exit(1)
    }, endLimitMs).unref()
    await stop()
    process.exit(0)
  }
  process.on('SIGINT', end)
  process.on('SIGTERM', end)
  printLine({ listening })
}

run().catch((error: Error) => {
  // The operator's faults, whose messages name the remedy.
  const explained = [WrongSettings, OpenFile, DataDirectoryInUse, CannotServe].some((kind) => error instanceof kind)
  process.stderr.write(`${explained ? error.message : error.stack}\n`)
  process.exit(1)
})
