import type { Client } from '@nerdify/contract/client.ts'
import type { Order, OrderFilter } from '@nerdify/contract/orders.ts'
import { webPaths } from '@nerdify/contract/web-paths.ts'
import { useMemo, useState, Suspense } from 'react'
import { Link, Navigate, useParams, useSearchParams, useLocation } from 'react-router'
import { failureText } from '@nerdify/browser/failure-text.ts'
import { serverNow } from '../../api/client.ts'
import { useMe, useOrder, useOrders } from '../../api/queries.ts'
import { useBackFromCardPage } from '../../orders/back-from-card-page.ts'
import { localStore } from '@nerdify/browser/browser-storage.ts'
import { useTypedWords } from '@nerdify/browser/use-typed-words.ts'
import { ButtonLink, LineLink } from '../../frame/links.tsx'
import { useScreenTitle } from '../../frame/screen-title.ts'
import { session } from '../../visit/session.ts'
import { cabinetTexts, cardTexts } from '../../texts/cabinet.ts'
import { frameTexts } from '../../texts/frame.ts'
import { PenIcon } from '@nerdify/ui/actions/Icons.tsx'
import { LoaderIcon, WalletIcon } from '@nerdify/ui/actions/StatusIcons.tsx'
import { joinClasses } from '@nerdify/ui/join-classes.ts'
import { TextField } from '@nerdify/ui/fields/TextField.tsx'
import { BottomBar } from '@nerdify/ui/order/BottomBar.tsx'
import { OrderCardSkeleton } from '@nerdify/ui/order/OrderCard.tsx'
import { Stack, Wrap } from '@nerdify/ui/page/Layout.tsx'
import { Main } from '@nerdify/ui/page/PageFrame.tsx'
import { tabClass, Tabs } from '@nerdify/ui/page/Tabs.tsx'
import { VisuallyHidden } from '@nerdify/ui/page/VisuallyHidden.tsx'
import { Banner } from '@nerdify/ui/surfaces/Banner.tsx'
import { FailureBanner } from '@nerdify/ui/surfaces/FailureBanner.tsx'
import { Skeleton } from '@nerdify/ui/surfaces/Skeleton.tsx'
import styles from './CabinetScreen.module.css'
import { EmptyCabinet, EmptyFilter } from './EmptyList.tsx'
import { OpenedOverlay } from './OpenedOverlay.tsx'
import { OrderList } from './OrderList.tsx'
import { RatingPrompt } from './RatingPrompt.tsx'
import { filledAction } from './card-facts.ts'
import { completedPath, filterOf, searchFrom, withWords } from './filters.ts'
import { keptDrafts } from './kept-drafts.ts'
import { useLiveUpdates } from './live-updates.ts'
import { useOverlayLinks } from './use-overlay.ts'
import { offersSubscription } from '@nerdify/domain/clients/menu.ts'
import { lazyScreen } from '@nerdify/browser/lazy-screen.tsx'

/** `/orders` and `/orders/filter/{paidStatus}`, with their overlays (CAB-01 to CAB-07, STATE-18). */
export function Component() {
  const { paidStatus } = useParams()
  const [search] = useSearchParams()
  const filter = filterOf(paidStatus, search.get('filter'))
  return filter === undefined ? <Navigate to={webPaths.orders()} replace /> : <Cabinet filter={filter} />
}

/** The data of a filter's cabinet. */
function useCabinet(filter: OrderFilter, q: string) {
  const list = useOrders(filter, q)
  // The tab is marked at once; the previous list stays until the new one loads (EASE-02).
  const [shownFilter, show] = useState(filter)
  if (shownFilter !== filter && !list.isPlaceholderData) show(filter)
  const me = useMe()
  const payment = useReturnInList(shownFilter)

  const isEmpty = list.data?.total === 0
  const isLoading = list.isPending || payment.status === 'loading' || (isEmpty && me.isPending)
  const topOrder = 'order' in payment && q === '' ? payment.order : undefined
  const notice = 'order' in payment ? notices[payment.status] : undefined
  const withoutOrders = isEmpty && me.data?.orders_count === 0 && topOrder === undefined
  // "Hire a Nerd" is quieter while a card has a next act (EASE-15).
  const shown = [topOrder, ...(list.data?.orders ?? [])].filter((order) => order !== undefined)
  const hasNextAct = shown.some((order) => filledAction(order, serverNow()) !== undefined)
  return { list, me: me.data, shownFilter, q, notice, isLoading, topOrder, withoutOrders, hasNextAct }
}

