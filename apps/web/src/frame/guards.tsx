import { webPaths } from '@nerdify/contract/web-paths.ts'
import { createContext, Fragment, use, useEffect, useState, useSyncExternalStore } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { session } from '../session.ts'

/** Whether screens that are rendered ahead are those of somebody who is signed in. */
export const PrerenderedForClient = createContext(false)

/** Whether somebody is signed in; follows the other tabs (AUTH-18). False while a pre-rendered page is hydrated. */
export function useSignedIn(): boolean {
  const isAhead = use(PrerenderedForClient)
  return useSyncExternalStore(
    session.onChange,
    () => session.token() !== undefined,
    () => isAhead,
  )
}

/** Counts the sessions that have ended: what it is the key of begins anew with the next person (AUTH-15, AUTH-16). */
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

/** Shows its screens to signed-out people; others go to the page first asked for, else `/` (AUTH-16). */
export function SignedOutOnly() {
  return useSignedIn() ? <Navigate to={session.askedFor() ?? webPaths.root()} replace /> : <Outlet />
}
