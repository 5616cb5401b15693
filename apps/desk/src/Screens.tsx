import { lazyScreen } from '@nerdify/browser/lazy-screen.tsx'
import { deskPaths } from '@nerdify/contract/desk-paths.ts'
import type { OperatorAnswer } from '@nerdify/contract/staff.ts'
import { may, refusalOf, type StaffAction } from '@nerdify/domain/staff/staff-rights.ts'
import { Boundary } from '@nerdify/browser/Boundary.tsx'
import { buttonClass } from '@nerdify/ui/actions/Button.tsx'
import { Blank } from '@nerdify/ui/surfaces/Blank.tsx'
import { CardSkeleton } from '@nerdify/ui/surfaces/Card.tsx'
import { Skeleton } from '@nerdify/ui/surfaces/Skeleton.tsx'
import { type ComponentType, createContext, Suspense, useContext } from 'react'
import { Link, Navigate, Route, Routes, useLocation } from 'react-router'
import { OrderScreen } from './features/order/OrderScreen.tsx'
import { QueueScreen } from './features/queue/QueueScreen.tsx'
import { ScreenError } from './frame/ScreenError.tsx'
import { useScreenTitle } from './frame/screen-title.ts'
import { frameTexts } from './texts/frame.ts'

const Me = createContext<OperatorAnswer | undefined>(undefined)

/** A screen that loads when it is first shown. With an `action`, only for roles that may take it (OPS-15). */
const lazily = (load: () => Promise<ComponentType<{ me: OperatorAnswer }>>, action?: StaffAction) =>
  lazyScreen(async () => {
    const Show = await load()
    const Component = () => {
      const me = useContext(Me)
      if (me === undefined) return null
      if (action === undefined || may(me.role, action)) return <Show me={me} />
      return <NoScreen title={frameTexts.notYours} lead={refusalOf(me.role, action)} />
    }
    return { Component }
  })

const Find = lazily(async () => (await import('./features/clients/FindScreen.tsx')).FindScreen)
const Client = lazily(async () => (await import('./features/clients/ClientScreen.tsx')).ClientScreen)
const Contact = lazily(async () => (await import('./features/conversations/ContactScreen.tsx')).ContactScreen)
const Conversations = lazily(
  async () => (await import('./features/conversations/ConversationsScreen.tsx')).ConversationsScreen,
)
const Nerds = lazily(async () => (await import('./features/nerds/NerdsScreen.tsx')).NerdsScreen)
const Nerd = lazily(async () => (await import('./features/nerds/NerdScreen.tsx')).NerdScreen)
const NewNerd = lazily(
  async () => (await import('./features/nerds/NerdScreen.tsx')).NewNerdScreen,
  'change the register of Nerds',
)
const Coupons = lazily(async () => (await import('./features/coupons/CouponsScreen.tsx')).CouponsScreen)
const Coupon = lazily(async () => (await import('./features/coupons/CouponScreen.tsx')).CouponScreen)
const NewCoupon = lazily(
  async () => (await import('./features/coupons/CouponScreen.tsx')).NewCouponScreen,
  'change coupons',
)
const Prices = lazily(async () => (await import('./features/prices/PricesScreen.tsx')).PricesScreen)
const Books = lazily(async () => (await import('./features/books/BooksScreen.tsx')).BooksScreen, 'read the books')
const Log = lazily(async () => (await import('./features/log/LogScreen.tsx')).LogScreen, 'read the log')
const Staff = lazily(async () => (await import('./features/staff/StaffScreen.tsx')).StaffScreen, 'change staff')

/** The screens of a signed-in person. Queue and order come with the first load, every other screen by its route. */
export function Screens({ me }: { me: OperatorAnswer }) {
  const { pathname } = useLocation()
  return (
    <Boundary path={pathname} fallback={<ScreenError />}>
      <Suspense fallback={<Loading />}>
        <Me value={me}>
          <Routes>
            <Route path={deskPaths.queue()} element={<QueueScreen me={me} />} />
            <Route path={deskPaths.signIn()} element={<Navigate replace to={deskPaths.queue()} />} />
            <Route path={deskPaths.order(':idOrNumber')} element={<OrderScreen me={me} />} />
            <Route path={deskPaths.find()} element={<Find />} />
            <Route path={deskPaths.client(':id')} element={<Client />} />
            <Route path={deskPaths.contact(':id')} element={<Contact />} />
            <Route path={deskPaths.conversations()} element={<Conversations />} />
            <Route path={deskPaths.conversation(':id')} element={<Conversations />} />
            <Route path={deskPaths.nerds()} element={<Nerds />} />
            <Route path={deskPaths.newNerd()} element={<NewNerd />} />
            <Route path={deskPaths.nerd(':id')} element={<Nerd />} />
            <Route path={deskPaths.coupons()} element={<Coupons />} />
            <Route path={deskPaths.newCoupon()} element={<NewCoupon />} />
            <Route path={deskPaths.coupon(':code')} element={<Coupon />} />
            <Route path={deskPaths.prices()} element={<Prices />} />
            <Route path={deskPaths.books()} element={<Books />} />
            <Route path={deskPaths.log()} element={<Log />} />
            <Route path={deskPaths.staff()} element={<Staff />} />
            <Route path="*" element={<NoScreen title={frameTexts.missing} lead={frameTexts.missingLead} />} />
          </Routes>
        </Me>
      </Suspense>
    </Boundary>
  )
}

/** The page for an address without a screen for this person, with a link to the queue. */
function NoScreen({ title, lead }: { title: string; lead: string }) {
  useScreenTitle(title)
  return (
    <Blank
      level={1}
      head={frameTexts.desk}
      title={title}
      actions={
        <Link className={buttonClass()} to={deskPaths.queue()}>
          {frameTexts.toQueue}
        </Link>
      }
    >
      {lead}
    </Blank>
  )
}

const Loading = () => (
  <Skeleton label={frameTexts.loading}>
    <CardSkeleton lines={8} />
  </Skeleton>
)
