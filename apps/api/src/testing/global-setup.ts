import type { TestProject } from 'vitest/node'
import { freePort, type SandboxAddress, type StartedProcess, startSandbox } from './sandbox-process.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the sandbox of this test run listens, its port for mail, and the port that its card events go to. */
    sandbox: { http: string; smtp: number; productPort: number }
    /** The key of the real card provider's test mode; undefined where the sandbox is the card provider. */
    stripeTestKey: string | undefined
    /** The test files, from the root of the repository, whose scenarios run against either card provider. */
    scenarioFiles: readonly string[]
  }
}

let sandbox: StartedProcess<SandboxAddress> | undefined

/** Runs the sandbox, as the stranger that it is, for as long as the API tests run. */
export async function setup(project: TestProject): Promise<void> {
  const productPort = await freePort()
  sandbox = await startSandbox(productPort)
  project.provide('sandbox', { ...sandbox.listening, productPort })
}

/** Ends the sandbox. */
export async function teardown(): Promise<void> {
  await sandbox?.end()
}
