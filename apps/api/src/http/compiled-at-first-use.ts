/**
 * Puts off what a compiler of schemas does until the first request needs it: a start need not wait for the schemas of two
 * hundred answers, nor keep those that nobody asks for.
 */
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
