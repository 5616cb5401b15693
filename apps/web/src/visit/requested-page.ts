import { nextPath } from '@nerdify/contract/web-routes.ts'
import { session as ownSession } from './session.ts'

/** The page that a visitor requested before signing in (AUTH-17): always a client's page of this site (AUTH-11). */
export function requestedPage(session: Pick<typeof ownSession, 'keptPage'> = ownSession): string | undefined {
  const path = session.keptPage()
  return path === undefined ? undefined : nextPath(path)
}
