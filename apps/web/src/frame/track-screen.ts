/**
 * Notes the page at a press; the answered function tells whether the person is still there. A late answer moves nobody who
 * has left meanwhile (ux 16, ux 50). A page that is only drawn anew, as when a tablet is turned, has not been left.
 */
export function trackScreen(): () => boolean {
  const { pathname } = window.location
  return () => window.location.pathname === pathname
}
