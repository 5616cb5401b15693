/**
 * Stands at the end of the cabinet's shell: draws the first orders, with the very parts that the app draws them with, as soon
 * as the answer that the page asked for is there, which is long before the app's code is (decision 0040). What it draws takes
 * no input, and the app puts its own screen in its place. It is built by itself (`vite.config.ts`): for React it has
 * `without-react.ts`.
 */
import { browserKeys } from '@nerdify/contract/browser-keys.ts'
import type { FirstData } from '@nerdify/contract/first-data.ts'
import type { ReactNode } from 'react'
import { orderToRate } from '../../api/order-to-rate.ts'
import { createServerClock } from '../../api/server-clock.ts'
import { localStore } from '../../browser-storage.ts'
import { leftForPayment } from '../../payment-link.ts'
import { draw } from '../../without-react.ts'
import styles from './CabinetScreen.module.css'
import { PaymentLink } from './ClientOrderCard.tsx'
import { ownDateTexts } from './date-texts.ts'
import { keptDrafts } from './kept-drafts.ts'
import { cardsPlaceId, OrderCards } from './OrderCards.tsx'
import { RatingCard } from './RatingCard.tsx'

/** As many as the window of a phone shows. They are painted before any other is drawn. */
const atOnce = 3
/** As many as a high window shows; the others are drawn by the app. */
const inView = 5

/** Where links lead is the app's to say. */
const overlays = () => ({ to: '', state: { openedFromList: true } as const })

function drawn(node: ReactNode): ChildNode[] {
  const parent = document.createElement('div')
  draw(parent, node)
  return [...parent.childNodes]
}

/** Lets the page answer to what happens meanwhile. */
const pause = () => new Promise((resolve) => setTimeout(resolve))

/** The page has been painted as it is. */
const painted = () => new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve)))

/** Puts the orders in the place of their bars, if that is all that the screen will show above them. */
async function drawFirstList(): Promise<void> {
  const begun = window.begunCall
  // Back from the card page it is asked first what came of it.
  if (begun === undefined || leftForPayment() !== undefined) return
  // The first dates take a slow phone some time, which it has while the answer is on its way.
  const today = new Date().toISOString()
  for (const text of [ownDateTexts.day, ownDateTexts.instant]) {
    await pause()
    text(today)
  }
  const { response, receivedAt } = await begun.answer
  // The app may have come first.
  if (!response.ok || response.bodyUsed) return
  const { client, orders } = (await response.clone().json()) as FirstData
  // The app may have taken the place of the shell meanwhile.
  const place = document.querySelector(`[data-for="client"] #${cardsPlaceId}`)
  const columns = place?.closest(`.${styles.columns}`)
  if (!place || !columns || orders === undefined || orders.total === 0) return
  if (orders.to_continue.length > 0 || keptDrafts(localStore, client._id).length > 0) return

  const hideFromOthers = () => {
    // Nothing of one person is ever shown to the next (AUTH-15).
    if (localStore.get(browserKeys.session) !== begun.token) delete document.documentElement.dataset.client
  }
  addEventListener('storage', hideFromOthers)
  addEventListener('pageshow', hideFromOthers)

  const clock = createServerClock(Date.now)
  const date = Date.parse(response.headers.get('date') ?? '')
  if (!Number.isNaN(date)) clock.learn({ date, sentAt: begun.sentAt, receivedAt })
  const toRate = orderToRate(orders)
  if (toRate !== undefined && styles.withSide !== undefined) {
    columns.classList.add(styles.withSide)
    columns.prepend(
      ...drawn(
        <aside className={styles.side}>
          <RatingCard order={toRate} overlays={overlays} />
        </aside>,
      ),
    )
  }
  const listOf = (from: number, to: number) =>
    drawn(
      <OrderCards
        orders={orders.results.slice(from, to)}
        overlays={overlays}
        now={clock.now}
        PayLink={(props) => <PaymentLink {...props} available={client.available_balance} />}
      />,
    )[0] as Element
  const list = listOf(0, atOnce)
  place.replaceWith(list)
  hideFromOthers()
  await painted()
  // If the app has taken the place of the shell by now, nobody sees them.
  list.append(...listOf(atOnce, inView).children)
}

// Without it the list comes with the app.
drawFirstList().catch(() => undefined)
