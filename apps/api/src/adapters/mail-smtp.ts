import { setTimeout } from 'node:timers/promises'
import { mailLine, mailText } from '@nerdify/domain/messages/typed-text.ts'
import type { NodemailerError } from 'nodemailer'
import type { Mail, SendOutcome } from '../ports.ts'
import type { Settings } from '../settings.ts'

/** Longest waits for the server's greeting and for each of its answers, in milliseconds. */
const usualLimits = { connectMs: 10_000, answerMs: 30_000 }
/** Longest wait for one mail in all; less than the time for which the outbox claims it. */
const mailLimitMs = 60_000
const implicitTlsPort = 465

/** What the signature covers (DKIM), the one-click header too, as RFC 8058 wants. */
const signedHeaders =
  'from:sender:reply-to:subject:date:message-id:to:cc:mime-version:content-type:content-transfer-encoding:list-unsubscribe:list-unsubscribe-post:auto-submitted'

/** Exactly one address and nothing around it; nodemailer reads any text as a list of addresses. */
const oneAddress = /^[^\s@<>(),;:"\\]+@[^\s@<>(),;:"\\]+$/

/** A sender as settings write it, `Nerdify <hello@nerdify.example>` or the bare address, in its parts. */
function senderOf(mailbox: string): { name: string; address: string } {
  const [, name = '', address = mailbox] = /^(.*?)\s*<([^<>]+)>$/.exec(mailbox) ?? []
  return { name, address: address.trim() }
}

/**
 * Sends mail over SMTP, each to one recipient, who is named by the envelope (payments.md 2.1). A password goes out over
 * TLS only. We greet with the domain that our mail is from: large relays put off who has none (HOLD-11).
 */
export function smtpMail(settings: Settings['smtp'], { connectMs, answerMs } = usualLimits): Mail {
  const { host, port, user, password, replyTo, dkim } = settings
  const from = senderOf(settings.from)
  const domain = from.address.split('@')[1] ?? host
  // Loaded with the first mail, so that a start need not wait for it.
  const connect = async () => {
    const { createTransport } = await import('nodemailer')
    return createTransport({
      pool: true,
      name: domain,
      host,
      port,
      secure: port === implicitTlsPort,
      ...(user === undefined ? {} : { auth: { user, pass: password ?? '' }, requireTLS: true }),
      ...(dkim === undefined
        ? {}
        : {
            dkim: {
              domainName: dkim.domain,
              keySelector: dkim.selector,
              privateKey: dkim.privateKey,
              headerFieldNames: signedHeaders,
            },
          }),
      connectionTimeout: connectMs,
      greetingTimeout: connectMs,
      dnsTimeout: connectMs,
      socketTimeout: answerMs,
      // Whether a message is sent again is the outbox's to say.
      maxRequeues: 0,
      disableFileAccess: true,
      disableUrlAccess: true,
    })
  }
  let transport: ReturnType<typeof connect> | undefined
  const open = () => {
    transport ??= connect()
    return transport
  }
  return {
    async send({ id, to, subject, text, html, replyTo: answersTo = replyTo, unsubscribeUrl }): Promise<SendOutcome> {
      if (!oneAddress.test(to)) return { outcome: 'refused', code: 'not_one_address' }
      try {
        const sending = (await open()).sendMail({
          messageId: `<${id}@${domain}>`,
          from,
          replyTo: { name: '', address: oneAddress.test(answersTo) ? answersTo : replyTo },
          to: { name: '', address: to },
          envelope: { from: from.address, to: [to] },
          // What somebody typed is in some of them (abuse 28).
          subject: mailLine(subject),
          text: mailText(text),
          html: mailText(html),
          headers: {
            'Auto-Submitted': 'auto-generated',
            ...(unsubscribeUrl === undefined
              ? {}
              : { 'List-Unsubscribe': `<${unsubscribeUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
          },
        })
        // A server that goes on and on may have taken the mail in the end.
        const sent = await Promise.race([sending, setTimeout(mailLimitMs, undefined, { ref: false })])
        if (sent === undefined) return { outcome: 'unknown', code: 'ETOOLONG' }
        return { outcome: 'sent', providerId: sent.messageId }
      } catch (error) {
        return outcomeOf(error as NodemailerError)
      }
    },
    async reach() {
      await (await open()).verify()
    },
    close() {
      void transport?.then((opened) => opened.close())
    },
  }
}

/** Faults after which the server cannot have taken the message. */
const neverSent = new Set(['EDNS', 'ETLS', 'EAUTH', 'ENOAUTH', 'EPROXY'])
/** Faults that are about this message: its addresses or its content. */
const ofMessage = new Set(['EENVELOPE', 'EMESSAGE'])

function outcomeOf(error: NodemailerError): SendOutcome {
  const { code = 'unknown', responseCode, response } = error
  const { syscall, timeoutType } = error as { syscall?: string; timeoutType?: string }
  // It answered, in no words of the protocol.
  if (response !== undefined && responseCode === undefined) return { outcome: 'unknown', code: 'unreadable_answer' }
  // The server said no, with 5xx for good; or nodemailer did, before it asked.
  if (ofMessage.has(code) && (responseCode === undefined || responseCode >= 500)) {
    return { outcome: 'refused', code: String(responseCode ?? code) }
  }
  if (responseCode !== undefined) return { outcome: 'unavailable', code: String(responseCode) }
  const notConnected = syscall === 'connect' || timeoutType === 'CONNECT_TIMEOUT' || timeoutType === 'GREETING_TIMEOUT'
  return { outcome: notConnected || neverSent.has(code) ? 'unavailable' : 'unknown', code }
}
