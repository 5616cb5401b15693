const batch = 100

/** The items in parts of a hundred, as many as one statement asks the database for. */
export function* batchesOf<Item>(items: readonly Item[]): Iterable<readonly Item[]> {
  for (let from = 0; from < items.length; from += batch) yield items.slice(from, from + batch)
}
