import { webPaths } from '@nerdify/contract/web-paths.ts'
import { Fragment, useEffect, useState } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { askedFor } from '../visit/asked-for.ts'
import { session } from '../visit/session.ts'
import { useSignedIn } from './use-signed-in.ts'

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
  return useSignedIn() ? <Navigate to={askedFor() ?? webPaths.root()} replace /> : <Outlet />
}
