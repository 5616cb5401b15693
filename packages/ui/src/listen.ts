/** Adds listeners for window events; returns the function that removes them. */
export function listen(
  handlers: { [Name in keyof WindowEventMap]?: (event: WindowEventMap[Name]) => void },
): () => void {
  const abort = new AbortController()
  for (const [name, handler] of Object.entries(handlers))
    addEventListener(name, handler as EventListener, { signal: abort.signal })
  return () => abort.abort()
}
