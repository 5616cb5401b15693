/** Compiles a schema on its first use: two hundred answer schemas would slow the start, and many are never needed. */
export function compiledAtFirstUse<Route, Given extends unknown[], Made>(
  compile: (route: Route) => (...given: Given) => Made,
): (route: Route) => (...given: Given) => Made {
  return (route) => {
    let compiled: ((...given: Given) => Made) | undefined
    return (...given) => {
      compiled ??= compile(route)
      return compiled(...given)
    }
  }
}
