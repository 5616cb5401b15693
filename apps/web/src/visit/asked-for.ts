import { nextPath } from '@nerdify/contract/web-routes.ts'
import { session as ownSession } from './session.ts'

/** The page that a visitor was on the way to (AUTH-17): always a client's page of this site (AUTH-11). */
export function askedFor(session: Pick<typeof ownSession, 'keptPage'> = ownSession): string | undefined {
  const path = session.keptPage()
  return path === undefined ? undefined : nextPath(path)
}
