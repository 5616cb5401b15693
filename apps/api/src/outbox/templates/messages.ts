import { deskPaths } from '@nerdify/contract/desk-paths.ts'
import { webPaths } from '@nerdify/contract/web-paths.ts'
import { quantityLabel } from '@nerdify/domain/pricing/units.ts'
import { totalText } from '@nerdify/domain/payments/receipt-lines.ts'
import { unprovedSenderText } from '@nerdify/domain/messages/unproved-sender.ts'
import { formatPhone } from '@nerdify/domain/sign-in/phone-format.ts'
import {
  answerCommands,
  bonusCommands,
  isStaffCommandName,
  shellCommand,
  type WaitSubject,
} from '@nerdify/domain/staff/staff-commands.ts'
import { codeOfChallenge } from '../../keys/code-of-challenge.ts'
import { mailCodeOf, shortKeyOf } from '../../keys/sign-in-keys.ts'
import { accountMessages } from './account-messages.ts'
import { announcements } from './announcements.ts'
import { clientMessages } from './client-messages.ts'
import { confirmLink, confirmVariables } from './confirm-link.ts'
import { clientMail, clientText, orderConversationPath } from './how-to-answer.ts'
import { layOutMail, type MailContent } from './mail-layout.ts'
import { nerdMessages } from './nerd-messages.ts'
import { planMessages } from './plan-messages.ts'
import { staffMessages } from './staff-messages.ts'
import { type RenderedSms, type Rendering, type Template, template, type Variables } from './template.ts'

/** A line of a receipt, "what: amount", in its two cells. */
function cellsOf(line: string): readonly [string, string] {
  const colon = line.lastIndexOf(': ')
  return [line.slice(0, colon), line.slice(colon + 2)]
}

/**
 * A sender as staff read them: the client, their likely order, and where the answer goes: the address of a conversation,
 * with `last`, the newest message of the mail, or the id of a contact. `proved` is empty if number and address are only
 * typed: then the mail names no client and no order (MSG-01).
 */
const aboutSender = [
  'client',
  'proved',
  'order',
  'task',
  'title',
  'deadline',
  'conversation',
  'last',
  'contact',
] as const
type AboutSender = Variables<'phone', (typeof aboutSender)[number]>

const rowsOfSender = (
  { phone, client, proved, order, task, deadline, conversation, last, contact }: AboutSender,
  { opsCommand }: Rendering,
) => ({
  Phone: formatPhone(phone),
  ...(proved && {
    Client: client || 'No client has this number',
    'Newest order': order ?? 'None',
    Task: task ?? 'None',
    Deadline: deadline ?? 'None',
  }),
  ...answerRows({ conversation, last, contact }, opsCommand),
})

/** The commands that end the wait of a message, a row each; none for a row of an older version, which lacks both ids. */
function answerRows(
  { conversation, last, contact }: Pick<AboutSender, 'conversation' | 'last' | 'contact'>,
  opsCommand: string,
): Record<string, string> {
  const subject: WaitSubject = { ...(conversation && { conversation, last }), ...(contact && { id: contact }) }
  if (Object.keys(subject).length === 0) return {}
  const [answer = '', none = ''] = answerCommands.map((command) => shellCommand(command, subject, opsCommand))
  return { 'To answer': answer, 'If it needs no answer': none }
}

/** The desk's page of a message; undefined for a row of an older version, which lacks both ids. */
function pageOfSender({ conversation, contact }: Pick<AboutSender, 'conversation' | 'contact'>): string | undefined {
  if (conversation) return deskPaths.conversation(conversation)
  return contact ? deskPaths.contact(contact) : undefined
}

/** The shell commands of the events that end an order's waits; without one, the command that shows the order. */
function nextSteps({ number, events, opsCommand }: { number: string; events: string; opsCommand: string }): string[] {
  const commands = events.split(' ').filter(isStaffCommandName)
  if (commands.length === 0) return [`Look at it: ${opsCommand} order ${number}`]
  return commands.map((event) => shellCommand({ event }, { number }, opsCommand))
}

const introOfSender = ({ proved }: AboutSender) => (proved ? [] : [unprovedSenderText])
const wroteNothing = (words: string) => (words.trim() === '' ? ['They wrote nothing.'] : [])
/** The typed words of a message, and the client's title of the order. */
const quotesOfSender = (words: string, { proved, title }: AboutSender): Quotes => [
  ['They wrote', words],
  ['Title of the order', (proved && title) || ''],
]

type Quotes = NonNullable<MailContent['quotes']>

