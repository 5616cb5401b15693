/** One client as lines and as a page of text (OPS-10, OPS-17). */
import type { OperationsClientWithLists } from '../packages/contract/src/finding.ts'
import type { OperationsClient } from '../packages/contract/src/operations.ts'
import { purchaseOf } from '../packages/domain/src/plans/plans.ts'
import { isOver } from '../packages/domain/src/plans/subscription-status.ts'
import { bonusCommands } from '../packages/domain/src/staff/staff-commands.ts'
import {
  actionLine,
  balanceLine,
  commandLines,
  conversationLines,
  dollars,
  listedOrderLines,
  messageLine,
  section,
  totalText,
} from './ops-lines.ts'

const emailText = ({ email, email_confirmed: isConfirmed, pending_email: pending }: OperationsClient): string =>
  [
    email === null ? 'no e-mail' : `${email.email}${isConfirmed === false ? ' (not confirmed)' : ''}`,
    ...(pending === null ? [] : [`${pending} once its link is opened`]),
  ].join(', ')

/** Contact data and the state of the account. */
export const clientLines = (client: OperationsClient): string[] => [
  [
    `client ${client.id}`,
    client.nickname ?? 'no nickname',
    client.phone ?? 'no phone',
    emailText(client),
    ...(client.blocked_at === null ? [] : [`BLOCKED since ${client.blocked_at}`]),
  ].join(' · '),
  [
    `  balance ${dollars(client.available_balance)}`,
    `country ${client.country_final ?? 'unknown'}`,
    client.adult_confirmed ? '18 or older' : 'age not confirmed',
    ...(client.restricted_region ? ['restricted region'] : []),
    ...(client.tags.length === 0 ? [] : [`tags ${client.tags.join(', ')}`]),
    ...Object.entries(client.exp_data).flatMap(([name, group]) => (group ? [`${name} ${group}`] : [])),
    ...(client.delete_at === null ? [] : [`account deleted at ${client.delete_at}`]),
  ].join(' · '),
]

/**
 * A plan with its next bill or its end; `end-plan` takes the tag. One that is over may have ended before its month, so no
 * date is shown.
 */
export const planLine = (plan: OperationsClientWithLists['plans'][number]): string => {
  const end = plan.current_period_end
  const bill = `next bill ${dollars(plan.price)}, ${end}`
  const until = isOver(plan.status) ? 'over' : plan.cancel_at_period_end ? `ends ${end}` : bill
  const card = plan.card_last4 === null ? '' : ` · card ${plan.card_last4}`
  return `${purchaseOf(plan.tag)?.plan.name ?? 'not for sale'} (${plan.tag}), ${plan.status} · ${until}${card}`
}

const bonusLine = (bonus: OperationsClientWithLists['held_bonuses'][number]): string =>
  `  ${dollars(bonus.amount)} for ${bonus.friend ?? 'an erased account'}, order ${bonus.order_number ?? 'unknown'}, since ${bonus.since}`

/** The page of a client; `tool` is the name in printed commands. The clients' words come last (SAFE-11). */
export function clientPage(client: OperationsClientWithLists, tool: string): string {
  const { id, orders, balance_history: balance, upload_page: uploadPage, held_bonuses: held } = client
  const more = (next: string | null, words: string) =>
    next === null ? [] : [`  more: ${tool} ${words} --cursor ${next}`]
  const indented = (lines: readonly string[]) => lines.map((line) => `  ${line}`)
  return [
    ...clientLines(client),
    ...section('BALANCE', [
      ...indented(balance.results.map(balanceLine)),
      ...more(balance.next, `client ${id} balance`),
    ]),
    ...section('PLANS', indented(client.plans.map(planLine))),
    ...section('UPLOAD PAGE', [
      `  ${uploadPage ?? `none · ${tool} client ${id} upload-page`}`,
      ...(uploadPage === null ? [] : [`  ${tool} client ${id} files`]),
    ]),
    ...section('MESSAGES THAT DID NOT ARRIVE', indented(client.failed_messages.map(messageLine))),
    ...section('REFERRAL BONUSES HELD BACK', [
      ...held.map(bonusLine),
      ...(held.length === 0 ? [] : commandLines(bonusCommands, { client: id }, tool)),
    ]),
    ...section('LOG', [
      ...indented(client.log.results.map(actionLine)),
      ...more(client.log.next, `log --client ${id}`),
    ]),
    ...section('ORDERS', [
      ...indented(orders.results.flatMap(listedOrderLines)),
      ...(orders.results.length === 0 ? [] : [`  ${totalText(orders)}`]),
      ...more(orders.next, `orders --client ${id}`),
    ]),
    ...section('CONVERSATIONS', indented(client.conversations.results.flatMap(conversationLines))),
  ].join('\n')
}
