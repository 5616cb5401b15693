import { webPaths } from '@nerdify/contract/web-paths.ts'
import { type ClientMenuEntry, menuEntriesFor, subscriptionIsSpecial } from '@nerdify/domain/clients/menu.ts'
import { Fragment, type ReactNode, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { useMe, useUnread } from '../api/queries.ts'
import { frameTexts } from '../texts/frame.ts'
import { Brand, brandClass } from '@nerdify/ui/page/Brand.tsx'
import { Drawer, DrawerEnd, drawerItemClass } from '@nerdify/ui/page/Drawer.tsx'
import { ClipboardIcon, GiftIcon, MessageIcon, SealIcon, SignOutIcon, UserIcon } from '@nerdify/ui/actions/Icons.tsx'
import { Cluster, OnlyDesktop } from '@nerdify/ui/page/Layout.tsx'
import { MoreMenu, moreItemClass } from '@nerdify/ui/page/MoreMenu.tsx'
import { PageFrame } from '@nerdify/ui/page/PageFrame.tsx'
import { Count, navLinkClass, Tag, TopBar } from '@nerdify/ui/page/TopBar.tsx'
import { ButtonLink } from './links.tsx'
import { VipPhone } from './VipPhone.tsx'
import { latePart } from './late-part.tsx'
import { PageFooter } from './PageFooter.tsx'
import { Screens } from './Screens.tsx'

/** The pages of a client with the whole menu (UI-01). Each screen has its own `<Main>`. */
export const ClientLayout = () => (
  <Layout
    nav={<MenuLinks />}
    end={
      <>
        <ButtonLink to={webPaths.newOrder()} size="small">
          {frameTexts.hireANerd}
        </ButtonLink>
        <MoreMenu label={frameTexts.more}>
          <Link to={webPaths.contactUs()} className={moreItemClass()}>
            {frameTexts.contactUs}
          </Link>
          <VipPhone className={moreItemClass()} />
          <Link to={webPaths.logout()} className={moreItemClass()}>
            {frameTexts.signOut}
          </Link>
        </MoreMenu>
      </>
    }
  />
)

/** The order flow: a slim top bar without distractions. Each screen has its own `<Main>`, and its bar after it. */
export const FlowLayout = () => (
  <Layout
    end={
      <>
        <Link to={webPaths.orders()} className={navLinkClass()}>
          {frameTexts.myTasks}
        </Link>
        <Link to={webPaths.contactUs()} className={navLinkClass()}>
          {frameTexts.contactUs}
        </Link>
      </>
    }
  />
)

const BrandLink = () => (
  <Link to={webPaths.orders()} className={brandClass()}>
    <Brand />
  </Link>
)

/** The targets of the menu entries. */
const menuTargets: Record<ClientMenuEntry, { to: string; label: string; Icon: typeof UserIcon }> = {
  tasks: { to: webPaths.orders(), label: frameTexts.myTasks, Icon: ClipboardIcon },
  messages: { to: webPaths.messages(), label: frameTexts.messages, Icon: MessageIcon },
  info: { to: webPaths.myInfo(), label: frameTexts.myInfo, Icon: UserIcon },
  subscription: { to: webPaths.subscription(), label: frameTexts.mySubscription, Icon: SealIcon },
  referral: { to: webPaths.refCabinet(), label: frameTexts.referralLink, Icon: GiftIcon },
}

/** Links to the client's pages, by the client's tags, with counts of tasks and unread messages (UI-01, STATE-16). */
function MenuLinks({ inDrawer = false }: { inDrawer?: boolean }) {
  const { pathname } = useLocation()
  const me = useMe().data
  const counts: { [Entry in ClientMenuEntry]?: number | undefined } = { tasks: me?.orders_count, messages: useUnread() }
  const className = inDrawer ? drawerItemClass() : navLinkClass()
  const EndSlot = inDrawer ? DrawerEnd : Fragment
  return menuEntriesFor(me).map((entry) => {
    const { to, label, Icon } = menuTargets[entry]
    return (
      <Link key={entry} to={to} className={className} aria-current={pathname === to ? 'page' : undefined}>
        {inDrawer && <Icon />}
        <span>{label}</span>
        {counts[entry] ? (
          <EndSlot>
            <Count>{counts[entry]}</Count>
          </EndSlot>
        ) : null}
        {entry === 'subscription' && me !== undefined && subscriptionIsSpecial(me) && (
          <EndSlot>
            <Tag>{frameTexts.special}</Tag>
          </EndSlot>
        )}
      </Link>
    )
  })
}

const InstallBanner = latePart(() => import('./install/InstallBanner.tsx'))

/** The router's key of the current history entry; a navigation changes it before its screen renders. */
const currentEntryKey = (): string => (window.history.state as { key?: string } | null)?.key ?? 'default'

/** Top bar from 900 px, drawer below, the screen, the footer. */
function Layout({ nav, end }: { nav?: ReactNode; end: ReactNode }) {
  const { key, pathname } = useLocation()
  // The menu belongs to the page that is open and to the page that is loading: only a later navigation closes it.
  const [openKeys, setOpenKeys] = useState<readonly string[]>([])
  const open = openKeys.includes(key)
  return (
    <PageFrame>
      <TopBar
        brand={<BrandLink />}
        nav={nav}
        navLabel={frameTexts.mainMenu}
        end={
          <OnlyDesktop>
            <Cluster gap={2}>{end}</Cluster>
          </OnlyDesktop>
        }
        onMenu={() => setOpenKeys([key, currentEntryKey()])}
        menuOpen={open}
      />
      {open && <MenuDrawer onClose={() => setOpenKeys([])} />}
      <Screens />
      {pathname === webPaths.orders() && <InstallBanner />}
      <PageFooter />
    </PageFrame>
  )
}

/** The menu on phones (UI-01). */
const MenuDrawer = ({ onClose }: { onClose: () => void }) => (
  <Drawer
    label={frameTexts.menu}
    brand={<BrandLink />}
    onClose={onClose}
    foot={
      <ButtonLink to={webPaths.newOrder()} variant="primary" block="full">
        {frameTexts.hireANerd}
      </ButtonLink>
    }
  >
    <MenuLinks inDrawer />
    <Link to={webPaths.contactUs()} className={drawerItemClass()}>
      <MessageIcon />
      {frameTexts.contactUs}
    </Link>
    <VipPhone className={drawerItemClass()} />
    <Link to={webPaths.logout()} className={drawerItemClass()}>
      <SignOutIcon />
      {frameTexts.signOut}
    </Link>
  </Drawer>
)
