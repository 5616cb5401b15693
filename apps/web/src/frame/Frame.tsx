import { startPaths } from '@nerdify/contract/start-paths.ts'
import { useEffect, useEffectEvent } from 'react'
import { Outlet, useLocation, useNavigate } from 'react-router'
import { session } from '../visit/session.ts'
import { BackToTop } from '@nerdify/ui/page/BackToTop.tsx'
import { Boundary } from '@nerdify/browser/Boundary.tsx'
import { SkipLink } from '@nerdify/ui/page/PageFrame.tsx'
import { latePart } from './late-part.tsx'
import { LoadingBar } from './LoadingBar.tsx'
import { OfflineBar } from './OfflineBar.tsx'
import { ScreenError } from './ScreenError.tsx'
import { useScrollRestoration } from './scroll-restoration.ts'

const DeferredParts = latePart(() => import('./DeferredParts.tsx'))

/**
 * The frame of every page: the skip link first (ux 55), the offline bar (UI-08), back to top (UI-03), scroll
 * restoration (ux 47).
 */
export function Frame() {
  const { pathname } = useLocation()
  useScrollRestoration()
  useForcedSignOut()
  return (
    <>
      <SkipLink />
      <LoadingBar />
      <OfflineBar />
      <DeferredParts />
      <Boundary path={pathname} fallback={<ScreenError />}>
        <Outlet />
      </Boundary>
      <BackToTop />
    </>
  )
}

/** The only place where a 401 or 403 sends the browser to `/logout` (AUTH-19); the current page is kept (AUTH-23). */
function useForcedSignOut() {
  const navigate = useNavigate()
  const { pathname, search, hash } = useLocation()
  const signOut = useEffectEvent(() => {
    if (pathname === startPaths.logout()) return
    session.keepPage(pathname + search + hash)
    void navigate(startPaths.logout(), { replace: true, state: { forced: true } })
  })
  useEffect(() => session.onRefused(() => signOut()), [])
}
