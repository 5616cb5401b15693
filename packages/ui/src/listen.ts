/** Listens to window events; returns the function that stops it. */
export function listen(
  handlers: { [Name in keyof WindowEventMap]?: (event: WindowEventMap[Name]) => void },
): () => void {
  const ended = new AbortController()
  for (const [name, handler] of Object.entries(handlers))
    addEventListener(name, handler as EventListener, { signal: ended.signal })
  return () => ended.abort()
}
