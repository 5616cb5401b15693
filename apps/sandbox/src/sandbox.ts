import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { DatabaseSync } from 'node:sqlite'
import { Autopilot } from './autopilot/autopilot.ts'
import { OperationsApi } from './autopilot/operations-api.ts'
import { cardApi } from './cards/api/card-api.ts'
import { hostedRoutes } from './cards/hosted/hosted-routes.ts'
import { applyElapsedTime } from './cards/elapsed-time.ts'
import { createCardProvider } from './cards/provider.ts'
import { noSwitches, webhookKind, webhookCalls } from './cards/webhooks/webhook-calls.ts'
import { SandboxClock } from './clock.ts'
import { controlRoutes } from './controls/control-routes.ts'
import { Faults } from './faults.ts'
import { createHttpServer } from './http/http-server.ts'
import { createMailServer } from './messages/mail-server.ts'
import { mailboxRoutes } from './messages/mailbox-routes.ts'
import { MessageStore } from './messages/message-store.ts'
import { smsProvider } from './messages/sms-provider.ts'
import { newTextId, smsKind, smsCalls, queueTextWebhook } from './messages/sms-calls.ts'
import { OutgoingCalls } from './outgoing/outgoing-calls.ts'
import { assetRoutes } from './pages/page.ts'
import { frontPage, messengerPage } from './front-page.ts'
import { SettingError, type Settings } from './settings.ts'
import { openDatabase } from './storage/database.ts'

/** A sandbox that listens. */
export interface RunningSandbox {
  /** Origin of everything that speaks HTTP, such as `http://127.0.0.1:4000`. */
  readonly http: string
  /** Port of the mail server. */
  readonly smtp: number
  /** Stops at once: connections are cut, unanswered calls stay in the database. */
  close(): Promise<void>
}

/** How often the card provider runs what is due. */
const tickMs = 1000

/** Hosts that mean "every address of this machine"; links need an address that works. */
const everyAddress = new Set(['0.0.0.0', '::'])

function linkHost(host: string): string {
  if (everyAddress.has(host)) return '127.0.0.1'
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

/** Waits until a server listens; reports a used port as an unusable setting. */
async function whenListening(started: Promise<unknown>, setting: string, port: number): Promise<void> {
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
  const switches = { ...noSwitches }
  const calls = new OutgoingCalls(database, clock, {
    [webhookKind]: webhookCalls(settings.webhookSecret, switches),
    [smsKind]: smsCalls(settings.smsAuthToken),
  })
  const provider = createCardProvider(database, clock, calls, { webhookUrl: settings.webhookUrl, switches })
  const messages = new MessageStore(database)
  const mailServer = createMailServer(messages, faults)
  const account = {
    sid: settings.smsAccountSid,
    authToken: settings.smsAuthToken,
    replyUrl: settings.smsReplyUrl,
  }
  const address = { http: '', smtp: 0 }
  const autopilot = new Autopilot(new OperationsApi(settings.operationsUrl, settings.operationsToken), {
    on: settings.autopilot,
    stepMs: settings.autopilotStepMs,
  })

  const server = createHttpServer(settings.host)
  cardApi(server, provider, { faults, secretKey: settings.cardSecretKey })
  smsProvider(server, account, { messages, calls, faults })
  hostedRoutes(server, provider)
  mailboxRoutes(server, messages, ({ body: Body, ...numbers }) => {
    const text = { ...numbers, sid: newTextId() }
    queueTextWebhook(calls, { accountSid: account.sid, url: settings.smsReplyUrl }, text, {
      Body,
      SmsStatus: 'received',
    })
    return text.sid
  })
  assetRoutes(server)
  server.get('/messenger', (_request, reply) => messengerPage(reply))
  const controlled = settings.testControls ? { provider, calls, switches, faults, autopilot } : undefined
  if (controlled) server.register(async (controls) => controlRoutes(controls, controlled), { prefix: '/_sandbox' })
  server.get('/', (_request, reply) =>
    frontPage(reply, {
      origin: address.http,
      productUrl: settings.productUrl,
      people: settings.people,
      smtp: `${linkHost(settings.host)}:${address.smtp}`,
      smsAccountSid: settings.smsAccountSid,
      webhookUrl: settings.webhookUrl,
      controlled,
    }),
  )
  const tick = setInterval(() => applyElapsedTime(provider), tickMs)

  async function close(): Promise<void> {
    clearInterval(tick)
    faults.clear()
    const mailClosed = new Promise<void>((resolve) => mailServer.close(resolve))
    await Promise.all([server.close(), calls.stop(), autopilot.close(), mailClosed])
    database.close()
  }

  try {
    const { host, httpPort, smtpPort } = settings
    await whenListening(server.listen({ host, port: httpPort }), 'SANDBOX_PORT', httpPort)
    mailServer.listen(smtpPort, host)
    await whenListening(once(mailServer.server, 'listening'), 'SANDBOX_SMTP_PORT', smtpPort)
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
