/**
 * Runs at most one read at a time: callers share the next read, which starts after their call and so includes their
 * writes.
 */
export function sharedRead<Found>(read: () => Promise<Found>): () => Promise<Found> {
  let running: Promise<unknown> = Promise.resolve()
  let next: Promise<Found> | undefined
  const begin = () => {
    next = undefined
    const found = read()
    running = found.catch(() => undefined)
    return found
  }
  return () => {
    next ??= running.then(begin)
    return next
  }
}
