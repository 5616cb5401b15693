/**
 * Runs inline in prerendered pages that name a friend's gift, before they are painted: marks the root with
 * `data-friend` for people whom a friend sent (REF-04), by the address or by what is stored under `key`. Its source is
 * copied into the page, so it uses nothing from outside.
 */
export function markFriend(key: string): void {
  try {
    // What is kept is the query of the address that they came by.
    if (/[?&]ref=/.test(`${location.search} ${localStorage.getItem(key)}`)) document.documentElement.dataset.friend = ''
  } catch {
    // Without storage nothing is kept.
  }
}
