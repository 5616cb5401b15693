/** Tags with some removed and some added, each once; what is both removed and added is there. */
export function tagsAfter(
  tags: readonly string[],
  { tags_add = [], tags_remove = [] }: { tags_add?: readonly string[]; tags_remove?: readonly string[] },
): string[] {
  return [...new Set([...tags.filter((tag) => !tags_remove.includes(tag)), ...tags_add])]
}
