/** Share codes are short words of letters, digits and dashes; anything else is none. */
const shareCode = /^[\w-]{1,64}$/

/** The share code in the query of the page where somebody came in (`?ref=…`, REF-04), or nothing. */
export function referralIn(landingQuery: string | undefined): string | null {
  const code = new URLSearchParams(landingQuery ?? '').get('ref')
  return code !== null && shareCode.test(code) ? code : null
}
