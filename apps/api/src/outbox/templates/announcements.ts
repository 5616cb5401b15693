import { webPaths } from '@nerdify/contract/web-paths.ts'
import { capitalized } from '@nerdify/domain/dates/date-words.ts'
import { unsealReferralCode } from '../../keys/referral-codes.ts'
import { shortKeyOf } from '../../keys/sign-in-keys.ts'
import { confirmLink, confirmVariables } from './confirm-link.ts'
import { clientMail, clientText, orderConversationPath } from './how-to-answer.ts'
import type { Rendering, Template, Variables } from './template.ts'

/**
 * Announcements to clients about their orders (MSG-06), each as a text and as a mail. A text contains no typed words; a
 * mail names the order by its title, as plain words (abuse 39). Apostrophes are straight, because a curly one makes a
 * text longer; a mail has curly ones.
 */

/** An announcement: its words, and the link's address. It also needs `number` and `title` of its order. */
interface Announcement<Needed extends string, Taken extends string> {
  needs?: readonly Needed[]
  takes?: readonly Taken[]
  subject: string
  /** The event, in a sentence or two; a text is prefixed with our name. */
  sentence(number: string, variables: Variables<Needed, Taken>): string
  /** The button; by default it opens the task list. */
  action?: string
  link?(variables: Variables<Needed, Taken>, site: Rendering): string
}

