/**
 * Remembers the page of a click; the returned function answers whether the person is still on it. A late answer must
 * not move a person who has left (ux 16, ux 50). A mere rerender, such as a turned tablet, does not count as leaving.
 */
export function trackScreen(): () => boolean {
  const { pathname } = window.location
  return () => window.location.pathname === pathname
}
