import { namesFor, useOthersPages } from '../api/open-pages.ts'
import { frameTexts } from '../texts/frame.ts'

/** The colleagues who have the same page open (DESK-07); nothing if nobody has. */
export function OpenBy({ page }: { page: string }) {
  const names = namesFor(page, useOthersPages())
  return names.length === 0 ? null : <span dir="auto">{frameTexts.openBy(names)}</span>
}
