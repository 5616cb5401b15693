import { webPaths } from '@nerdify/contract/web-paths.ts'
import { createContext, Fragment, use, useEffect, useState, useSyncExternalStore } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { session } from '../visit/session.ts'

/** Whether screens are prerendered for a signed-in person. */
export const PrerenderedForClient = createContext(false)

/** Whether somebody is signed in; follows the other tabs (AUTH-18). False during hydration. */
export function useSignedIn(): boolean {
  const isAhead = use(PrerenderedForClient)
  return useSyncExternalStore(
    session.onChange,
    () => session.token() !== undefined,
    () => isAhead,
  )
}

/** Number of ended sessions; as a key it resets a component for the next person (AUTH-15, AUTH-16). */
export function useEndedSessions(): number {
  const [ended, setEnded] = useState(0)
  useEffect(() => session.onEnd(() => setEnded((count) => count + 1)), [])
  return ended
}

/** Shows its screens to signed-in people; others go to `/login` and come back after signing in (AUTH-17). */
export function SignedInOnly() {
  const signedIn = useSignedIn()
  const ended = useEndedSessions()
  const { pathname, search, hash } = useLocation()
  const path = pathname + search + hash
  useEffect(() => {
    if (signedIn) session.forgetAskedFor()
    else session.askFor(path)
  }, [signedIn, path])
  if (!signedIn) return <Navigate to={webPaths.login()} replace />
  return (
    <Fragment key={ended}>
      <Outlet />
    </Fragment>
  )
}

/** Shows its screens to signed-out people; others go to the asked-for page, else `/` (AUTH-16). */
export function SignedOutOnly() {
  return useSignedIn() ? <Navigate to={session.askedFor() ?? webPaths.root()} replace /> : <Outlet />
}
