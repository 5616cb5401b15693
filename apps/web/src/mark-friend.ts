/**
 * Stands in the prerendered pages that name a friend's gift, and runs before they are drawn: marks the root as `data-friend` for
 * whoever a friend sent (REF-04), by the address or by what is kept under `key`. Its source is written into the page, so it uses
 * nothing from outside.
 */
export function markFriend(key: string): void {
  try {
    // What is kept is the query of the address that they came by.
    if (/[?&]ref=/.test(`${location.search} ${localStorage.getItem(key)}`)) document.documentElement.dataset.friend = ''
  } catch {
    // Without storage nothing is kept.
  }
}