/** Joins sentences, including staff's optional reason for the client (TALK-06), which may lack its period. */
const joined = (...sentences: readonly (string | undefined)[]): string =>
  sentences
    .flatMap((sentence) => sentence || [])
    .map((sentence) => sentence.replace(/[\p{L}\p{N}]['"’”)]*$/u, '$&.'))
    .join(' ')

const toTasks = (_variables: unknown, { publicUrl }: Rendering) => publicUrl + webPaths.orders()
const toContact = (_variables: unknown, { publicUrl }: Rendering) => publicUrl + webPaths.contactUs()

function announcement<const Needed extends string = never, const Taken extends string = never>({
  needs = [],
  takes = [],
  action = 'See your task',
  link = toTasks,
  ...words
}: Announcement<Needed, Taken>): Template<
  'service',
  Needed | 'number' | 'title',
  Taken | 'orderId' | (typeof confirmVariables)[number]
> {
  return {
    kind: 'service',
    needs: ['number', 'title', ...needs],
    takes: [...takes, 'orderId', ...confirmVariables],
    render(variables, rendering) {
      const { number, title, orderId }: Variables<'number' | 'title', 'orderId'> = variables
      const sentence = words.sentence(number, variables)
      const url = link(variables, rendering)
      if (rendering.channel !== 'email') return clientText(`Nerdify: ${sentence} ${url}`)
      return clientMail(rendering, {
        subject: `${words.subject}: order ${number}`,
        heading: words.subject,
        paragraphs: [capitalized(sentence).replace(/(?<=\p{L})'(?=\p{L})/gu, '’')],
        rows: [['Your task', title]],
        action: { label: action, url },
        more: confirmLink(variables, rendering),
        answerPath: orderId && orderConversationPath(orderId),
        unsubscribeUrl: rendering.unsubscribeUrl,
      })
    },
  }
}

/** The announcements by the names of their messages. */
export const announcements = {
  /** A newcomer's first order (MSG-03); `paid` is non-empty if it is paid by then. */
  'order-received': announcement({
    takes: ['paid'],
    subject: 'We have your order',
    sentence: (number, { paid }) =>
      paid === undefined
        ? `order ${number} is saved. Pay when you're ready, and a Nerd will get started.`
        : `order ${number} is paid. We'll tell you as soon as your Nerd is on it.`,
  }),
  'order-paid': announcement({
    subject: 'We have your payment',
    sentence: (number) => `thank you, order ${number} is paid. We're finding your Nerd.`,
  }),
  /**
   * The payment lost its discount (DISC-16, HOLD-09): `why` is a sentence, `amount` is formatted, `token` is the
   * order's payment token.
   */
  'order-rest-due': announcement({
    needs: ['amount', 'why', 'token'],
    subject: 'Part of your order is still due',
    sentence: (number, { amount, why }) =>
      `we have your payment for order ${number}, and ${amount} is still due. ${why} Your Nerd starts once it's paid. Want your money back instead? Write to us.`,
    action: 'Pay the rest',
    link: ({ token }, { publicUrl }) => publicUrl + webPaths.payOrder(token),
  }),
  /** The work was late, and the balance got a credit (WAIT-05); `amount` is formatted. */
  'order-late-credit': announcement({
    needs: ['amount'],
    subject: 'Sorry we were late',
    sentence: (number, { amount }) => `we're sorry that order ${number} came late. We added ${amount} to your balance.`,
    action: 'See your balance',
    link: (_variables, { publicUrl }) => publicUrl + webPaths.myInfo(),
  }),
  /** Paid in two windows, or just before the price fell (PAY-07); `amount` is formatted. */
  'order-surplus': announcement({
    needs: ['amount'],
    subject: 'Some of your money is coming back',
    sentence: (number, { amount }) =>
      `you paid ${amount} more than order ${number} costs, and we're sending it back the way you paid. By card that takes a few days.`,
  }),
  /** Paid on a page that was open when the order was declined, deleted or refunded (PAY-07); `amount` is formatted. */
  'order-late-payment': announcement({
    needs: ['amount'],
    subject: 'Your money is coming back',
    sentence: (number, { amount }) =>
      `you paid ${amount} after order ${number} was closed, and we're sending it back the way you paid. By card that takes a few days.`,
    action: 'Contact us',
    link: toContact,
  }),
  /** A tip after another one, or after the order's refund (abuse 13); `amount` is formatted. */
  'order-tip-returned': announcement({
    needs: ['amount'],
    subject: 'Your tip is coming back',
    sentence: (number, { amount }) =>
      `order ${number} could no longer take your tip of ${amount}, so we're sending it back to your card. That takes a few days.`,
  }),
  /** The virus check refused a file of a paid order (SAFE-15); the conversation says which one and why. */
  'order-file-refused': announcement({
    needs: ['orderId'],
    subject: 'We need a file again',
    sentence: (number) =>
      `a file of order ${number} did not pass our virus check, so we couldn't keep it. Your messages say which one. Please send us another version of it there.`,
    action: 'See your messages',
    link: ({ orderId }, { publicUrl }) => publicUrl + orderConversationPath(orderId),
  }),
  'order-nerd-found': announcement({
    subject: 'We found your Nerd',
    sentence: (number) => `a Nerd is working on order ${number}.`,
  }),
  /** Another Nerd takes the order (OPS-12); `tell` is staff's text for the client. */
  'order-reassigned': announcement({
    needs: ['tell'],
    subject: 'Another Nerd takes your order',
    sentence: (number, { tell }) => joined(`we're finding another Nerd for order ${number}.`, tell),
  }),
  /** The client agreed to a later deadline (OPS-12); `deadline` in the company's zone, `tell` from staff. */
  'order-deadline-extended': announcement({
    needs: ['deadline'],
    takes: ['tell'],
    subject: 'Your new deadline',
    sentence: (number, { deadline, tell }) => joined(`as agreed, order ${number} is due on ${deadline}.`, tell),
  }),
  /** Staff offer a later deadline, which the card asks about (OPS-12); `deadline` in the company's zone. */
  'order-deadline-offered': announcement({
    needs: ['deadline'],
    takes: ['tell'],
    subject: 'Can your order come later?',
    sentence: (number, { deadline, tell }) =>
      joined(`can order ${number} come by ${deadline}?`, tell, 'Your deadline stays as it is unless you agree.'),
    action: 'Agree or say no',
  }),
  /** Another price or size of a paid order (OPS-12); amounts are formatted, `token` pays the rest. */
  'order-agreed': announcement({
    needs: ['price'],
    takes: ['size', 'rest', 'surplus', 'token', 'tell'],
    subject: 'Your order has changed',
    sentence: (number, { price, size, rest, surplus, tell }) =>
      joined(
        `as agreed, order ${number} ${size === undefined ? '' : `is now ${size} and `}costs ${price}.`,
        rest && `${rest} of it is still due.`,
        surplus && `We're sending ${surplus} back the way you paid. By card that takes a few days.`,
        tell,
      ),
    action: 'Open it',
    link: ({ token }, site) => (token === undefined ? toTasks(token, site) : site.publicUrl + webPaths.payOrder(token)),
  }),
  /** A draft, before the work is sent. */
  'order-draft': announcement({
    subject: 'Your draft is ready',
    sentence: (number) => `a draft of order ${number} is ready. Please have a look.`,
    action: 'See your draft',
  }),
  'order-sent': announcement({
    subject: 'Your work is ready',
    sentence: (number) => `the work on order ${number} is ready. Please have a look.`,
    action: 'See your work',
  }),
  'order-revision-sent': announcement({
    subject: 'Your revision is ready',
    sentence: (number) => `the revision of order ${number} is ready. Please have a look.`,
    action: 'See your revision',
  }),
  'order-revision-accepted': announcement({
    takes: ['tell'],
    subject: 'Your revision is under way',
    sentence: (number, { tell }) => joined(`your Nerd is working on the revision of order ${number}.`, tell),
  }),
  'order-declined': announcement({
    takes: ['tell'],
    subject: 'About your order',
    sentence: (number, { tell }) =>
      joined(`we're sorry, we can't take order ${number}.`, tell, "You weren't charged. Questions? We're here."),
    action: 'Contact us',
    link: toContact,
  }),
  /** A partial refund, or a service's price; `amount` is formatted. */
  'order-part-refund': announcement({
    needs: ['amount'],
    subject: 'A refund is on its way',
    sentence: (number, { amount }) =>
      `we're refunding ${amount} of order ${number}. By card the money takes a few days to arrive.`,
  }),
  'order-refund-accepted': announcement({
    takes: ['tell'],
    subject: 'Your refund is approved',
    sentence: (number, { tell }) =>
      joined(`we approved the refund of order ${number}. By card the money takes a few days to arrive.`, tell),
  }),
  /** The bank returned money that was on its way to the client (abuse 21); `amount` is formatted. */
  'order-refund-returned': announcement({
    needs: ['amount'],
    subject: 'Your refund came back to us',
    sentence: (number, { amount }) =>
      `the ${amount} we sent back for order ${number} didn't reach you. We'll find another way and write to you. Questions? We're here.`,
    action: 'Contact us',
    link: toContact,
  }),
  'order-refund-declined': announcement({
    takes: ['tell'],
    subject: 'About your refund',
    sentence: (number, { tell }) =>
      joined(`we couldn't approve the refund of order ${number}.`, tell, "Questions? We're here."),
    action: 'Contact us',
    link: toContact,
  }),
  /** Once, to a client with an unpaid order; the link signs in and leads to the payment (AUTH-12). */
  'order-recall': announcement({
    needs: ['keyId', 'orderId'],
    subject: 'Your order is waiting',
    sentence: (number) => `order ${number} is saved and ready for payment.`,
    action: 'Continue',
    link: ({ keyId, orderId }, { secret, publicUrl }) =>
      publicUrl + webPaths.shortPaymentLink(shortKeyOf(secret, keyId), orderId),
  }),
  /** Once, a day after an order was finished; the link signs in and opens the rating (AUTH-13). */
  'order-rating': announcement({
    needs: ['keyId', 'orderId'],
    takes: ['referralCode'],
    subject: 'How did your Nerd do?',
    sentence: (number) => `order ${number} is done. How did your Nerd do?`,
    action: 'Rate your Nerd',
    link({ keyId, referralCode: sealed = '', orderId }, { secret, publicUrl }) {
      // An older message has the client's private code instead of a key (SAFE-03).
      const code = keyId === '' ? unsealReferralCode(secret, sealed) : shortKeyOf(secret, keyId)
      // A code sealed with another secret is useless; the rating page then asks to sign in.
      return publicUrl + (code === '' ? webPaths.orderRating(orderId) : webPaths.ratingLink(code, orderId))
    },
  }),
} as const

/** The name of an announcement. */
export type AnnouncementName = keyof typeof announcements
