import { dollarsFromCents } from '../pricing/money.ts'
import type { OrderEventName } from '../orders/order-progress.ts'
import { endsOfWait, waitKinds } from '../orders/order-waits.ts'

/** The commands of staff that end a wait besides the events of its order. */
const otherCommands = [
  'answer',
  'no_answer_needed',
  'release_bonuses',
  'refuse_bonuses',
  'resend',
  'refund_outside',
] as const
type OtherCommand = (typeof otherCommands)[number]

/** The names of all commands that end a wait. */
export const staffCommandNames: readonly StaffCommandName[] = [...waitKinds.flatMap(endsOfWait), ...otherCommands]
export type StaffCommandName = OrderEventName | OtherCommand

/** Whether a text names a command that ends a wait. */
export const isStaffCommandName = (name: string): name is StaffCommandName =>
  staffCommandNames.some((known) => known === name)

/** A command of staff that ends a wait (OPS-09). */
export interface StaffCommand {
  event: StaffCommandName
  /** What a refund outside of the card returns, in dollars. */
  amount?: number
}

/** The commands that end the wait for an answer, the usual one first. */
export const answerCommands: readonly StaffCommand[] = [{ event: 'answer' }, { event: 'no_answer_needed' }]

/** The commands that decide on bonuses that wait (SAFE-08). */
export const bonusCommands: readonly StaffCommand[] = [{ event: 'release_bonuses' }, { event: 'refuse_bonuses' }]

/** A refund of `cents` that the card did not take, made another way. */
export const refundOutside = (cents: number): StaffCommand => ({
  event: 'refund_outside',
  amount: dollarsFromCents(cents),
})

/** What a wait is about, as far as its commands name it. */
export interface WaitSubject {
  /** The order's number. */
  number?: string | null
  /** The message or contact that waits. */
  id?: string
  client?: string | null
  /** The address of a conversation; without one, staff answer a contact. */
  conversation?: string | null
}

/** The options of an event that staff post. */
const eventOptions: Partial<Record<OrderEventName, string>> = {
  nerd_found: ' --nerd NAME',
  send: ' --file FILE',
  accept_revision: ' --deadline DATE',
  complete_revision: ' --file FILE',
  decline_refund: ' --tell REASON',
}

const otherWords: Record<OtherCommand, (subject: WaitSubject, amount: number) => string> = {
  answer: ({ conversation, id }) =>
    conversation ? `answer ${conversation} "TEXT"` : `contact ${id} answer --text "TEXT"`,
  no_answer_needed: ({ conversation, id }) =>
    `${conversation ? `conversation ${conversation}` : `contact ${id}`} no-answer-needed`,
  release_bonuses: ({ client }) => `client ${client} release-bonuses`,
  refuse_bonuses: ({ client }) => `client ${client} refuse-bonuses --reason REASON`,
  resend: ({ id }) => `message ${id} resend`,
  refund_outside: ({ number }, amount) =>
    `order ${number} refund --amount ${amount.toFixed(2)} --outside --reason REASON`,
}

const isOther = (name: StaffCommandName): name is OtherCommand => name in otherWords

/** How a shell calls the command-line tool, from the setting `OPS_COMMAND`: the image, which has no npm scripts, has it. */
export const opsCommand = (setting: string | undefined): string => setting?.trim() || 'npm run ops --'

/**
 * A command in a shell, for the command-line tool and mails to staff; words in capitals are placeholders.
 *
 * @param tool how the shell calls the tool, {@link opsCommand}
 */
export function shellCommand({ event, amount = 0 }: StaffCommand, subject: WaitSubject, tool: string): string {
  const words = isOther(event)
    ? otherWords[event](subject, amount)
    : `order ${subject.number} ${event}${eventOptions[event] ?? ''}`
  return `${tool} ${words}`
}
