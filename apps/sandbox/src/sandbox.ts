import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { DatabaseSync } from 'node:sqlite'
import { Autopilot } from './autopilot/autopilot.ts'
import { OperationsApi } from './autopilot/operations-api.ts'
import { cardApi } from './cards/api/card-api.ts'
import { hostedRoutes } from './cards/hosted/hosted-routes.ts'
import { letTimePass } from './cards/passing-time.ts'
import { createCardProvider, createWebhookSwitches } from './cards/provider.ts'
import { cardApiRoutes } from './cards/resources/card-api-routes.ts'
import { WEBHOOK_CALL, webhookCalls } from './cards/webhooks/webhook-calls.ts'
import { SandboxClock } from './clock.ts'
import { controlRoutes } from './controls/control-routes.ts'
import { Faults } from './faults.ts'
import { createHttpServer } from './http/http-server.ts'
import { INCOMING_TEXT, incomingTexts } from './messages/incoming-texts.ts'
import { createMailServer } from './messages/mail-server.ts'
import { mailboxRoutes } from './messages/mailbox-routes.ts'
import { MessageStore } from './messages/message-store.ts'
import { smsProvider } from './messages/sms-provider.ts'
import { STATUS_CALLBACK, statusCallbacks } from './messages/status-callbacks.ts'
import { TakenTexts } from './messages/taken-texts.ts'
import { OutgoingCalls } from './outgoing/outgoing-calls.ts'
import { assetRoutes } from './pages/assets.ts'
import { messengerPage } from './messenger-page.ts'
import { frontPage } from './front-page.ts'
import { SettingError, type Settings } from './settings.ts'
import { openDatabase } from './storage/database.ts'

/** A sandbox that listens. */
export interface RunningSandbox {
  /** Origin of everything that speaks HTTP, such as `http://127.0.0.1:4000`. */
  readonly http: string
  /** Port of the mail server. */
  readonly smtp: number
  /** Stops at once: connections are cut, what is still owed stays in the database. */
  close(): Promise<void>
}

/** How often the card provider looks for what has become due. */
const TICK_MS = 1000

/** Hosts that mean "every address of this machine"; links need one that leads here. */
const EVERY_ADDRESS = new Set(['0.0.0.0', '::'])

function linkHost(host: string): string {
  if (EVERY_ADDRESS.has(host)) return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}

function openState(directory: string): DatabaseSync {
  try {
    return openDatabase(directory)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    if (reason.includes('database is locked')) {
      throw new SettingError(`DATA_DIR ${directory} is already in use by another sandbox.`)
    }
    throw new SettingError(`DATA_DIR ${directory} cannot be used: ${reason}.`)
  }
}

/** Waits until a server listens; a port in use is told as a setting that cannot be used. */
async function listening(started: Promise<unknown>, setting: string, port: number): Promise<void> {
  try {
    await started
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    const inUse = `${setting} ${port} is already in use: stop the other program or set ${setting} to a free port.`
    throw new SettingError(code === 'EADDRINUSE' ? inUse : `${setting} ${port} cannot be used: ${message}.`)
  }
}

/**
 * Starts the outside world (SBX-01): card provider, SMS provider, mail server, mailbox.
 *
 * @throws {SettingError} when a port or the directory cannot be used.
 */
export async function startSandbox(settings: Settings): Promise<RunningSandbox> {
  const database = openState(settings.dataDirectory)
  const clock = new SandboxClock(database)
  const faults = new Faults()
  const switches = createWebhookSwitches()
  const calls = new OutgoingCalls(database, clock, {
    [WEBHOOK_CALL]: webhookCalls(settings.webhookSecret, switches),
    [STATUS_CALLBACK]: statusCallbacks(settings.smsAuthToken),
    [INCOMING_TEXT]: statusCallbacks(settings.smsAuthToken),
  })
  const provider = createCardProvider(database, clock, calls, { webhookUrl: settings.webhookUrl, switches })
  const messages = new MessageStore(database)
  const mailServer = createMailServer(messages, faults)
  const account = { sid: settings.smsAccountSid, authToken: settings.smsAuthToken }
  const texts = new TakenTexts(database)
  const address = { http: '', smtp: 0 }
  const autopilot = new Autopilot(new OperationsApi(settings.operationsUrl, settings.operationsToken), {
    on: settings.autopilot,
    stepMs: settings.autopilotStepMs,
  })

  const server = createHttpServer()
  cardApi(server, provider, { routes: cardApiRoutes, faults, secretKey: settings.cardSecretKey })
  smsProvider(server, account, { messages, texts, calls, faults })
  hostedRoutes(server, provider)
  mailboxRoutes(server, messages, incomingTexts(account, settings.smsReplyUrl, calls))
  assetRoutes(server)
  server.get('/messenger', (_request, reply) => messengerPage(reply))
  if (settings.testControls) {
    const controlled = { provider, calls, switches, faults, autopilot }
    server.register(async (controls) => controlRoutes(controls, controlled), { prefix: '/_sandbox' })
  }
  server.get('/', (_request, reply) =>
    frontPage(reply, {
      origin: address.http,
      smtp: `${linkHost(settings.host)}:${address.smtp}`,
      smsAccountSid: settings.smsAccountSid,
      webhookUrl: settings.webhookUrl,
      controls: settings.testControls
        ? { now: new Date(clock.now()), switches, faults: faults.planned, autopilot: autopilot.state }
        : undefined,
    }),
  )
  const tick = setInterval(() => letTimePass(provider), TICK_MS)

  async function close(): Promise<void> {
    clearInterval(tick)
    faults.clear()
    const mailClosed = new Promise<void>((resolve) => mailServer.close(resolve))
    await Promise.all([server.close(), calls.stop(), autopilot.close(), mailClosed])
    database.close()
  }

  try {
    const { host, httpPort, smtpPort } = settings
    await listening(server.listen({ host, port: httpPort }), 'SANDBOX_PORT', httpPort)
    mailServer.listen(smtpPort, host)
    await listening(once(mailServer.server, 'listening'), 'SANDBOX_SMTP_PORT', smtpPort)
  } catch (error) {
    await close()
    throw error
  }
  address.http = `http://${linkHost(settings.host)}:${(server.server.address() as AddressInfo).port}`
  address.smtp = (mailServer.server.address() as AddressInfo).port
  provider.pageOrigin = address.http
  calls.wake()
  return { ...address, close }
}
