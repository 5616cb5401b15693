/** What the browser keeps of us, as far as it is read from outside of the web app too. */
export const browserKeys = {
  /** The bearer token (AUTH-18). */
  session: 'nerdify.session',
  /** Somebody was here before (ux 58). */
  visited: 'nerdify.visited',
} as const
