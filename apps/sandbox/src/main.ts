import { startSandbox } from './sandbox.ts'
import { readSettings, SettingError } from './settings.ts'

/** The process: reads settings from the environment, prints one line of JSON once it listens, and exits on a signal. */
async function main(): Promise<void> {
  const settings = readSettings(process.env)
  const sandbox = await startSandbox(settings)
  let closing = false
  const stop = () => {
    // A terminal's Ctrl-C and the parent's signal may both arrive.
    if (closing) return
    closing = true
    sandbox.close().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error)
        process.exit(1)
      },
    )
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  process.stdout.write(`${JSON.stringify({ listening: { http: sandbox.http, smtp: sandbox.smtp } })}\n`)
}

main().catch((error: unknown) => {
  console.error(error instanceof SettingError ? `Sandbox: ${error.message}` : error)
  process.exit(1)
})
