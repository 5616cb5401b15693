import type { Queries } from '../database/tables.ts'
import { lockClient, updateClient } from './clients.store.ts'

/** A client's tags, locked until the transaction ends; undefined for an erased account. */
export async function lockedTags(queries: Queries, clientId: string): Promise<readonly string[] | undefined> {
  const client = await lockClient(queries, clientId)
  return client === undefined || client.erased_at !== null ? undefined : client.tags
}

/** Replaces all tags of a client. */
export function replaceTags(queries: Queries, clientId: string, tags: readonly string[]): Promise<void> {
  return updateClient(queries, clientId, { tags: [...tags] })
}

/** Removes some tags, then adds others without duplicates. */
export function tagsAfter(
  tags: readonly string[],
  { tags_add = [], tags_remove = [] }: { tags_add?: readonly string[]; tags_remove?: readonly string[] },
): string[] {
  return [...new Set([...tags.filter((tag) => !tags_remove.includes(tag)), ...tags_add])]
}
