/**
 * Runs at most one read at a time: callers share the next read, which starts after their call and so includes their
 * writes.
 */
export function sharedRead<Result>(read: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<unknown> = Promise.resolve()
  let next: Promise<Result> | undefined
  const begin = () => {
    next = undefined
    const result = read()
    running = result.catch(() => undefined)
    return result
  }
  return () => {
    next ??= running.then(begin)
    return next
  }
}
