/**
 * Compiles a schema on its first use: compiling two hundred answer schemas would slow the start, and many are never
 * needed.
 */
export function compiledAtFirstUse<Route, Args extends unknown[], Made>(
  compile: (route: Route) => (...args: Args) => Made,
): (route: Route) => (...args: Args) => Made {
  return (route) => {
    let compiled: ((...args: Args) => Made) | undefined
    return (...args) => {
      compiled ??= compile(route)
      return compiled(...args)
    }
  }
}
