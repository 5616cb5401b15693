import type { Queries } from '../database/tables.ts'
import { lockClient, updateClient } from './clients.store.ts'

/** A client's tags; nobody else changes them until the transaction ends. Nothing for an account that was erased. */
export async function lockedTags(queries: Queries, clientId: string): Promise<readonly string[] | undefined> {
  const client = await lockClient(queries, clientId)
  return client === undefined || client.erased_at !== null ? undefined : client.tags
}

/** Gives a client other tags. */
export function replaceTags(queries: Queries, clientId: string, tags: readonly string[]): Promise<void> {
  return updateClient(queries, clientId, { tags: [...tags] })
}

/** Tags with some removed and some added, each once; what is both removed and added is there. */
export function tagsAfter(
  tags: readonly string[],
  { tags_add = [], tags_remove = [] }: { tags_add?: readonly string[]; tags_remove?: readonly string[] },
): string[] {
  return [...new Set([...tags.filter((tag) => !tags_remove.includes(tag)), ...tags_add])]
}
