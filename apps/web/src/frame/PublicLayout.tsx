import { webPaths } from '@nerdify/contract/web-paths.ts'
import { Link } from 'react-router'
import { frameTexts } from '../texts/frame.ts'
import { Brand, brandClass } from '../ui/Brand.tsx'
import { PageFrame } from '../ui/PageFrame.tsx'
import { navLinkClass, TopBar } from '../ui/TopBar.tsx'
import { PageFooter } from './PageFooter.tsx'
import { Screens } from './Screens.tsx'

/** The pages that need no sign-in: brand and contact above, the footer below. The screen brings its own `<Main>`. */
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
          <Link to={webPaths.contactUs()} className={navLinkClass()}>
            {frameTexts.contactUs}
          </Link>
        }
      />
      <Screens />
      <PageFooter />
    </PageFrame>
  )
}
