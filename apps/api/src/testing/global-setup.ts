import type { TestProject } from 'vitest/node'
import { freePort, type SandboxAddress, type StartedProcess, startSandbox } from './sandbox-process.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The sandbox's address, its mail port, and the port for its card events. */
    sandbox: { http: string; smtp: number; productPort: number }
    /** The key of the real card provider's test mode; undefined if the sandbox is the card provider. */
    stripeTestKey: string | undefined
    /** The test files, from the root of the repository, whose scenarios run against either card provider. */
    scenarioFiles: readonly string[]
  }
}

let sandbox: StartedProcess<SandboxAddress> | undefined

/** Runs the sandbox during the API tests. */
export async function setup(project: TestProject): Promise<void> {
  const productPort = await freePort()
  sandbox = await startSandbox(productPort)
  project.provide('sandbox', { ...sandbox.listening, productPort })
}

/** Ends the sandbox. */
export async function teardown(): Promise<void> {
  await sandbox?.end()
}
