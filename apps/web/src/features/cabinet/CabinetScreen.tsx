import type { Client } from '@nerdify/contract/client.ts'
import type { Order, OrderFilter } from '@nerdify/contract/orders.ts'
import { webPaths } from '@nerdify/contract/web-paths.ts'
import { useState } from 'react'
import { Link, Navigate, useParams, useSearchParams } from 'react-router'
import { failureText } from '../../api/failure-text.ts'
import { useMe, useOrders } from '../../api/queries.ts'
import { ButtonLink, LineLink } from '../../frame/links.tsx'
import { useScreenTitle } from '../../frame/screen-title.ts'
import { cabinetTexts } from '../../texts/cabinet.ts'
import { Banner } from '../../ui/surfaces/Banner.tsx'
import { FailureBanner } from '../../ui/surfaces/FailureBanner.tsx'
import { LoaderIcon, WalletIcon } from '../../ui/actions/StatusIcons.tsx'
import { Stack, Wrap } from '../../ui/page/Layout.tsx'
import { OrderCardSkeleton } from '../../ui/order/OrderCard.tsx'
import { Main } from '../../ui/page/PageFrame.tsx'
import { Skeleton } from '../../ui/surfaces/Skeleton.tsx'
import { BottomBar } from '../../ui/order/BottomBar.tsx'
import { frameTexts } from '../../texts/frame.ts'
import { Tabs, tabClass } from '../../ui/page/Tabs.tsx'
import { joinClasses } from '../../ui/join-classes.ts'
import { VisuallyHidden } from '../../ui/page/VisuallyHidden.tsx'
import { BegunOrders } from './BegunOrders.tsx'
import { EmptyCabinet, EmptyFilter } from './EmptyList.tsx'
import { completedPath, filterOf } from './filters.ts'
import styles from './CabinetScreen.module.css'
import { OpenedOverlay } from './OpenedOverlay.tsx'
import { OrderList } from './OrderList.tsx'
import { useLiveUpdates } from './live-updates.ts'
import { PlanOffers } from './PlanOffers.tsx'
import { RatingPrompt } from './RatingPrompt.tsx'
import { useOverlayLinks } from './use-overlay.ts'
import { useReturnInList } from './return-in-list.ts'

/** `/orders` and `/orders/filter/{paidStatus}`, and what opens over them (CAB-01 to CAB-07, STATE-18). */
export function Component() {
  const { paidStatus } = useParams()
  const [search] = useSearchParams()
  const filter = filterOf(paidStatus, search.get('filter'))
  return filter === undefined ? <Navigate to={webPaths.orders()} replace /> : <Cabinet filter={filter} />
}

/** What the cabinet shows of a filter: its list, or what stands in for it until that is there. */
function useCabinet(filter: OrderFilter) {
  const list = useOrders(filter)
  // The tab is marked at once; the list before stays until that of the new filter is there (EASE-02).
  const [shownFilter, show] = useState(filter)
  if (shownFilter !== filter && !list.isPlaceholderData) show(filter)
  const me = useMe()
  const payment = useReturnInList(shownFilter)

  const isEmpty = list.data?.total === 0
  const asking = list.isPending || payment.status === 'asking' || (isEmpty && me.isPending)
  const onTop = 'order' in payment ? payment.order : undefined
  const notice = 'order' in payment ? notices[payment.status] : undefined
  const withoutOrders = isEmpty && me.data?.orders_count === 0 && onTop === undefined
  return { list, me: me.data, shownFilter, notice, asking, onTop, withoutOrders }
}

function Cabinet({ filter }: { filter: OrderFilter }) {
  useScreenTitle(cabinetTexts.heading)
  const cabinet = useCabinet(filter)
  const { list, asking, withoutOrders } = cabinet
  const liveNews = useLiveUpdates()
  const overlays = useOverlayLinks()
  const prompt = usePromptPlace(asking, list.data?.toRate)

  return (
    <>
      <Main busy={asking || list.isPlaceholderData}>
        <Wrap>
          <div className={styles.screen}>
            <h1>{cabinetTexts.heading}</h1>
            <VisuallyHidden role="status">{liveNews}</VisuallyHidden>
            <VisuallyHidden role="status">{cabinet.notice?.title}</VisuallyHidden>
            <div className={joinClasses(styles.columns, prompt?.place === 'beside' && styles.withSide)}>
              {!withoutOrders && <FilterTabs filter={filter} />}
              {prompt !== undefined && (
                <aside className={styles[prompt.place]}>
                  <RatingPrompt key={prompt.order._id} order={prompt.order} overlays={overlays} />
                </aside>
              )}
              <div
                key={asking ? 'asking' : cabinet.shownFilter}
                className={joinClasses(list.isPlaceholderData && styles.dimmed)}
              >
                <Stack gap={5}>{asking ? <Loading /> : <Tasks {...cabinet} overlays={overlays} />}</Stack>
              </div>
            </div>
          </div>
        </Wrap>
        <OpenedOverlay />
      </Main>
      {!withoutOrders && (
        <BottomBar name={frameTexts.hireANerd}>
          <ButtonLink to={webPaths.newOrder()} variant="primary">
            {frameTexts.hireANerd}
          </ButtonLink>
        </BottomBar>
      )}
    </>
  )
}

