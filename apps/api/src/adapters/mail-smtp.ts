import { setTimeout } from 'node:timers/promises'
import { mailLine, mailText } from '@nerdify/domain/messages/typed-text.ts'
import type { NodemailerError } from 'nodemailer'
import type { Mail, SendOutcome } from '../ports.ts'
import type { Settings } from '../settings.ts'

/** Longest waits for the server's greeting and for each of its answers, in milliseconds. */
const usualLimits = { connectMs: 10_000, answerMs: 30_000 }
/** Longest wait for one whole mail, in milliseconds: shorter than the outbox's claim. */
const mailLimitMs = 60_000
/** Ports that begin with TLS; some providers open the second where hosts block the first. */
const implicitTlsPorts = new Set([465, 2465])

/** Headers under the DKIM signature; RFC 8058 requires the one-click header among them. */
const signedHeaders =
  'from:sender:reply-to:subject:date:message-id:to:cc:mime-version:content-type:content-transfer-encoding:list-unsubscribe:list-unsubscribe-post:auto-submitted'

/** Exactly one address and nothing around it; nodemailer reads any text as a list of addresses. */
const oneAddress = /^[^\s@<>(),;:"\\]+@[^\s@<>(),;:"\\]+$/

/** Parses the sender of the settings: `Nerdify <hello@nerdify.example>` or the bare address. */
function senderOf(mailbox: string): { name: string; address: string } {
  const [, name = '', address = mailbox] = /^(.*?)\s*<([^<>]+)>$/.exec(mailbox) ?? []
  return { name, address: address.trim() }
}

/**
 * Sends mail over SMTP, each to the one recipient of its envelope (payments.md 2.1). A password goes out over TLS only.
 * The greeting has the sender's domain: large relays delay mail without one (HOLD-11).
 */
export function smtpMail(settings: Settings['smtp'], { connectMs, answerMs } = usualLimits): Mail {
  const { host, port, user, password, replyTo, dkim } = settings
  const from = senderOf(settings.from)
  const domain = from.address.split('@')[1] ?? host
  // Loaded with the first mail, to keep the start fast.
  const connect = async () => {
    const { createTransport } = await import('nodemailer')
    return createTransport({
      pool: true,
      name: domain,
      host,
      port,
      secure: implicitTlsPorts.has(port),
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
      // The outbox does all retries.
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
    async send({ id, to, subject, text, html, replyTo: replyAddress = replyTo, unsubscribeUrl }): Promise<SendOutcome> {
      if (!oneAddress.test(to)) return { outcome: 'refused', code: 'not_one_address' }
      try {
        const sending = (await open()).sendMail({
          messageId: `<${id}@${domain}>`,
          from,
          replyTo: { name: '', address: oneAddress.test(replyAddress) ? replyAddress : replyTo },
          to: { name: '', address: to },
          envelope: { from: from.address, to: [to] },
          // Some contain text that a person typed (abuse 28).
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
        // A very slow server may still accept the mail later.
        const receipt = await Promise.race([sending, setTimeout(mailLimitMs, undefined, { ref: false })])
        if (receipt === undefined) return { outcome: 'unknown', code: 'ETOOLONG' }
        return { outcome: 'sent', providerId: receipt.messageId }
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

/** Faults before the server could accept the message. */
const faultsBeforeSending = new Set(['EDNS', 'ETLS', 'EAUTH', 'ENOAUTH', 'EPROXY'])
/** Faults of this message: its addresses or its content. */
const messageFaults = new Set(['EENVELOPE', 'EMESSAGE'])

/** Refusals without a sign-in, and of our sender; their words where the code has other meanings too. */
const accountCodes = new Set([503, 530, 535, 538])
const accountWords = /relay(?:ing)? (?:access )?(?:denied|not permitted)|is not verified/i
const tooLargeCode = 552

/** Whether the server refused us and not the message: it would refuse every mail alike. */
const isOfAccount = ({ command, responseCode = 0, response = '' }: NodemailerError) =>
  accountCodes.has(responseCode) ||
  accountWords.test(response) ||
  (command === 'MAIL FROM' && responseCode !== tooLargeCode)

function outcomeOf(error: NodemailerError): SendOutcome {
  const { code = 'unknown', responseCode, response } = error
  const { syscall, timeoutType } = error as { syscall?: string; timeoutType?: string }
  // The server answered outside the protocol.
  if (response !== undefined && responseCode === undefined) return { outcome: 'unknown', code: 'unreadable_answer' }
  if (responseCode !== undefined && isOfAccount(error)) return { outcome: 'unavailable', code: String(responseCode) }
  // A permanent refusal: the server answered 5xx, or nodemailer refused before sending.
  if (messageFaults.has(code) && (responseCode === undefined || responseCode >= 500)) {
    return { outcome: 'refused', code: String(responseCode ?? code) }
  }
  if (responseCode !== undefined) return { outcome: 'unavailable', code: String(responseCode) }
  const notConnected = syscall === 'connect' || timeoutType === 'CONNECT_TIMEOUT' || timeoutType === 'GREETING_TIMEOUT'
  return { outcome: notConnected || faultsBeforeSending.has(code) ? 'unavailable' : 'unknown', code }
}
