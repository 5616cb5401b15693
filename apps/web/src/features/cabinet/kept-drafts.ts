import { webPaths } from '@nerdify/contract/web-paths.ts'
import { jobTypes } from '@nerdify/domain/catalog/job-types.ts'
import type { KeyValueStore } from '@nerdify/browser/browser-storage.ts'
import { draftPrefix } from '../../storage/draft-prefix.ts'

/** The client's order drafts in this browser, one per job type: name and form (FLOW-17). */
export function keptDrafts(store: KeyValueStore, clientId: string | undefined) {
  if (clientId === undefined) return []
  const prefix = `${draftPrefix}${clientId}.`
  const draftIds = new Set(store.keys(prefix).map((key) => key.slice(prefix.length)))
  return jobTypes
    .filter(({ id }) => draftIds.has(id))
    .map(({ id, name }) => ({ name, path: webPaths.newOrderForm(id) }))
}
