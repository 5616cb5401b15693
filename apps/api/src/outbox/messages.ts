import { webPaths } from '@nerdify/contract/web-paths.ts'
import { codeOfChallenge } from '../sign-in/code-of-challenge.ts'
import { mailCodeOf } from '../sign-in/mail-links.ts'
import { shortKeyOf } from '../sign-in/short-keys.ts'
import { announcements } from './announcements.ts'
import { layOutMail } from './mail-layout.ts'
import { planMessages } from './plan-messages.ts'
import { signInMail } from './sign-in-mail.ts'
import type { Template } from './template.ts'

/** A line of a receipt, "what: amount", in its two cells. */
function cellsOf(line: string): readonly [string, string] {
  const colon = line.lastIndexOf(': ')
  return [line.slice(0, colon), line.slice(colon + 2)]
}

/** Every message that leaves, by its name. */
export const templates = {
  /** AUTH-07: the service's name and the code first, the line that binds the code to this site last. */
  'sign-in-code': {
    kind: 'asked',
    atMostOnce: true,
    render({ challengeId = '' }, { secret, publicUrl }) {
      const code = codeOfChallenge(secret, challengeId)
      const host = new URL(publicUrl).hostname
      return {
        channel: 'sms',
        body: `Your Nerdify code is ${code}. It works for 10 minutes. Never share it.\n\n@${host} #${code}`,
      }
    },
  },
  /** AUTH-08: the link that signs in, once. */
  'sign-in-link': {
    kind: 'asked',
    atMostOnce: false,
    render({ keyId = '', next }, { secret, publicUrl }) {
      return signInMail(`${publicUrl}${webPaths.mailLink(mailCodeOf(secret, keyId), next)}`)
    },
  },
  /** AUTH-10: a new link in place of one in a text message that has expired. */
  'sign-in-short-link': {
    kind: 'asked',
    atMostOnce: true,
    render({ keyId = '', next }, { secret, publicUrl }) {
      const link = `${publicUrl}${webPaths.shortLink(shortKeyOf(secret, keyId), next)}`
      return { channel: 'sms', body: `Your new Nerdify link: ${link} It signs you in, so never share it.` }
    },
  },
  /** MSG-04: to who left a number on the contact page; the link signs in and leads on. */
  'text-back': {
    kind: 'asked',
    atMostOnce: false,
    render({ keyId = '', next }, { secret, publicUrl }) {
      const link = `${publicUrl}${webPaths.shortLink(shortKeyOf(secret, keyId), next)}`
      return {
        channel: 'sms',
        body: `Hi, this is Nerdify. To tell us about your task, open ${link} It signs you in, so never share it. Reply STOP to end texts.`,
      }
    },
  },
  ...announcements,
  ...planMessages,
  /** DISC-13: to support, whenever a coupon is refused or taken away; one that comes twice does no harm there. */
  'coupon-error': {
    kind: 'ours',
    atMostOnce: false,
    render(variables) {
      const { coupon = '', number = '', errorType = '', sentence = '', paymentLink = '' } = variables
      const rows: [string, string | undefined][] = [
        ['Type', variables.type],
        ['Length', variables.length],
        ['Due', variables.due],
        ['Price', variables.price],
        ['Order number', number],
        ['Coupon', coupon],
        ['Add-ons', variables.addOns],
        ['Payment link', paymentLink],
      ]
      return layOutMail({
        subject: `Coupon ${coupon} on order ${number}: ${errorType}`,
        paragraphs: [sentence],
        rows: rows.map(([name, value = '']) => [name, value] as const),
      })
    },
  },
  /** LAW-07: the one confirmation that the carriers' rules want after STOP. */
  'texts-ended': {
    kind: 'asked',
    atMostOnce: true,
    render: () => ({
      channel: 'sms',
      body: 'Nerdify: you get no more texts from us, except sign-in codes that you ask for. Reply START to get them again.',
    }),
  },
  /** LAW-07: after START. */
  'texts-resumed': {
    kind: 'asked',
    atMostOnce: true,
    render: () => ({
      channel: 'sms',
      body: 'Nerdify: you get texts about your orders again. Reply STOP to end them, HELP for help.',
    }),
  },
  /** LAW-07: after HELP. */
  'texts-help': {
    kind: 'asked',
    atMostOnce: true,
    render: (_variables, { publicUrl }) => ({
      channel: 'sms',
      body: `Nerdify texts you about your orders. Help: ${publicUrl}/contact-us. Msg and data rates may apply. Reply STOP to end.`,
    }),
  },
  /** abuse 25: to support, when a payment is disputed at the bank, and when that is decided. */
  'payment-disputed': {
    kind: 'ours',
    atMostOnce: false,
    render({ of = 'order', number = '', amount = '', status = '' }) {
      const consequence =
        of === 'plan'
          ? 'While it is open, and if it is lost, the credit of that month is taken back. The plan itself goes on.'
          : 'While it is open, and if it is lost, tips, credits and refunds of the order are frozen.'
      return layOutMail({
        subject: `Payment dispute of ${of} ${number}: ${status}`,
        paragraphs: [consequence],
        rows: [
          [of === 'plan' ? 'Subscription' : 'Order number', number],
          ['Amount', amount],
          ['State', status],
        ],
      })
    },
  },
  /** To support, when the nightly comparison with the card provider finds something. */
  'books-differ': {
    kind: 'ours',
    atMostOnce: false,
    render({ count = '', differences = '' }) {
      return layOutMail({
        subject: `The books differ from the card provider’s: ${count}`,
        paragraphs: differences.split('\n'),
      })
    },
  },
  /** To support, once an hour, while wrong sign-in codes come in from everywhere (payments.md 2.2). */
  'wrong-codes': {
    kind: 'ours',
    atMostOnce: false,
    render({ count = '', since = '' }) {
      return layOutMail({
        subject: `Many wrong sign-in codes: ${count} within an hour`,
        paragraphs: [
          'Somebody may be guessing codes. Each account is locked after ten wrong ones; look where the requests come from.',
        ],
        rows: [
          ['Wrong codes', count],
          ['Since', since],
        ],
      })
    },
  },
  /** To support, once an hour, while events are refused that say they are the card provider's (abuse 7, abuse 8). */
  'card-events-refused': {
    kind: 'ours',
    atMostOnce: false,
    render({ count = '', reason = '' }) {
      return layOutMail({
        subject: `Card events are refused: ${count} within an hour`,
        paragraphs: [
          'Nothing was booked from them. If they are the card provider’s own, the secret or the mode of our keys is wrong; otherwise somebody forges them.',
        ],
        rows: [
          ['Refused', count],
          ['The last one', reason],
        ],
      })
    },
  },
  /** To support, once for an event of the card provider that does not take effect for hours (abuse 4). */
  'card-event-stuck': {
    kind: 'ours',
    atMostOnce: false,
    render({ type = '', object = '', event = '', reason = '' }) {
      return layOutMail({
        subject: `A card event does not take effect: ${type}`,
        paragraphs: ['Until it does, what it is about is not in the books. It is tried again once an hour.'],
        rows: [
          ['What it is about', object],
          ['Event', event],
          ['Why', reason],
        ],
      })
    },
  },
  /** PAY-14: to the client, of each payment. */
  receipt: {
    kind: 'asked',
    atMostOnce: false,
    render({ receipt = '', number = '', date = '', lines = '', total = '', paidBy = '', link = '' }) {
      return layOutMail({
        subject: `Your receipt for order ${number}: ${total}`,
        heading: `Receipt No. ${receipt}`,
        paragraphs: [`Thank you. This is what you paid for order No. ${number} on ${date}.`],
        rows: [...lines.split('\n').map(cellsOf), ['Total', total], ['Paid by', paidBy]],
        action: { label: 'Open or print it', url: link },
      })
    },
  },
  /** abuse 21: to support, when a refund did not arrive at the client's bank. */
  'refund-failed': {
    kind: 'ours',
    atMostOnce: false,
    render({ number = '', amount = '', reason = '' }) {
      return layOutMail({
        subject: `Refund of ${amount} for order ${number} failed`,
        paragraphs: [
          'The bank did not take this refund. The order does not count as refunded. Please refund it again or in another way.',
        ],
        rows: [
          ['Order number', number],
          ['Amount', amount],
          ['Kind', reason],
        ],
      })
    },
  },
  /** RATE-04: to quality review, of each rating of three stars or fewer. */
  'negative-rating': {
    kind: 'ours',
    atMostOnce: false,
    render: ({ number = '', mark = '', tags = '', feedback = '' }) =>
      layOutMail({
        subject: `Quality review: order ${number} was rated ${mark} of 5`,
        paragraphs: feedback === '' ? ['The client wrote nothing.'] : ['The client wrote:', feedback],
        rows: [
          ['Order number', number],
          ['Rating', `${mark} of 5`],
          ['Reasons', tags],
        ],
      }),
  },
  /** MSG-01: to support, when somebody left words with their number, a new client or a known one. */
  'left-with-number': {
    kind: 'ours',
    atMostOnce: false,
    render: ({ client = '', phone = '', message = '', email = '', phoneRef = '' }) =>
      layOutMail({
        subject: `A message from ${phone}`,
        paragraphs: message === '' ? ['They wrote nothing.'] : ['They wrote:', message],
        rows: [
          ['Phone', phone],
          ['E-mail, as typed', email],
          ['Sent by', phoneRef],
          ['Client', client],
        ],
      }),
  },
  /** UP-04: to support, whenever somebody sent files by a client's upload page. */
  'files-received': {
    kind: 'ours',
    atMostOnce: false,
    render: ({ client = '', order = '', count = '', description = '' }) =>
      layOutMail({
        subject: `Files for ${order}`,
        paragraphs: [
          `The upload page of client ${client} sent files. "npm run ops -- client ${client} files" lists them with their links.`,
        ],
        rows: [
          ['Order', order],
          ['Files', count],
          ['Description', description],
        ],
      }),
  },
} satisfies Record<string, Template>

/** The name of a message. */
export type TemplateName = keyof typeof templates

/** The template of a stored message; a row that an older version wrote may name one that is gone. */
export function templateNamed(name: string): Template | undefined {
  return Object.hasOwn(templates, name) ? templates[name as TemplateName] : undefined
}
