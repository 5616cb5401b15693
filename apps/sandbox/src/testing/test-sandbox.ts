import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Stripe from 'stripe'
import type { Message } from '../messages/message-store.ts'
import type { OutgoingCallReport } from '../outgoing/outgoing-calls.ts'
import { startSandbox } from '../sandbox.ts'
import { readSettings } from '../settings.ts'
import { startEventReceiver } from './event-receiver.ts'

/** The secret that signs the tests' events. */
export const webhookSecret = 'whsec_of_this_test'

/** The SDK for a sandbox at this origin. */
export function stripeAt(origin: string, key = 'sk_test_sandbox', options: object = {}): Stripe {
  const { hostname, port } = new URL(origin)
  return new Stripe(key, { host: hostname, port, protocol: 'http', telemetry: false, maxNetworkRetries: 0, ...options })
}

/** A sandbox on free ports with its own directory, and a merchant's SDK and webhook receiver. */
export type TestSandbox = Awaited<ReturnType<typeof startTestSandbox>>

/** Starts a sandbox for tests; `environment` adds to its settings. */
export async function startTestSandbox(environment: Record<string, string> = {}) {
  const directory = mkdtempSync(join(tmpdir(), 'sandbox-test-'))
  const receiver = await startEventReceiver()
  const settings = readSettings({
    SANDBOX_PORT: '0',
    SANDBOX_SMTP_PORT: '0',
    DATA_DIR: directory,
    STRIPE_WEBHOOK_URL: receiver.url,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    AUTOPILOT: 'off',
    ...environment,
  })
  let running = await startSandbox(settings)
  const { http: url, smtp } = running
  const readJson = async <Json>(path: string) => (await (await fetch(url + path)).json()) as Json

  return {
    url,
    smtp,
    /** The SDK as it comes, pointed at the sandbox. */
    stripe: stripeAt(url),
    receiver,
    /** Posts JSON to `/_sandbox/{path}`; returns status and JSON. */
    async control(path: string, body: object = {}) {
      const headers = { 'content-type': 'application/json' }
      const response = await fetch(`${url}/_sandbox/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
      return { status: response.status, json: (await response.json()) as Record<string, unknown> }
    },
    /** Waits until no delivery is pending. */
    async idle() {
      const { idle } = await readJson<{ idle: boolean }>('/_sandbox/idle')
      if (!idle) throw new Error('deliveries are still pending')
    },
    deliveries: async () => (await readJson<{ calls: OutgoingCallReport[] }>('/_sandbox/webhooks')).calls,
    /** The mailbox as JSON. */
    mailbox: (to = '') => readJson<Message[]>(`/mailbox/messages.json?to=${encodeURIComponent(to)}`),
    /** Restarts on the same directory and ports. */
    async restart() {
      await running.close()
      running = await startSandbox({ ...settings, httpPort: Number(new URL(url).port), smtpPort: smtp })
      // Connections kept open before the restart are dead; each fails once.
      const answers = () => fetch(url).catch(() => undefined)
      while ((await answers())?.ok !== true);
    },
    async close() {
      await running.close()
      await receiver.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
