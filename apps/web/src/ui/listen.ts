/** Hears these events of the window; answers the function that ends it. */
export function listen(
  handlers: { [Name in keyof WindowEventMap]?: (event: WindowEventMap[Name]) => void },
): () => void {
  const ended = new AbortController()
  for (const [name, handler] of Object.entries(handlers))
    addEventListener(name, handler as EventListener, { signal: ended.signal })
  return () => ended.abort()
}
