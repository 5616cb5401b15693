import { changedMeanwhile } from '@nerdify/contract/version-words.ts'
import { serviceKeys, serviceNames } from '@nerdify/domain/catalog/services.ts'
import { capitalized, dateWords } from '@nerdify/domain/dates/date-words.ts'
import { orderEventTexts } from '@nerdify/domain/orders/order-event-texts.ts'
import { movesOrder, type OrderEventName, orderEventNames } from '@nerdify/domain/orders/order-progress.ts'
import type { ActionName } from '@nerdify/domain/staff/logged-actions.ts'
import { authorName } from '@nerdify/domain/staff/staff-name.ts'
import type { AppContext } from '../app-context.ts'
import type { Queries } from '../database/tables.ts'
import { Refusal } from '../http/refusal.ts'
import { findAnyOrder, historyOf } from '../orders/list/find-any-order.ts'
import type { StoredOrder } from '../orders/list/own-order.ts'
import { actionsOf } from './audit-log.store.ts'

interface VersionCheck {
  /** Epoch milliseconds. */
  now: number
  /** The company's IANA zone. */
  zone: string
  /** As in the log: "nerd {id}". */
  subject: string
  /** The actions that change it, if the log has others about it too. */
  changes?: readonly ActionName[]
  /** The version shown to the caller; undefined if none was. */
  shown: string | undefined
  /** The current version, read under a lock. */
  inForce: string
}

/** 409 if somebody changed the subject after the caller read it (DESK-05); the text names the last author. */
export async function expectVersion(queries: Queries, check: VersionCheck): Promise<void> {
  const { subject, changes, shown, inForce, now, zone } = check
  if (shown === undefined || shown === inForce) return
  const filter = { subject, ...(changes && { action: changes }) }
  const [last] = await actionsOf(queries, filter, { before: undefined, most: 1 })
  const change =
    last === undefined
      ? 'This was changed after you opened it.'
      : `${last.author} changed this ${dateWords(zone).time(last.at, now)}.`
  throw new Refusal(409, `${change} Compare the values in force with yours, then save again.`, {
    type: changedMeanwhile,
    value: 'version',
  })
}

/** Fields of an order that staff's choices depend on, in staff's words. */
const fieldNames: Readonly<Record<string, string>> = {
  priceName: 'the type',
  size: 'the size',
  deadline: 'the deadline',
  ...Object.fromEntries(serviceKeys.map((key) => [`service:${key}`, serviceNames[key]])),
  discount: 'the discount',
  price: 'the price',
  isPromo: 'the promo mark',
  is_complex: 'the complex mark',
}

/** Authors of the history other than staff, in staff's words. */
const otherAuthors: Readonly<Record<string, string>> = { client: 'the client', payments: 'a payment' }
const whoText = (author: string) => otherAuthors[author] ?? authorName(author)

/** Why an order differs from the caller's version, by the type of the refusal; undefined if the author is unknown. */
const causes: Readonly<Record<string, (queries: Queries, order: StoredOrder, refusal: Refusal) => Promise<Cause>>> = {
  async order_changed(_queries, { field_authors: authors, field_versions: versions }, { errorValue }) {
    const last = authors[String(errorValue)]
    if (last === undefined || last.version !== versions[String(errorValue)]) return undefined
    const fields = Object.keys(fieldNames).filter((name) => versions[name] === last.version)
    const what = new Intl.ListFormat('en').format(fields.map((name) => fieldNames[name] ?? name))
    const who = capitalized(whoText(last.author))
    return { at: last.at, text: (when) => `${who} changed ${what} of this order ${when}. Read it again, then decide.` }
  },
  async transition_not_allowed(queries, order, { text }) {
    const moves = (await historyOf(queries, order)).filter(({ event }) =>
      orderEventNames.some((name) => name === event && movesOrder(name)),
    )
    const last = moves.at(-1)
    if (last === undefined) return undefined
    const step = orderEventTexts[last.event as OrderEventName]
    return { at: last.at, text: (when) => `${text} The last step was “${step}” by ${whoText(last.author)}, ${when}.` }
  },
}
type Cause = { at: number; text: (when: string) => string } | undefined

/**
 * Runs a change of an order; a refusal because of a newer version names who changed what, and one because of the
 * order's state who moved it, and when (OPS-12).
 */
export async function nameWhoChanged<Answer>(
  { queries, settings, clock }: AppContext,
  idOrNumber: string,
  change: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await change()
  } catch (error) {
    if (!(error instanceof Refusal) || error.errorType === undefined) throw error
    const cause = await causes[error.errorType]?.(queries, await findAnyOrder(queries, idOrNumber), error)
    if (cause === undefined) throw error
    const text = cause.text(dateWords(settings.companyZone).time(cause.at, clock.now()))
    throw new Refusal(error.status, text, { type: error.errorType, value: error.errorValue })
  }
}
