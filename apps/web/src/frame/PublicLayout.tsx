import { webPaths } from '@nerdify/contract/web-paths.ts'
import { Link, useLocation } from 'react-router'
import { frameTexts } from '../texts/frame.ts'
import { Brand, brandClass } from '../ui/page/Brand.tsx'
import { PageFrame } from '../ui/page/PageFrame.tsx'
import { navLinkClass, TopBar } from '../ui/page/TopBar.tsx'
import { useSignedIn } from './guards.tsx'
import { PageFooter } from './PageFooter.tsx'
import { Screens } from './Screens.tsx'

/** The pages that need no sign-in: brand, the way in and contact above, the footer below. The screen brings its own `<Main>`. */
export function PublicLayout() {
  return (
    <PageFrame>
      <TopBar
        brand={
          <Link to={webPaths.login()} className={brandClass()}>
            <Brand />
          </Link>
        }
        end={
          <>
            <WayIn />
            <Link to={webPaths.contactUs()} className={navLinkClass()}>
              {frameTexts.contactUs}
            </Link>
          </>
        }
      />
      <Screens />
      <PageFooter />
    </PageFrame>
  )
}

/** "Login" (UI-01), save on the login pages themselves; a signed-in person goes back to their tasks. */
function WayIn() {
  const { pathname } = useLocation()
  const signedIn = useSignedIn()
  if (signedIn) {
    return (
      <Link to={webPaths.orders()} className={navLinkClass()}>
        {frameTexts.myTasks}
      </Link>
    )
  }
  if (pathname.startsWith(webPaths.login())) return null
  return (
    <Link to={webPaths.login()} className={navLinkClass()}>
      {frameTexts.login}
    </Link>
  )
}
