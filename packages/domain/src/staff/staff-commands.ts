import type { ServiceKey } from '../catalog/services.ts'
import { type Cents, dollarsFromCents } from '../pricing/money.ts'
import type { OrderEventName } from '../orders/order-progress.ts'
import { endsOfWait, waitKinds } from '../orders/order-waits.ts'

/** The commands that end a wait and are not events of its order. */
const nonEventCommands = [
  'answer',
  'no_answer_needed',
  'release_bonuses',
  'refuse_bonuses',
  'resend',
  'refund_outside',
] as const
type NonEventCommand = (typeof nonEventCommands)[number]

/** The names of all commands that end a wait. */
export const staffCommandNames: readonly StaffCommandName[] = [...waitKinds.flatMap(endsOfWait), ...nonEventCommands]
export type StaffCommandName = OrderEventName | NonEventCommand

/** Whether a text names a command that ends a wait. */
export const isStaffCommandName = (name: string): name is StaffCommandName =>
  staffCommandNames.some((commandName) => commandName === name)

/** A command of staff that ends a wait (OPS-09). */
export interface StaffCommand {
  event: StaffCommandName
  /** The amount of a refund outside the card, in dollars. */
  amount?: number
  /** The refund is of the tip, not of the order. */
  tip?: true
  /** The extra services that the refund ends. */
  services?: readonly ServiceKey[]
}

/** The commands that end the wait for an answer, the usual one first. */
export const answerCommands: readonly StaffCommand[] = [{ event: 'answer' }, { event: 'no_answer_needed' }]

/** The commands that decide on held referral bonuses (SAFE-08). */
export const bonusCommands: readonly StaffCommand[] = [{ event: 'release_bonuses' }, { event: 'refuse_bonuses' }]

/** The refund outside the card, after the card refused it (HOLD-06). */
export const refundOutside = (refund: {
  cents: Cents
  ofTip: boolean
  services: readonly ServiceKey[]
}): StaffCommand => ({
  event: 'refund_outside',
  amount: dollarsFromCents(refund.cents),
  ...(refund.ofTip && { tip: true }),
  ...(refund.services.length > 0 && { services: refund.services }),
})

/** The subject of a wait, as its commands name it. */
export interface WaitSubject {
  /** The order's number. */
  number?: string | null
  /** The message or contact that waits. */
  id?: string
  client?: string | null
  /** The address of a conversation; without one, staff answer a contact. */
  conversation?: string | null
  /** The client's newest message that staff see there. */
  last?: string | undefined
}

/** The options of the events that need one. */
const eventOptions: Partial<Record<OrderEventName, string>> = {
  nerd_found: ' --nerd NAME',
  send: ' --file FILE',
  accept_revision: ' --deadline DATE',
  complete_revision: ' --file FILE',
  decline_refund: ' --tell REASON',
}

const nonEventWords: Record<NonEventCommand, (subject: WaitSubject, command: StaffCommand) => string> = {
  answer: ({ conversation, id }) =>
    conversation ? `answer ${conversation} "TEXT"` : `contact ${id} answer --text "TEXT"`,
  no_answer_needed: ({ conversation, id, last }) =>
    `${conversation ? `conversation ${conversation}` : `contact ${id}`} no-answer-needed${last ? ` --last ${last}` : ''}`,
  release_bonuses: ({ client }) => `client ${client} release-bonuses`,
  refuse_bonuses: ({ client }) => `client ${client} refuse-bonuses --reason REASON`,
  resend: ({ id }) => `message ${id} resend`,
  refund_outside: ({ number }, { amount = 0, tip, services = [] }) =>
    [
      `order ${number} refund --amount ${amount.toFixed(2)}`,
      ...(tip ? ['--tip'] : []),
      ...services.map((key) => `--service ${key}`),
      '--outside --reason REASON',
    ].join(' '),
}

const isNonEvent = (name: StaffCommandName): name is NonEventCommand => name in nonEventWords

/** The shell's call of the command-line tool: the image sets `OPS_COMMAND`, because it has no npm scripts. */
export const opsCommand = (setting: string | undefined): string => setting?.trim() || 'npm run ops --'

/**
 * A command in a shell, for the command-line tool and mails to staff; words in capitals are placeholders.
 *
 * @param tool the call of the command-line tool, {@link opsCommand}
 */
export function shellCommand(command: StaffCommand, subject: WaitSubject, tool: string): string {
  const { event } = command
  const words = isNonEvent(event)
    ? nonEventWords[event](subject, command)
    : `order ${subject.number} ${event}${eventOptions[event] ?? ''}`
  return `${tool} ${words}`
}
