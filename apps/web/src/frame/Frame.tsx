import { Outlet, ScrollRestoration } from 'react-router'
import { BackToTop } from '../ui/BackToTop.tsx'
import { SkipLink } from '../ui/PageFrame.tsx'
import { OfflineBar } from './OfflineBar.tsx'

/** What every page has: the skip link first (ux 55), the offline bar (UI-08), back to top (UI-03), kept scroll (ux 47). */
export function Frame() {
  return (
    <>
      <SkipLink />
      <OfflineBar />
      <Outlet />
      <BackToTop />
      <ScrollRestoration />
    </>
  )
}