function Cabinet({ filter }: { filter: OrderFilter }) {
  useScreenTitle(cabinetTexts.heading)
  const [search] = useSearchParams()
  const q = search.get('q') ?? ''
  const cabinet = useCabinet(filter, q)
  const { list, me, isLoading, withoutOrders } = cabinet
  const liveNews = useLiveUpdates()
  const overlays = useOverlayLinks()
  const prompt = usePromptPlace(isLoading, list.data?.toRate)

  return (
    <>
      <Main busy={isLoading || list.isPlaceholderData}>
        <Wrap>
          <div className={styles.screen}>
            <h1>{cabinetTexts.heading}</h1>
            <VisuallyHidden role="status">{liveNews}</VisuallyHidden>
            <VisuallyHidden role="status">{cabinet.notice?.title}</VisuallyHidden>
            <div className={joinClasses(styles.columns, prompt?.place === 'beside' && styles.withSide)}>
              {!withoutOrders && (
                <Stack>
                  <FilterTabs filter={filter} q={q} />
                  {(q !== '' || (me !== undefined && me.orders_count >= searchFrom)) && <OrderSearch q={q} />}
                </Stack>
              )}
              {prompt !== undefined && (
                <aside className={styles[prompt.place]}>
                  <RatingPrompt key={prompt.order._id} order={prompt.order} overlays={overlays} />
                </aside>
              )}
              <div
                key={isLoading ? 'loading' : cabinet.shownFilter}
                className={joinClasses(list.isPlaceholderData && styles.dimmed)}
              >
                <Stack gap={5}>{isLoading ? <Loading /> : <Tasks {...cabinet} overlays={overlays} />}</Stack>
              </div>
            </div>
          </div>
        </Wrap>
        <OpenedOverlay />
      </Main>
      {!withoutOrders && (
        <BottomBar name={frameTexts.hireANerd}>
          <ButtonLink to={webPaths.newOrder()} variant={cabinet.hasNextAct ? 'default' : 'primary'}>
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

function Tasks({ list, me, shownFilter, q, notice, topOrder, withoutOrders, overlays }: TasksProps) {
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
      ) : total === 0 && topOrder === undefined ? (
        <EmptyFilter filter={shownFilter} q={q} />
      ) : (
        list.data !== undefined && <OrderList list={list} topOrder={topOrder} overlays={overlays} />
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

/** The list could not load or refresh; the old orders stay. */
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
 * The order to rate, and the prompt's place: beside the list if it loaded with it, else below everything, so that
 * nothing moves (EASE-02).
 */
function usePromptPlace(isLoading: boolean, order: Order | undefined) {
  const [place, setPlace] = useState<'beside' | 'below'>()
  if (isLoading) return undefined
  const current = place ?? (order === undefined ? 'below' : 'beside')
  if (current !== place) setPlace(current)
  return order && { order, place: current }
}

/** Whether there is an unpaid task, in the list or hidden from it by a past deadline. */
const hasUnpaid = (listed: readonly Order[] = [], me: Client | undefined): boolean =>
  listed.some(({ lists }) => lists.includes('unpaid')) || (me !== undefined && me.orders_count > me.paid_orders_count)

/** Finds orders among many, while the client types (CAB-12). */
function OrderSearch({ q }: { q: string }) {
  const [, setSearch] = useSearchParams()
  const [words, setWords] = useTypedWords({
    addressFilter: q,
    onFilter: (typed) =>
      setSearch(
        (search) => {
          if (typed === '') search.delete('q')
          else search.set('q', typed)
          return search
        },
        { replace: true },
      ),
  })
  return (
    <search>
      <TextField
        type="search"
        label={cabinetTexts.search}
        placeholder={cabinetTexts.searchHint}
        maxLength={254}
        value={words}
        onChange={({ currentTarget }) => setWords(currentTarget.value)}
      />
    </search>
  )
}

function FilterTabs({ filter, q }: { filter: OrderFilter; q: string }) {
  const tabs: readonly { name: OrderFilter; to: string }[] = [
    { name: 'active', to: webPaths.orders() },
    { name: 'completed', to: completedPath },
    ...(filter === 'paid' || filter === 'unpaid' ? [{ name: filter, to: webPaths.ordersFilter(filter) }] : []),
  ]
  return (
    <Tabs label={cabinetTexts.filters}>
      {tabs.map(({ name, to }) => (
        <Link
          key={name}
          to={withWords(to, q)}
          className={tabClass()}
          aria-current={name === filter ? 'page' : undefined}
        >
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

/** Results of the visit to the card page (ux 40). */
const notices = {
  unpaid: { icon: <WalletIcon />, title: cabinetTexts.notChargedTitle, text: cabinetTexts.notChargedText },
  confirming: { icon: <LoaderIcon />, title: cabinetTexts.confirmingTitle, text: cabinetTexts.confirmingText },
}

/**
 * "Continue your task", for each begun order that no list shows yet: this browser's drafts, and orders without a price,
 * including those of operations (STATE-16, FLOW-17).
 */
function BegunOrders({ unpriced }: { unpriced: readonly Order[] }) {
  const drafts = useMemo(() => keptDrafts(localStore, session.clientId()), [])
  const begun = [
    ...drafts.map(({ name, path }) => ({ path, text: cabinetTexts.continueText(name) })),
    ...unpriced.map(({ _id, number, type, name }) => ({
      path: webPaths.orderForm(_id),
      text: cabinetTexts.continueUnpriced(cardTexts.orderNumber(number, type), name),
    })),
  ]
  return begun.map(({ path, text }) => (
    <Banner
      key={path}
      icon={<PenIcon />}
      title={cabinetTexts.continueTitle}
      actions={
        <ButtonLink to={path} size="small">
          {cardTexts.continue}
        </ButtonLink>
      }
    >
      {text}
    </Banner>
  ))
}

/** The server's result of the visit to the card page (PAY-03, ux 40). */
type ShownReturn = { status: 'none' } | { status: 'loading' } | { status: 'unpaid' | 'confirming'; order: Order }

/**
 * Whether a client who is back from the card page was charged, by the server's answer and not by the return address.
 * `none` without such a visit, in a list that the order does not belong to, and after a payment here or elsewhere.
 */
function useReturnInList(filter: OrderFilter): ShownReturn {
  const { orderId, check } = useBackFromCardPage()
  const { data, isPending, isError } = check

  // The current order: it may be paid in another window meanwhile (CAB-08).
  const { data: order = data?.order } = useOrder(orderId ?? '', { enabled: data !== undefined })

  if (orderId === undefined || isError) return { status: 'none' }
  if (isPending || order === undefined) return { status: 'loading' }
  const { status } = data
  const isPaidSince = order.isPaid || order.client_paid > data.order.client_paid
  return status === 'paid' || isPaidSince || !isListedIn(order, filter) ? { status: 'none' } : { status, order }
}

/** Whether a list may show an order on top; after its deadline only the unpaid list has it (STATE-14). */
const isListedIn = ({ lists }: Order, filter: OrderFilter): boolean =>
  lists.includes(filter) || (filter === 'active' && lists.includes('unpaid'))

const PremiumOffer = lazyScreen(() => import('./PremiumOffer.tsx'))
const SubscriptionBanner = lazyScreen(() => import('./SubscriptionBanner.tsx'))

/** The cabinet's plan offers: the popup of SUB-12 at its address, and the banner of UI-04. Both load on demand. */
function PlanOffers() {
  const { pathname } = useLocation()
  const me = useMe().data
  return (
    <Suspense fallback={null}>
      {me !== undefined && offersSubscription(me) && <SubscriptionBanner />}
      {pathname === webPaths.premiumOffer() && <PremiumOffer />}
    </Suspense>
  )
}
