/** Keys of the browser's storage that code outside the web app also reads. */
export const browserKeys = {
  /** The bearer token (AUTH-18). */
  session: 'nerdify.session',
  /** Marks a browser that visited before (ux 58). */
  visited: 'nerdify.visited',
} as const
