import { apiPaths } from '@nerdify/contract/api-paths.ts'
import type { VisitorAnswer } from '@nerdify/contract/visitors.ts'
import {
  type InitialConsent,
  type ConsentRecord,
  initialConsent,
  consentRecordFrom,
  groupingFor,
  type OptionalGroup,
  recordOf,
  tickedGroups,
} from '@nerdify/domain/consent/consent.ts'
import type { KeyValueStore } from '@nerdify/browser/browser-storage.ts'

/** Storage key of the choice; sign-out keeps it, because it belongs to the browser. */
export const consentKey = 'nerdify.consent'

/** Timeout of the request for the country. */
const timeoutMs = 20_000

export interface ConsentDependencies {
  fetch: typeof fetch
  /** The page, on which the app finds the country that `/start` has requested. */
  page: { visitor?: Promise<VisitorAnswer> }
  store: KeyValueStore
  /** Whether the browser sends Global Privacy Control. */
  privacyControl: boolean
  /** Receives each command for the tags, in the form of Google's consent mode (CONS-04). */
  push: (...command: unknown[]) => void
}

export interface VisitorConsent extends InitialConsent {
  /** The groups whose checkbox is checked. */
  ticked: OptionalGroup[]
  /** The tag that may load once a choice allows one. */
  tagId: string | undefined
  /** Stores a choice, pushes it to the tags, and returns the record. */
  choose: (ticked: readonly OptionalGroup[]) => ConsentRecord
}

/**
 * Requests the visitor's country, without their token; a failure is an unknown country, which the next load requests
 * again (API-08).
 */
async function requestVisitor(send: typeof fetch): Promise<VisitorAnswer> {
  try {
    const answer = await send(`${apiPaths.visitor()}?geo=1`, {
      credentials: 'omit',
      signal: AbortSignal.timeout(timeoutMs),
    })
    return answer.ok ? ((await answer.json()) as VisitorAnswer) : { country_code: null }
  } catch {
    return { country_code: null }
  }
}

/**
 * Begins consent for this page (CONS-01 to CONS-05): everything deniable is denied by default, before any tag can run,
 * until the stored choice or the visitor's country allows more.
 */
export async function beginConsent({
  fetch,
  page,
  store,
  privacyControl,
  push,
}: ConsentDependencies): Promise<VisitorConsent> {
  if (page.visitor === undefined) {
    push('consent', 'default', recordOf([], groupingFor(undefined, true)))
    page.visitor = requestVisitor(fetch)
  }
  const { country_code, tag } = await page.visitor
  const country = country_code ?? undefined
  const strict = tag?.strict ?? false
  const grouping = groupingFor(country, strict, privacyControl)
  const initial = initialConsent({
    country,
    savedRecord: consentRecordFrom(store.get(consentKey)),
    privacyControl,
    strict,
  })
  push('consent', 'update', initial.record)
  return {
    ...initial,
    ticked: tickedGroups(initial.record, grouping),
    tagId: tag?.id,
    choose(ticked) {
      const record = recordOf(ticked, grouping)
      store.set(consentKey, JSON.stringify(record))
      push('consent', 'update', record)
      return record
    },
  }
}
