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

/** The saved choice; signing out keeps it, because it belongs to the browser. */
export const consentKey = 'nerdify.consent'

/** Timeout of the country's request, in ms. */
const timeLimit = 20_000

export interface Surroundings {
  fetch: typeof fetch
  /** The page, where the app finds the country that `/start` has requested. */
  page: { visitor?: Promise<VisitorAnswer> }
  store: KeyValueStore
  /** Whether the browser sends Global Privacy Control. */
  privacyControl: boolean
  /** Gets every command for tags, in the form of Google's consent mode (CONS-04). */
  push: (...command: unknown[]) => void
}

export interface VisitorConsent extends InitialConsent {
  /** The boxes that are ticked now. */
  ticked: OptionalGroup[]
  /** The tag that may load once a choice allows one. */
  tagId: string | undefined
  /** Keeps a choice and pushes it to the tags; answers the record. */
  choose: (ticked: readonly OptionalGroup[]) => ConsentRecord
}

/**
 * The visitor's country, requested without their token; a failure is an unknown country, requested again at the next
 * load (API-08).
 */
async function visitorFacts(ask: typeof fetch): Promise<VisitorAnswer> {
  try {
    const answer = await ask(`${apiPaths.visitor()}?geo=1`, {
      credentials: 'omit',
      signal: AbortSignal.timeout(timeLimit),
    })
    return answer.ok ? ((await answer.json()) as VisitorAnswer) : { country_code: null }
  } catch {
    return { country_code: null }
  }
}

/**
 * Begins consent for this page (CONS-01 to CONS-05): everything deniable is denied by default, before any tag could
 * run, until the saved choice or the visitor's country says otherwise.
 */
export async function beginConsent({
  fetch,
  page,
  store,
  privacyControl,
  push,
}: Surroundings): Promise<VisitorConsent> {
  if (page.visitor === undefined) {
    push('consent', 'default', recordOf([], groupingFor(undefined, true)))
    page.visitor = visitorFacts(fetch)
  }
  const { country_code, tag } = await page.visitor
  const country = country_code ?? undefined
  const strict = tag?.strict ?? false
  const grouping = groupingFor(country, strict, privacyControl)
  const first = initialConsent({
    country,
    saved: consentRecordFrom(store.get(consentKey)),
    privacyControl,
    strict,
  })
  push('consent', 'update', first.record)
  return {
    ...first,
    ticked: tickedGroups(first.record, grouping),
    tagId: tag?.id,
    choose(ticked) {
      const record = recordOf(ticked, grouping)
      store.set(consentKey, JSON.stringify(record))
      push('consent', 'update', record)
      return record
    },
  }
}
