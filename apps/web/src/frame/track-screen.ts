/**
 * Records the page of a click; the returned function says whether the person is still on that page. A late answer must
 * not move a person who has left (ux 16, ux 50). A remount, for example after turning a tablet, is not leaving.
 */
export function trackScreen(): () => boolean {
  const { pathname } = window.location
  return () => window.location.pathname === pathname
}
