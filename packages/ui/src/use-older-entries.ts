import { useState } from 'react'

/** How long after older entries have come a log stays quiet, in milliseconds: they render within it. */
const quietMs = 1000

/**
 * Reads older entries of a `role="log"` on request. `live` is its `aria-live`: a screen reader announces new entries,
 * not a page of old ones (UI-07).
 */
export function useOlderEntries(fetchOlder: () => Promise<unknown>) {
  const [isQuiet, setQuiet] = useState(false)
  const read = () => {
    setQuiet(true)
    void fetchOlder().finally(() => setTimeout(setQuiet, quietMs, false))
  }
  return { read, live: isQuiet ? ('off' as const) : undefined }
}
