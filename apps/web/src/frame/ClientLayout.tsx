import { webPaths } from '@nerdify/contract/web-paths.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link, Outlet, useLocation, useMatches } from 'react-router'
import { createQueryClient, useMe } from '../api/queries.ts'
import type { ScreenHandle } from '../routes.tsx'
import { session } from '../session.ts'
import { frameTexts } from '../texts/frame.ts'
import { Brand, brandClass } from '../ui/Brand.tsx'
import { buttonClass } from '../ui/Button.tsx'
import { Drawer, DrawerEnd, drawerItemClass } from '../ui/Drawer.tsx'
import { ClipboardIcon, MessageIcon, SignOutIcon } from '../ui/Icons.tsx'
import { OnlyDesktop } from '../ui/Layout.tsx'
import { MoreMenu, moreItemClass } from '../ui/MoreMenu.tsx'
import { PageFrame } from '../ui/PageFrame.tsx'
import { Count, navLinkClass, TopBar } from '../ui/TopBar.tsx'
import { PageFooter } from './PageFooter.tsx'

const queryClient = createQueryClient()

// Nothing of one person is ever shown to the next (AUTH-15).
session.onEnd(() => queryClient.clear())

/** The browser brought a whole page back, after the card page say: what it shows may be old. */
const refreshRevivedPage = ({ persisted }: PageTransitionEvent) => {
  if (persisted) void queryClient.invalidateQueries()
}

/** The pages of a client: the answers they share, the menu (UI-01), the footer. Each screen brings its own `<Main>`. */
export function Component() {
  useEffect(() => {
    window.addEventListener('pageshow', refreshRevivedPage)
    return () => window.removeEventListener('pageshow', refreshRevivedPage)
  }, [])
  return (
    <QueryClientProvider client={queryClient}>
      <PageFrame>
        <ClientTopBar />
        <Outlet />
        <PageFooter />
      </PageFrame>
    </QueryClientProvider>
  )
}

const BrandLink = () => (
  <Link to={webPaths.orders()} className={brandClass()}>
    <Brand />
  </Link>
)

/** The menu: a row and "More" from 900 px, a drawer below; the order flow has a slim one, to keep to the task. */
function ClientTopBar() {
  const handle = useMatches().at(-1)?.handle as ScreenHandle | undefined
  const { key, pathname } = useLocation()
  const [openAt, setOpenAt] = useState<string>()
  const count = useMe().data?.orders_count
  const tasksCount = count === undefined ? null : <Count>{count}</Count>
  const open = openAt === key
  const onTasks = pathname === webPaths.orders() ? 'page' : undefined

  return (
    <>
      <TopBar
        brand={<BrandLink />}
        navLabel={frameTexts.mainMenu}
        nav={
          handle?.layout !== 'flow' && (
            <Link to={webPaths.orders()} className={navLinkClass()} aria-current={onTasks}>
              {frameTexts.myTasks}
              {tasksCount}
            </Link>
          )
        }
        end={<OnlyDesktop>{handle?.layout === 'flow' ? <FlowEnd /> : <FullEnd />}</OnlyDesktop>}
        onMenu={() => setOpenAt(key)}
        menuOpen={open}
      />
      {open && (
        <Drawer
          label={frameTexts.menu}
          brand={<BrandLink />}
          onClose={() => setOpenAt(undefined)}
          foot={
            <Link to={webPaths.newOrder()} className={buttonClass({ variant: 'primary', block: 'full' })}>
              {frameTexts.hireANerd}
            </Link>
          }
        >
          <Link to={webPaths.orders()} className={drawerItemClass()} aria-current={onTasks}>
            <ClipboardIcon />
            {frameTexts.myTasks}
            <DrawerEnd>{tasksCount}</DrawerEnd>
          </Link>
          <Link to={webPaths.contactUs()} className={drawerItemClass()}>
            <MessageIcon />
            {frameTexts.contactUs}
          </Link>
          <Link to={webPaths.logout()} className={drawerItemClass()}>
            <SignOutIcon />
            {frameTexts.signOut}
          </Link>
        </Drawer>
      )}
    </>
  )
}

const FlowEnd = () => (
  <>
    <Link to={webPaths.orders()} className={navLinkClass()}>
      {frameTexts.myTasks}
    </Link>
    <Link to={webPaths.contactUs()} className={navLinkClass()}>
      {frameTexts.contactUs}
    </Link>
  </>
)

const FullEnd = () => (
  <>
    <Link to={webPaths.newOrder()} className={buttonClass({ size: 'small' })}>
      {frameTexts.hireANerd}
    </Link>
    <MoreMenu label={frameTexts.more}>
      <Link to={webPaths.contactUs()} className={moreItemClass()}>
        {frameTexts.contactUs}
      </Link>
      <Link to={webPaths.logout()} className={moreItemClass()}>
        {frameTexts.signOut}
      </Link>
    </MoreMenu>
  </>
)
