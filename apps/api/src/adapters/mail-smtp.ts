import { createTransport, type NodemailerError } from 'nodemailer'
import type { Mail, SendOutcome } from '../ports.ts'
import type { Settings } from '../settings.ts'

const connectLimitMs = 10_000
const answerLimitMs = 30_000
const implicitTlsPort = 465

/** Exactly one address and nothing around it; nodemailer reads any text as a list of addresses. */
const oneAddress = /^[^\s@<>(),;:"\\]+@[^\s@<>(),;:"\\]+$/

/** A sender as settings write it, `Nerdify <hello@nerdify.example>` or the bare address, in its parts. */
function senderOf(written: string): { name: string; address: string } {
  const [, name = '', address = written] = /^(.*?)\s*<([^<>]+)>$/.exec(written) ?? []
  return { name, address: address.trim() }
}

/**
 * Sends mail over SMTP, each to one recipient, who is named by the envelope (payments.md 2.1). A password goes out over
 * TLS only.
 */
export function smtpMail(settings: Settings['smtp']): Mail {
  const { host, port, user, password } = settings
  const from = senderOf(settings.from)
  const domain = from.address.split('@')[1] ?? host
  const transport = createTransport({
    pool: true,
    host,
    port,
    secure: port === implicitTlsPort,
    ...(user === undefined ? {} : { auth: { user, pass: password ?? '' }, requireTLS: true }),
    connectionTimeout: connectLimitMs,
    greetingTimeout: connectLimitMs,
    dnsTimeout: connectLimitMs,
    socketTimeout: answerLimitMs,
    // Whether a message is sent again is the outbox's to say.
    maxRequeues: 0,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send({ id, to, subject, text, html }): Promise<SendOutcome> {
      if (!oneAddress.test(to)) return { outcome: 'refused', code: 'not_one_address' }
      try {
        const sent = await transport.sendMail({
          messageId: `<${id}@${domain}>`,
          from,
          to: { name: '', address: to },
          envelope: { from: from.address, to: [to] },
          subject,
          text,
          html,
          headers: { 'Auto-Submitted': 'auto-generated' },
        })
        return { outcome: 'sent', providerId: sent.messageId }
      } catch (error) {
        return outcomeOf(error as NodemailerError)
      }
    },
    close: () => transport.close(),
  }
}

/** Faults after which the server cannot have taken the message. */
const neverSent = new Set(['EDNS', 'ETLS', 'EAUTH', 'ENOAUTH', 'EPROXY'])
/** Faults that are about this message: its addresses or its content. */
const ofMessage = new Set(['EENVELOPE', 'EMESSAGE'])

function outcomeOf(error: NodemailerError): SendOutcome {
  const { code = 'unknown', responseCode } = error
  const { syscall, timeoutType } = error as { syscall?: string; timeoutType?: string }
  // The server said no, with 5xx for good; or nodemailer did, before it asked.
  if (ofMessage.has(code) && (responseCode === undefined || responseCode >= 500)) {
    return { outcome: 'refused', code: String(responseCode ?? code) }
  }
  if (responseCode !== undefined) return { outcome: 'unavailable', code: String(responseCode) }
  const notConnected = syscall === 'connect' || timeoutType === 'CONNECT_TIMEOUT' || timeoutType === 'GREETING_TIMEOUT'
  return { outcome: notConnected || neverSent.has(code) ? 'unavailable' : 'unknown', code }
}