interface TasksProps extends ReturnType<typeof useCabinet> {
  overlays: ReturnType<typeof useOverlayLinks>
}

function Tasks({ list, me, shownFilter, notice, onTop, withoutOrders, overlays }: TasksProps) {
  const { total, orders, toContinue = [] } = list.data ?? {}
  return (
    <>
      <BegunOrders unpriced={toContinue} />
      <NotRefreshed list={list} />
      {notice !== undefined && (
        <Banner icon={notice.icon} title={notice.title}>
          {notice.text}
        </Banner>
      )}
      {withoutOrders ? (
        <EmptyCabinet />
      ) : total === 0 && onTop === undefined ? (
        <EmptyFilter filter={shownFilter} />
      ) : (
        list.data !== undefined && <OrderList list={list} onTop={onTop} overlays={overlays} />
      )}
      {shownFilter === 'active' && hasUnpaid(orders, me) && (
        <div>
          <LineLink to={webPaths.ordersFilter('unpaid')}>{cabinetTexts.allUnpaid}</LineLink>
        </div>
      )}
      <PlanOffers />
    </>
  )
}

/** The list could not be read, or not anew; what was shown stays. */
function NotRefreshed({ list }: { list: ReturnType<typeof useOrders> }) {
  if (!list.isError || list.isFetchNextPageError) return null
  return (
    <FailureBanner
      title={list.data === undefined ? cabinetTexts.failedTitle : cabinetTexts.refreshFailedTitle}
      busy={list.isFetching && cabinetTexts.loadingMore}
      onRetry={() => void list.refetch()}
    >
      {failureText(list.error)}
    </FailureBanner>
  )
}

/**
 * The order to ask about, and where: above the list where it came with it, else below everything, so that nothing moves for it
 * (EASE-02).
 */
function usePromptPlace(asking: boolean, order: Order | undefined) {
  const [place, setPlace] = useState<'beside' | 'below'>()
  if (asking) return undefined
  const now = place ?? (order === undefined ? 'below' : 'beside')
  if (now !== place) setPlace(now)
  return order && { order, place: now }
}

/** Whether there is an unpaid task, in the list or, its deadline having passed, out of it. */
const hasUnpaid = (listed: readonly Order[] = [], me: Client | undefined): boolean =>
  listed.some(({ lists }) => lists.includes('unpaid')) || (me !== undefined && me.orders_count > me.paid_orders_count)

function FilterTabs({ filter }: { filter: OrderFilter }) {
  const tabs: readonly { name: OrderFilter; to: string }[] = [
    { name: 'active', to: webPaths.orders() },
    { name: 'completed', to: completedPath },
    ...(filter === 'paid' || filter === 'unpaid' ? [{ name: filter, to: webPaths.ordersFilter(filter) }] : []),
  ]
  return (
    <Tabs label={cabinetTexts.filters}>
      {tabs.map(({ name, to }) => (
        <Link key={name} to={to} className={tabClass()} aria-current={name === filter ? 'page' : undefined}>
          {cabinetTexts.filter[name]}
        </Link>
      ))}
    </Tabs>
  )
}

const Loading = () => (
  <Skeleton label={cabinetTexts.loading}>
    <Stack>
      <OrderCardSkeleton />
      <OrderCardSkeleton />
      <OrderCardSkeleton />
    </Stack>
  </Skeleton>
)

/** What became of the visit to the card page (ux 40). */
const notices = {
  unpaid: { icon: <WalletIcon />, title: cabinetTexts.notChargedTitle, text: cabinetTexts.notChargedText },
  confirming: { icon: <LoaderIcon />, title: cabinetTexts.confirmingTitle, text: cabinetTexts.confirmingText },
}
