import { numberFrom } from '@nerdify/browser/kept-values.ts'
import type { OperationsClientWithLists } from '@nerdify/contract/finding.ts'
import { capitalized } from '@nerdify/domain/dates/date-words.ts'
import { centsFromDollars, formatMoney } from '@nerdify/domain/pricing/money.ts'

type LogEntry = OperationsClientWithLists['log']['results'][number]

/** Staff's actions on an account; a client's log also has their orders and conversations. */
const accountActions: readonly string[] = [
  'change client',
  'correct contact',
  'credit balance',
  'debit balance',
  'end plan',
  'sign client out',
  'block client',
  'unblock client',
  'release referral bonuses',
  'refuse referral bonuses',
]

/** The id of the newest entry of a client's log; "none" for an empty log. */
export const newestEntry = (log: readonly LogEntry[]): string => log[0]?.id ?? 'none'

/** Colleagues' changes of an account since the entry `seenEntry`, oldest first (DESK-07). */
export function changesSince(log: readonly LogEntry[], seenEntry: string, me: string): readonly LogEntry[] {
  const at = log.findIndex(({ id }) => id === seenEntry)
  const later = at === -1 ? log : log.slice(0, at)
  return later.filter(({ person, action }) => person !== me && accountActions.includes(action)).toReversed()
}

/** The last decision on held bonuses (SAFE-08), and their number; skips presses that decided none. */
export function bonusDecision(log: readonly LogEntry[]) {
  for (const { action, request, person, at } of log) {
    const released = action === 'release referral bonuses'
    const count = numberFrom(released ? request.released : request.refused) ?? 0
    if (count > 0) return { released, count, person, at: Date.parse(at) }
  }
  return undefined
}

/** An entry in words: "Credit balance, $10.00". The log withholds typed words. */
export function entryText({ action, request }: LogEntry): string {
  const amount = numberFrom(request.amount)
  return amount === undefined ? capitalized(action) : `${capitalized(action)}, ${formatMoney(centsFromDollars(amount))}`
}
