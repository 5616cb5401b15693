import { dollarsFromCents } from '../pricing/money.ts'
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
}

/** The commands that end the wait for an answer, the usual one first. */
export const answerCommands: readonly StaffCommand[] = [{ event: 'answer' }, { event: 'no_answer_needed' }]

/** The commands that decide on held referral bonuses (SAFE-08). */
export const bonusCommands: readonly StaffCommand[] = [{ event: 'release_bonuses' }, { event: 'refuse_bonuses' }]

/** The refund of `cents` outside the card, after the card refused it. */
export const refundOutside = (cents: number): StaffCommand => ({
  event: 'refund_outside',
  amount: dollarsFromCents(cents),
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

const nonEventWords: Record<NonEventCommand, (subject: WaitSubject, amount: number) => string> = {
  answer: ({ conversation, id }) =>
    conversation ? `answer ${conversation} "TEXT"` : `contact ${id} answer --text "TEXT"`,
  no_answer_needed: ({ conversation, id, last }) =>
    `${conversation ? `conversation ${conversation}` : `contact ${id}`} no-answer-needed${last ? ` --last ${last}` : ''}`,
  release_bonuses: ({ client }) => `client ${client} release-bonuses`,
  refuse_bonuses: ({ client }) => `client ${client} refuse-bonuses --reason REASON`,
  resend: ({ id }) => `message ${id} resend`,
  refund_outside: ({ number }, amount) =>
    `order ${number} refund --amount ${amount.toFixed(2)} --outside --reason REASON`,
}

const isNonEvent = (name: StaffCommandName): name is NonEventCommand => name in nonEventWords

/** The shell's call of the command-line tool: the image sets `OPS_COMMAND`, because it has no npm scripts. */
export const opsCommand = (setting: string | undefined): string => setting?.trim() || 'npm run ops --'

/**
 * A command in a shell, for the command-line tool and mails to staff; words in capitals are placeholders.
 *
 * @param tool the call of the command-line tool, {@link opsCommand}
 */
export function shellCommand({ event, amount = 0 }: StaffCommand, subject: WaitSubject, tool: string): string {
  const words = isNonEvent(event)
    ? nonEventWords[event](subject, amount)
    : `order ${subject.number} ${event}${eventOptions[event] ?? ''}`
  return `${tool} ${words}`
}
