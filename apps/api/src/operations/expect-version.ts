import { changedMeanwhile } from '@nerdify/contract/version-words.ts'
import { serviceKeys, serviceNames } from '@nerdify/domain/catalog/services.ts'
import { capitalized, dateWords } from '@nerdify/domain/dates/date-words.ts'
import { authorName } from '@nerdify/domain/staff/staff-name.ts'
import type { AppContext } from '../app-context.ts'
import type { Queries } from '../database/tables.ts'
import { Refusal } from '../http/refusal.ts'
import { findAnyOrder } from '../orders/list/find-any-order.ts'
import { actionsOf } from './audit-log.store.ts'

interface VersionCheck {
  /** Epoch milliseconds. */
  now: number
  /** The company's IANA zone. */
  zone: string
  /** As the log names it: "nerd {id}". */
  subject: string
  /** The version that the caller saw; undefined if they saw none. */
  shown: string | undefined
  /** The version in force, read under a lock. */
  inForce: string
}

/** 409 if somebody changed the subject after the caller saw it (DESK-05); the text names the last person. */
export async function expectVersion(queries: Queries, check: VersionCheck): Promise<void> {
  const { subject, shown, inForce, now, zone } = check
  if (shown === undefined || shown === inForce) return
  const [last] = await actionsOf(queries, { subject }, { before: undefined, most: 1 })
  const change =
    last === undefined
      ? 'This was changed after you opened it.'
      : `${last.author} changed this ${dateWords(zone).time(last.at, now)}.`
  throw new Refusal(409, `${change} Compare the values in force with yours, then save again.`, {
    type: changedMeanwhile,
    value: 'version',
  })
}

/** The fields of an order that staff choose by, as they read them. */
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

/** Runs a change of an order; a refusal over a newer version says who changed what, and when (OPS-12). */
export async function tellWhoChanged<Answer>(
  { queries, settings, clock }: AppContext,
  idOrNumber: string,
  change: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await change()
  } catch (error) {
    if (!(error instanceof Refusal) || error.errorType !== 'order_changed') throw error
    const { field_authors: authors, field_versions: versions } = await findAnyOrder(queries, idOrNumber)
    const field = String(error.errorValue)
    const last = authors[field]
    if (last === undefined || last.version !== versions[field]) throw error
    const fields = Object.keys(fieldNames).filter((name) => versions[name] === last.version)
    const what = new Intl.ListFormat('en').format(fields.map((name) => fieldNames[name] ?? name))
    const when = dateWords(settings.companyZone).time(last.at, clock.now())
    const text = `${whoText(last.author)} changed ${what} of this order ${when}. Read it again, then decide.`
    throw new Refusal(error.status, text, { type: error.errorType, value: error.errorValue })
  }
}

/** Authors of the history who are no staff, as staff read them. */
const otherAuthors: Readonly<Record<string, string>> = { client: 'the client', payments: 'a payment' }

/** The author of a change at the beginning of a sentence. */
const whoText = (author: string) => capitalized(otherAuthors[author] ?? authorName(author))
