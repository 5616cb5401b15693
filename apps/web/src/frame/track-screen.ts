/**
 * Remembers the page at a press; the returned function tells whether the person is still on it. A late answer moves
 * nobody who has left meanwhile (ux 16, ux 50). A mere rerender, as when a tablet is turned, does not count as leaving.
 */
export function trackScreen(): () => boolean {
  const { pathname } = window.location
  return () => window.location.pathname === pathname
}
