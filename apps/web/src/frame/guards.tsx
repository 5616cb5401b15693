import { webPaths } from '@nerdify/contract/web-paths.ts'
import { Fragment, useEffect, useState } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { requestedPage } from '../visit/requested-page.ts'
import { session } from '../visit/session.ts'
import { useSignedIn } from './use-signed-in.ts'

/** Number of ended sessions; as a key it resets a component for the next person (AUTH-15, AUTH-16). */
export function useEndedSessions(): number {
  const [endedCount, setEndedCount] = useState(0)
  useEffect(() => session.onEnd(() => setEndedCount((count) => count + 1)), [])
  return endedCount
}

/** Shows its screens to signed-in people; others go to `/login` and come back after signing in (AUTH-17). */
export function SignedInOnly() {
  const signedIn = useSignedIn()
  const endedCount = useEndedSessions()
  const { pathname, search, hash } = useLocation()
  const path = pathname + search + hash
  useEffect(() => {
    if (signedIn) session.forgetPage()
    else session.keepPage(path)
  }, [signedIn, path])
  if (!signedIn) return <Navigate to={webPaths.login()} replace />
  return (
    <Fragment key={endedCount}>
      <Outlet />
    </Fragment>
  )
}

/** Shows its screens to signed-out people; others go to the requested page, or else to `/` (AUTH-16). */
export function SignedOutOnly() {
  return useSignedIn() ? <Navigate to={requestedPage() ?? webPaths.root()} replace /> : <Outlet />
}
