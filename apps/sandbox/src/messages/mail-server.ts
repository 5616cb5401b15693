import type { Socket } from 'node:net'
import PostalMime, { type Address } from 'postal-mime'
import { SMTPServer, type SMTPServerDataStream } from 'smtp-server'
import type { FaultKind, Faults } from '../faults.ts'
import type { MessageStore } from './message-store.ts'

/** Local parts that provoke failures, at any domain. */
export const mailFailures = [
  { name: 'bounce', code: 550, outcome: 'refused for good (550): no such mailbox' },
  { name: 'busy', code: 451, outcome: 'refused for now (451): try again later' },
] as const

/** The largest accepted mail, in bytes. */
const mailLimit = 10 * 1024 * 1024

function smtpError(code: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode: code })
}

async function readAll(stream: SMTPServerDataStream): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk)
  if (stream.sizeExceeded) throw smtpError(552, 'Message exceeds the size limit')
  return Buffer.concat(chunks)
}

function textOf(address: Address | undefined): string | undefined {
  if (!address?.address) return undefined
  return address.name ? `${address.name} <${address.address}>` : address.address
}

/** Delivers a mail to the mailbox of each recipient of its envelope, whatever its headers say. */
async function keepMail(raw: Buffer, envelopeFrom: string, recipients: string[], messages: MessageStore) {
  const mail = await PostalMime.parse(raw)
  for (const to of recipients) {
    messages.addMail(
      {
        to,
        from: textOf(mail.from) ?? envelopeFrom,
        subject: mail.subject ?? '',
        text: mail.text ?? '',
        html: mail.html ?? null,
      },
      { raw: raw.toString('latin1'), mailId: mail.messageId ?? null },
    )
  }
}

const refusals: Readonly<Partial<Record<FaultKind, Error>>> = {
  error: smtpError(451, 'Local error in processing (planned by a test)'),
  rate_limit: smtpError(421, 'Too many messages (planned by a test)'),
}

/**
 * A mail server that accepts everything and delivers it to the mailbox page (SBX-01): any user and password, no
 * encryption, because it listens only on this machine.
 */
export function createMailServer(messages: MessageStore, faults: Faults): SMTPServer {
  const sockets = new Set<Socket>()
  const server = new SMTPServer({
    name: 'sandbox',
    banner: 'Sandbox: mail goes to the mailbox page',
    size: mailLimit,
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 100,
    logger: false,
    onAuth: (auth, _session, done) => done(null, { user: auth.username }),
    onRcptTo: ({ address }, _session, done) => {
      const failure = mailFailures.find(({ name }) => address.toLowerCase().startsWith(`${name}@`))
      done(failure ? smtpError(failure.code, failure.outcome) : null)
    },
    onData: (stream, session, done) => {
      const { mailFrom, rcptTo } = session.envelope
      const recipients = rcptTo.map(({ address }) => address)
      const fault = faults.take({ provider: 'mail', method: 'DATA', path: '', to: recipients[0] })
      const ofSession = () => [...sockets].filter((socket) => socket.remotePort === session.remotePort)
      const cut = () => ofSession().forEach((socket) => socket.destroy())
      readAll(stream)
        .then(async (content) => {
          // Each server on the way records its greeting (RFC 5321, 4.4).
          const raw = Buffer.concat([
            Buffer.from(`Received: from ${session.hostNameAppearsAs} by sandbox\r\n`),
            content,
          ])
          if (fault === 'reset') return cut()
          if (fault === 'nonsense')
            return ofSession().forEach((socket) => socket.end('It works!\r\n', () => socket.destroy()))
          const refusal = fault && refusals[fault]
          if (refusal) throw refusal
          await keepMail(raw, mailFrom ? mailFrom.address : '', recipients, messages)
          if (fault === 'lose_response') return cut()
          done(null, 'Message accepted')
        })
        .catch((error: Error) => done(error))
    },
  })
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  // Ignores disconnects; the starter reports a server that cannot listen.
  server.on('error', () => {})
  return server
}
