import { webPaths } from '@nerdify/contract/web-paths.ts'
import { jobTypes } from '@nerdify/domain/catalog/job-types.ts'
import type { KeyValueStore } from '../../browser-storage.ts'
import { draftPrefix } from '../../draft-prefix.ts'

/** A draft that was begun: what it is, and where it goes on. */
interface KeptDraft {
  name: string
  path: string
}

/** The drafts of orders that a client has in this browser, one a job type (FLOW-17). */
export function keptDrafts(store: KeyValueStore, clientId: string | undefined): readonly KeptDraft[] {
  if (clientId === undefined) return []
  const prefix = `${draftPrefix}${clientId}.`
  const kept = new Set(store.keys(prefix).map((key) => key.slice(prefix.length)))
  return jobTypes.filter(({ id }) => kept.has(id)).map(({ id, name }) => ({ name, path: webPaths.newOrderForm(id) }))
}
