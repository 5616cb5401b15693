import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deadlineFromHours } from '@nerdify/domain/pricing/deadlines.ts'
import { freePort, type SandboxAddress, startProcess, startSandbox, type StartedProcess } from './sandbox-process.ts'
import type { callOf } from './servers/own-connections.ts'
import { eventually } from './test-client.ts'

/** Sends a request to one of several processes. */
export type Call = ReturnType<typeof callOf>

/** The body of a new payable order. */
export const newOrder = () => ({
  type: 'Quiz',
  subject: 'History',
  size: '60 Minutes',
  details: 'Ten questions on the French Revolution',
  deadline: new Date(deadlineFromHours(Date.now(), 24)).toISOString(),
})

/**
 * Prepares processes of the product that share one database behind the port `publicPort`. `endings` gets the shutdowns
 * of all started processes, and of their sandbox.
 */
export async function productsOnOneDatabase(
  databaseUrl: string,
  { publicPort, endings }: { publicPort: number; endings: (() => unknown)[] },
) {
  const sandbox = await startSandbox(publicPort)
  endings.push(() => sandbox.end())
  const dataDir = mkdtempSync(join(tmpdir(), 'nerdify-processes-'))
  endings.push(() => rmSync(dataDir, { recursive: true, force: true }))
  const start = async (): Promise<{ port: number; product: StartedProcess<unknown> }> => {
    const port = await freePort()
    const product = await startProcess('apps/api/src/main.ts', {
      PORT: String(port),
      FILES_PORT: String(await freePort()),
      DESK: 'off',
      PUBLIC_URL: `http://127.0.0.1:${publicPort}`,
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
      AUTH_SECRET: 'one secret for all the processes of this test',
      STRIPE_API_BASE: sandbox.listening.http,
      SMS_API_BASE: sandbox.listening.http,
      SMTP_PORT: String(sandbox.listening.smtp),
      LIMIT_SCALE: '1000',
      LOG_LEVEL: 'error',
    })
    endings.push(() => product.end())
    return { port, product }
  }
  return { start, sandbox: sandbox.listening }
}

/** The texts to a phone, newest first. */
export const textsTo = async ({ http }: SandboxAddress, phone: string): Promise<string[]> => {
  const answer = await fetch(`${http}/mailbox/messages.json?to=${encodeURIComponent(phone)}`)
  return ((await answer.json()) as { text: string }[]).map(({ text }) => text)
}

/** The sign-in code of a text. */
export const codeOf = (text: string | undefined) => /#(\d{5})$/.exec(text ?? '')?.[1]

/** Signs in by a texted code; returns the token. */
export async function signIn(call: Call, sandbox: SandboxAddress, phone: string): Promise<string> {
  await call('POST', '/api/v3/factor_auth', { body: { type: 'request_code', factor: 'phone', value: phone } })
  const code = await eventually(async () => (await textsTo(sandbox, phone)).map(codeOf).find(Boolean))
  const body = { type: 'check_code', factor: 'phone', value: phone, code }
  return (await call<{ jwt: string }>('POST', '/api/v3/factor_auth', { body })).body.jwt
}
