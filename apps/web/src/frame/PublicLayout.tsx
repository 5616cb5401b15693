import { startPaths } from '@nerdify/contract/start-paths.ts'
import { Link, useLocation } from 'react-router'
import { frameTexts } from '../texts/frame.ts'
import { Brand, brandClass } from '@nerdify/ui/page/Brand.tsx'
import { PageFrame } from '@nerdify/ui/page/PageFrame.tsx'
import { navLinkClass, TopBar } from '@nerdify/ui/page/TopBar.tsx'
import { useSignedIn } from './use-signed-in.ts'
import { PageFooter } from './PageFooter.tsx'
import { Screens } from './Screens.tsx'

/**
 * The public pages: brand, sign-in and contact links on top, the footer at the bottom. The screen has its own `<Main>`.
 */
export function PublicLayout() {
  return (
    <PageFrame>
      <TopBar
        brand={
          <Link to={startPaths.login()} className={brandClass()}>
            <Brand />
          </Link>
        }
        end={<EndLinks />}
      />
      <Screens />
      <PageFooter />
    </PageFrame>
  )
}

/**
 * "Hire a Nerd", "Login" and "Contact us" (UI-01), each hidden on its own pages; a signed-in person gets a link to
 * their tasks.
 */
function EndLinks() {
  const { pathname } = useLocation()
  const hire = { to: startPaths.start(), text: frameTexts.hireANerd }
  const login = { to: startPaths.login(), text: frameTexts.login }
  const contact = { to: startPaths.contactUs(), text: frameTexts.contactUs }
  const links = useSignedIn()
    ? [{ to: startPaths.orders(), text: frameTexts.myTasks }, contact]
    : [hire, login, contact]
  return links.map(
    ({ to, text }) =>
      !`${pathname}/`.startsWith(`${to}/`) && (
        <Link key={to} to={to} className={navLinkClass()}>
          {text}
        </Link>
      ),
  )
}
