/** Reads at most once at a time: callers share the next read, which begins after they asked and so has their writes. */
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