/** An answer to a texted keyword. */
const textOnce = (render: (rendering: Rendering) => RenderedSms) =>
  template({ kind: 'asked', atMostOnce: true, render: (_variables, rendering) => render(rendering) })

/** A mail to staff, with the names of its rows, and its page at the desk. */
const staffMail = <const Needed extends string, const Taken extends string = never>(
  needs: readonly Needed[],
  words: (
    variables: Variables<Needed, Taken>,
    rendering: Rendering,
  ) => Omit<MailContent, 'rows'> & { rows?: Record<string, string>; page?: string | undefined },
  takes: readonly Taken[] = [],
) =>
  template({
    kind: 'ours',
    needs,
    takes,
    render(variables, rendering) {
      const { rows = {}, page, ...mail } = words(variables, rendering)
      const { deskUrl } = rendering
      const hasPage = page !== undefined && deskUrl !== undefined
      return layOutMail({
        ...mail,
        rows: Object.entries(rows),
        ...(hasPage && { action: { label: 'Open it at the desk', url: deskUrl + page } }),
      })
    },
  })

/** Every outgoing message by name. */
export const templates = {
  /**
   * AUTH-07: the service's name and the code first; the last line binds the code to this site. `minutes` is the rest of
   * its life: a resent code is the same one (AUTH-04).
   */
  'sign-in-code': template({
    kind: 'asked',
    atMostOnce: true,
    needs: ['challengeId'],
    takes: ['minutes'],
    render({ challengeId, minutes = '10' }, { secret, publicUrl }) {
      const code = codeOfChallenge(secret, challengeId)
      const host = new URL(publicUrl).hostname
      const life = quantityLabel(Number(minutes), 'minute', 'minutes')
      return {
        channel: 'sms',
        body: `Your Nerdify code is ${code}. It works for ${life}. Never share it.\n\n@${host} #${code}`,
      }
    },
  }),
  /** AUTH-08: the one-time sign-in link. */
  'sign-in-link': template({
    kind: 'asked',
    needs: ['keyId'],
    takes: ['next'],
    render({ keyId, next }, site) {
      const url = site.publicUrl + webPaths.mailLink(mailCodeOf(site.secret, keyId), next)
      // No picture or pixel: it loads nothing (AUTH-20).
      return clientMail(site, {
        answerPath: webPaths.contactUs(),
        subject: 'Your link to Nerdify',
        paragraphs: ['Here is your link to log in. It works once, for 30 minutes.'],
        action: { label: 'Log in to Nerdify', url },
        notes: ['Didn’t ask for it? Then do nothing: no one can get in without the link.'],
      })
    },
  }),
  /** AUTH-10: a new link for an expired one in a text message. */
  'sign-in-short-link': template({
    kind: 'asked',
    atMostOnce: true,
    needs: ['keyId'],
    takes: ['next'],
    render({ keyId, next }, { secret, publicUrl }) {
      const link = `${publicUrl}${webPaths.shortLink(shortKeyOf(secret, keyId), next)}`
      return clientText(`Your new Nerdify link: ${link} It logs you in, so never share it.`)
    },
  }),
  /** MSG-04: to a number from the contact page; the link signs in and leads on. */
  'text-back': template({
    kind: 'asked',
    needs: ['keyId'],
    takes: ['next'],
    render({ keyId, next }, { secret, publicUrl }) {
      const link = `${publicUrl}${webPaths.shortLink(shortKeyOf(secret, keyId), next)}`
      return clientText(
        `Hi, this is Nerdify. To tell us about your task, open ${link} It logs you in, so never share it.`,
      )
    },
  }),
  ...staffMessages,
  ...nerdMessages,
  ...announcements,
  ...clientMessages,
  ...planMessages,
  ...accountMessages,
  /** DISC-13: to support, about a refused or removed coupon; a duplicate does no harm. */
  'coupon-error': staffMail(
    ['client', 'type', 'length', 'due', 'price', 'number', 'coupon', 'errorType', 'sentence', 'addOns'],
    (
      { type, length, due, price, number, coupon, addOns, errorType, sentence, paymentLink, repeats },
      { opsCommand },
    ) => ({
      subject: `Coupon error on order ${number}: ${errorType}`,
      paragraphs: [sentence],
      rows: {
        Type: type,
        Length: length,
        Due: due,
        Price: price,
        'Order number': number,
        'Add-ons': addOns,
        ...(paymentLink && { 'Payment link': paymentLink }),
        ...(repeats && { 'Repeated since the last mail': repeats }),
        'Look it up': `${opsCommand} order ${number}`,
      },
      quotes: [['Coupon', coupon]],
    }),
    ['paymentLink', 'repeats'],
  ),
  /** DISC-13: to support, about the coupon errors beyond the hourly limit of mails. */
  'coupon-digest': staffMail(['count', 'more', 'numbers', 'lines'], ({ count, more, lines }) => ({
    subject: `Coupon errors: ${count} more within an hour`,
    paragraphs: [
      'Only the first mails of an hour are sent one by one. Below: order number, error, how often, and the code as typed.',
      ...(more === '' ? [] : [`${quantityLabel(Number(more), 'more error is', 'more errors are')} left out.`]),
    ],
    quotes: [['Coupons', lines]],
  })),
  /** LAW-07: the one confirmation that carriers require after STOP. */
  'texts-ended': textOnce(() => ({
    channel: 'sms',
    body: "Nerdify: you'll get no more texts from us, except login codes you ask for. Reply START to get them again.",
  })),
  /** LAW-07: after START. */
  'texts-resumed': textOnce(() =>
    clientText("Nerdify: you'll get texts about your orders again. Reply HELP for help."),
  ),
  /** LAW-07: after HELP. */
  'texts-help': textOnce(({ publicUrl }) =>
    clientText(`Nerdify texts you about your orders. Help: ${publicUrl}/contact-us. Msg and data rates may apply.`),
  ),
  /** TALK-05: an answer of staff to a number without an account. */
  'answer-by-text': template({
    kind: 'service',
    needs: ['text'],
    render: ({ text }) => clientText(`Nerdify: ${text}`),
  }),
  'referral-bonus-waits': staffMail(['client', 'most', 'days'], ({ client, most, days }, { opsCommand }) => ({
    subject: `Referral bonuses wait for you: client ${client}`,
    paragraphs: [
      `This client has had ${most} referral bonuses in ${days} days. Further ones wait until you have checked the friends and released or refused them:`,
      ...bonusCommands.map((command) => shellCommand(command, { client }, opsCommand)),
    ],
    rows: { Client: client },
  })),
  /** abuse 25: to support, about a bank dispute of a plan's payment, and its decision; for orders see WAIT-03. */
  'payment-disputed': staffMail(['number', 'amount', 'status'], ({ number, amount, status }) => ({
    subject: `Payment dispute of plan ${number}: ${status}`,
    paragraphs: [
      'While it is open, and if it is lost, the credit of that month is taken back. The plan itself continues.',
    ],
    rows: { Subscription: number, Amount: amount, State: status },
  })),
  /** To support, about differences in the nightly comparison with the card provider. */
  'books-differ': staffMail(['count', 'differences'], ({ count, differences }) => ({
    subject: `The books differ from the card provider’s: ${count}`,
    paragraphs: differences.split('\n'),
  })),
  /** To support, once an hour during wrong sign-in codes from many networks (payments.md 2.2). */
  'wrong-codes': staffMail(['count', 'since'], ({ count, since }) => ({
    subject: `Many wrong sign-in codes: from ${count} networks within an hour`,
    paragraphs: [
      'Somebody may be guessing codes of clients. Each account is locked after ten wrong ones, each network after 20; look where the requests come from.',
    ],
    rows: { Networks: count, Since: since },
  })),
  /** To support, once an hour during an alert (GO-05). */
  alert: staffMail(['name', 'summary'], ({ name, summary }) => ({
    subject: `Nerdify: ${summary}`,
    paragraphs: ['docs/operations.md says what to do, under “When something is wrong”.'],
    rows: { Alert: name },
  })),
  'alert-over': staffMail(['name', 'summary', 'since'], ({ name, summary, since }) => ({
    subject: `Over: ${summary}`,
    paragraphs: [`It began on ${since}.`],
    rows: { Alert: name },
  })),
  /** To support, once per file while the virus scanner is unavailable (SAFE-15). */
  'unscanned-files': staffMail(['count', 'since'], ({ count, since }) => ({
    subject: `The virus scanner has not scanned files for an hour: ${count}`,
    paragraphs: ['Clients see “checking” beside them, and nobody can open them. Run the doctor and look at clamd.'],
    rows: { Files: count, Since: since },
  })),
  /** To support, once an hour during wrong tokens of operations (SAFE-10). */
  'wrong-operations-tokens': staffMail(['count', 'since'], ({ count, since }) => ({
    subject: `Wrong operations tokens: ${count} within an hour`,
    paragraphs: [
      'Somebody may be guessing the operations token or sign-in links of staff, or a tool of ours has an old token. A network that was wrong ten times waits for up to an hour.',
      'In the log the lines with "operations_token_refused" and "staff_sign_in_refused" name the networks. If the token may be known, change it: docs/operations.md says how.',
    ],
    rows: { 'Wrong tokens': count, Since: since },
  })),
  /** To support, once an hour during refused events in the card provider's name (abuse 7, abuse 8). */
  'card-events-refused': staffMail(['count', 'reason'], ({ count, reason }) => ({
    subject: `Card events are refused: ${count} within an hour`,
    paragraphs: [
      'Nothing was booked from them. If they are the card provider’s own, the secret or the mode of our keys is wrong; otherwise somebody forges them.',
    ],
    rows: { Refused: count, 'The last one': reason },
  })),
  /** To support, once an hour while the provider reports that our number may not text. */
  'texts-blocked': staffMail(['code'], ({ code }) => ({
    subject: `Texts do not arrive: error ${code}`,
    paragraphs: [
      'Phone companies take no text from our number, not even the codes to sign in. Look the error up in the console of the text provider: most often the number is not registered there yet (10DLC).',
    ],
    rows: { Error: code },
  })),
  /** To support, once for a card event that cannot be applied for hours (abuse 4). */
  'card-event-stuck': staffMail(['type', 'object', 'event', 'reason'], ({ type, object, event, reason }) => ({
    subject: `A card event does not take effect: ${type}`,
    paragraphs: ['Until it does, what it is about is not in the books. It is tried again once an hour.'],
    rows: { 'What it is about': object, Event: event, Why: reason },
  })),
  /** LAW-06: to support, once for an account whose erasure fails for hours. */
  'erasure-stuck': staffMail(['client', 'reason'], ({ client, reason }) => ({
    subject: `An account is not erased: ${client}`,
    paragraphs: ['Its 7 days are over, but its erasure fails. It is tried again every minute.'],
    rows: { Client: client, Why: reason },
  })),
  'refund-in-doubt': staffMail(['number', 'amount', 'reason'], ({ number, amount, reason }) => ({
    subject: `A refund does not go out: order ${number}`,
    paragraphs: ['The card provider has not taken it yet. We try again with growing pauses, up to an hour.'],
    rows: { Amount: amount, Why: reason },
  })),
  /** PAY-14: to the client, for each payment. */
  receipt: template({
    kind: 'asked',
    needs: ['receipt', 'number', 'date', 'lines', 'total', 'link'],
    takes: ['orderId', 'seller', ...confirmVariables],
    render(variables, site) {
      const { receipt, number, date, lines, total, link, seller, orderId } = variables
      return clientMail(site, {
        answerPath: orderId && orderConversationPath(orderId),
        subject: `Your receipt for order ${number}: ${total}`,
        heading: `Receipt No. ${receipt}`,
        paragraphs: [
          `Thank you. This is what you paid for order No. ${number} on ${date}.`,
          ...(seller === undefined ? [] : [`${seller}.`]),
        ],
        rows: lines.split('\n').map(cellsOf),
        isMoney: true,
        marked: totalText,
        action: { label: 'Open or print it', url: link },
        more: confirmLink(variables, site),
      })
    },
  }),
  /** abuse 21: to support, about a refund that did not reach the client's bank. */
  'refund-failed': staffMail(['number', 'amount', 'reason'], ({ number, amount, reason }) => ({
    subject: `Refund of ${amount} for order ${number} failed`,
    paragraphs: [
      'The bank did not take this refund. The order does not count as refunded. Please refund it again or in another way.',
    ],
    rows: { 'Order number': number, Amount: amount, Kind: reason },
  })),
  /** abuse 21: to support, about a failed refund of a plan's month. */
  'month-refund-failed': staffMail(['subscription', 'amount', 'client'], ({ subscription, amount, client }) => ({
    subject: `Refund of ${amount} for the plan ${subscription} failed`,
    paragraphs: [
      'The bank or the card provider did not take the refund of this month. Please refund the payment again at the card provider, which books it here, unless it was given back or disputed there.',
    ],
    rows: { Subscription: subscription, Amount: amount, Client: client },
  })),
  /** WAIT-03: to staff, about an order that needs them, and when they are late. */
  'order-for-staff': staffMail(
    ['client', 'number', 'subject', 'happened', 'task', 'title', 'words', 'deadline', 'extras', 'paid', 'events'],
    ({ client, number, subject, happened, task, title, words, deadline, extras, paid, events }, { opsCommand }) => ({
      subject,
      paragraphs: [...happened.split('\n'), 'What to do next:', ...nextSteps({ number, events, opsCommand })],
      rows: { 'Order number': number, Client: client, Task: task, Deadline: deadline, Extras: extras, Paid: paid },
      page: deskPaths.order(number),
      quotes: [
        ['They wrote', words],
        ['Title of the order', title],
      ],
    }),
  ),
  /** WAIT-03: to staff, about a text that is no keyword. */
  'text-received': staffMail(
    ['phone', 'text'],
    ({ text, replyTo, ...sender }, site) => ({
      replyTo,
      subject: `A text from ${formatPhone(sender.phone)}`,
      paragraphs: introOfSender(sender),
      rows: rowsOfSender(sender, site),
      page: pageOfSender(sender),
      quotes: quotesOfSender(text, sender),
    }),
    ['replyTo', ...aboutSender],
  ),
  /** WAIT-03: to staff, again, when the answer to a text or a contact request becomes late; `client` may be missing. */
  'message-late': staffMail(
    ['phone', 'text', 'due'],
    ({ text, due, ...sender }, site) => ({
      subject: `Late: answer to a message from ${formatPhone(sender.phone)}`,
      paragraphs: [...introOfSender(sender), due, ...wroteNothing(text)],
      rows: rowsOfSender(sender, site),
      page: pageOfSender(sender),
      quotes: quotesOfSender(text, sender),
    }),
    aboutSender,
  ),
  /** MSG-01: to support, about words left with a number, by a new client or a known one. */
  'contact-request': staffMail(
    ['phone', 'message', 'email', 'phoneRef'],
    ({ message, email, phoneRef, replyTo, ...sender }, site) => ({
      replyTo,
      subject: `A message from ${formatPhone(sender.phone)}`,
      paragraphs: [...introOfSender(sender), ...wroteNothing(message)],
      rows: rowsOfSender(sender, site),
      page: pageOfSender(sender),
      quotes: [...quotesOfSender(message, sender), ['E-mail', email], ['Sent by', phoneRef]],
    }),
    ['replyTo', ...aboutSender],
  ),
  /** TALK-01, WAIT-03: to staff, about a client's message in a conversation. */
  'client-message': staffMail(
    ['client', 'name', 'text', 'conversation'],
    ({ client, name, text, byText, files, conversation, last, order, task, title, deadline }, { opsCommand }) => ({
      subject: order === undefined ? `A message from ${name}` : `Order ${order}: a message from ${name}`,
      paragraphs: [],
      rows: {
        From: byText === undefined ? name : `${name}, by text`,
        Client: client,
        ...(order !== undefined && { Order: order, Task: task ?? '', Deadline: deadline ?? '' }),
        ...answerRows({ conversation, last }, opsCommand),
      },
      page: pageOfSender({ conversation }),
      quotes: [
        ['They wrote', text],
        ['Files', files ?? ''],
        ['Title of the order', title ?? ''],
      ],
    }),
    ['byText', 'files', 'last', 'order', 'task', 'title', 'deadline'],
  ),
  /** SAFE-15: to support, about a file that the virus check refused after it was sent; `why` is the text for the client. */
  'file-refused': staffMail(
    ['client', 'why'],
    ({ client, order, why }) => ({
      subject: order === undefined ? 'A file of the upload page was refused' : `Order ${order}: a file was refused`,
      paragraphs: [
        'The virus check refused a file after it was sent, and we deleted it. A message asks the client for another version. Please check that the task is clear without the file.',
      ],
      rows: { ...(order !== undefined && { Order: order }), Client: client },
      page: order === undefined ? deskPaths.conversation(client) : deskPaths.order(order),
      quotes: [['The client reads', why]],
    }),
    ['order'],
  ),
  /** UP-04: to support, about files from a client's upload page. */
  'files-received': staffMail(
    ['client', 'order', 'count', 'description'],
    ({ client, order, count, description }, { opsCommand }) => ({
      subject: `Files for ${order}`,
      paragraphs: [
        `The upload page of client ${client} sent files. "${opsCommand} client ${client} files" lists them with their links.`,
      ],
      rows: { Order: order, Files: count },
      quotes: [['Description', description]],
    }),
  ),
}

/** The name of a message. */
export type TemplateName = keyof typeof templates

/** The variables of a message; for several messages, the variables of all. */
export type VariablesOf<Name extends TemplateName> = {
  [One in Name]: (variables: Parameters<(typeof templates)[One]['render']>[0]) => void
}[Name] extends (variables: infer All) => void
  ? All
  : never

/** The template of a stored message; a row of another version may name one that this version does not know. */
export function templateNamed(name: string): Template | undefined {
  return Object.hasOwn(templates, name) ? templates[name as TemplateName] : undefined
}
