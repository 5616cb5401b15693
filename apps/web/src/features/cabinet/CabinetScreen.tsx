import type { OrderFilter } from '@nerdify/contract/orders.ts'
import { webPaths } from '@nerdify/contract/web-paths.ts'
import { Link, Navigate, useParams, useSearchParams } from 'react-router'
import { failureText } from '../../api/failure-text.ts'
import { useMe, useOrders } from '../../api/queries.ts'
import { useScreenTitle } from '../../frame/screen-title.ts'
import { cabinetTexts } from '../../texts/cabinet.ts'
import { Banner } from '../../ui/surfaces/Banner.tsx'
import { FailureBanner } from '../../ui/surfaces/FailureBanner.tsx'
import { LoaderIcon, WalletIcon } from '../../ui/actions/Icons.tsx'
import { Stack, Wrap } from '../../ui/page/Layout.tsx'
import { OrderCardSkeleton } from '../../ui/order/OrderCard.tsx'
import { Main } from '../../ui/page/PageFrame.tsx'
import { Skeleton } from '../../ui/surfaces/Skeleton.tsx'
import { Tabs, tabClass } from '../../ui/page/Tabs.tsx'
import { joinClasses } from '../../ui/join-classes.ts'
import { linkClass } from '../../ui/actions/TextLink.tsx'
import { VisuallyHidden } from '../../ui/page/VisuallyHidden.tsx'
import { BegunOrders } from './BegunOrders.tsx'
import { EmptyCabinet, EmptyFilter } from './EmptyList.tsx'
import { completedPath, filterOf } from './filters.ts'
import styles from './CabinetScreen.module.css'
import { OpenedOverlay } from './OpenedOverlay.tsx'
import { OrderList } from './OrderList.tsx'
import { useLiveUpdates } from './use-live-updates.ts'
import { PlanOffers } from './PlanOffers.tsx'
import { RatingPrompt } from './RatingPrompt.tsx'
import { useOverlayLinks } from './use-overlay.ts'
import { type PaymentReturn, usePaymentReturn } from './use-payment-return.ts'

/** `/orders` and `/orders/filter/{paidStatus}`, and what opens over them (CAB-01 to CAB-07, STATE-18). */
export function Component() {
  const { paidStatus } = useParams()
  const [search] = useSearchParams()
  const filter = filterOf(paidStatus, search.get('filter'))
  return filter === undefined ? <Navigate to={webPaths.orders()} replace /> : <Cabinet filter={filter} />
}

function Cabinet({ filter }: { filter: OrderFilter }) {
  useScreenTitle(cabinetTexts.heading)
  const list = useOrders(filter)
  const me = useMe()
  const payment = usePaymentReturn(filter)
  const liveNews = useLiveUpdates()
  const overlays = useOverlayLinks()
  const toRate = list.data?.toRate

  const total = list.data?.total
  const asking = list.isPending || payment.status === 'asking' || (total === 0 && me.isPending)
  const onTop = payment.status === 'unpaid' || payment.status === 'confirming' ? payment.order : undefined
  const withoutOrders = total === 0 && me.data?.orders_count === 0 && onTop === undefined

  return (
    <Main busy={asking}>
      <Wrap>
        <Stack gap={5}>
          <h1>{cabinetTexts.heading}</h1>
          <VisuallyHidden role="status">{liveNews}</VisuallyHidden>
          <VisuallyHidden role="status">{noticeText[payment.status]}</VisuallyHidden>
          <BegunOrders unpriced={list.data?.toContinue ?? []} />
          <div className={joinClasses(styles.columns, toRate !== undefined && styles.withSide)}>
            {toRate !== undefined && (
              <aside className={styles.side}>
                <RatingPrompt key={toRate._id} order={toRate} overlays={overlays} />
              </aside>
            )}
            <Stack gap={5}>
              {!withoutOrders && <FilterTabs filter={filter} />}
              {asking ? (
                <Loading />
              ) : (
                <>
                  {list.isError && !list.isFetchNextPageError && (
                    <FailureBanner
                      title={list.data === undefined ? cabinetTexts.failedTitle : cabinetTexts.refreshFailedTitle}
                      busy={list.isFetching && cabinetTexts.loadingMore}
                      onRetry={() => void list.refetch()}
                    >
                      {failureText(list.error)}
                    </FailureBanner>
                  )}
                  <PaymentNotice payment={payment} />
                  {withoutOrders ? (
                    <EmptyCabinet />
                  ) : total === 0 && onTop === undefined ? (
                    <EmptyFilter filter={filter} />
                  ) : (
                    list.data !== undefined && <OrderList list={list} onTop={onTop} overlays={overlays} />
                  )}
                  <PlanOffers />
                  {filter === 'active' && !withoutOrders && (
                    <div>
                      <Link to={webPaths.ordersFilter('unpaid')} className={linkClass()}>
                        {cabinetTexts.allUnpaid}
                      </Link>
                    </div>
                  )}
                </>
              )}
            </Stack>
          </div>
        </Stack>
      </Wrap>
      <OpenedOverlay />
    </Main>
  )
}

function FilterTabs({ filter }: { filter: OrderFilter }) {
  const tabs: readonly { of: OrderFilter; to: string }[] = [
    { of: 'active', to: webPaths.orders() },
    { of: 'completed', to: completedPath },
    ...(filter === 'paid' || filter === 'unpaid' ? [{ of: filter, to: webPaths.ordersFilter(filter) }] : []),
  ]
  return (
    <Tabs label={cabinetTexts.filters}>
      {tabs.map(({ of, to }) => (
        <Link key={of} to={to} className={tabClass()} aria-current={of === filter ? 'page' : undefined}>
          {cabinetTexts.filter[of]}
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
function PaymentNotice({ payment }: { payment: PaymentReturn }) {
  switch (payment.status) {
    case 'unpaid':
      return (
        <Banner icon={<WalletIcon />} title={cabinetTexts.notChargedTitle}>
          {cabinetTexts.notChargedText}
        </Banner>
      )
    case 'confirming':
      return (
        <Banner icon={<LoaderIcon />} title={cabinetTexts.confirmingTitle}>
          {cabinetTexts.confirmingText}
        </Banner>
      )
    default:
      return null
  }
}

const noticeText: Partial<Record<PaymentReturn['status'], string>> = {
  unpaid: cabinetTexts.notChargedTitle,
  confirming: cabinetTexts.confirmingTitle,
}
