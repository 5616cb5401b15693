import { deskPaths } from '@nerdify/contract/desk-paths.ts'
import { BackLabel, linkClass } from '@nerdify/ui/actions/TextLink.tsx'
import { useEffect } from 'react'
import { Link, useNavigate } from 'react-router'
import { useQueue } from '../../api/queries.ts'
import { useKeys } from '../../frame/keys-setting.ts'
import { queueTexts } from '../../texts/queue.ts'
import { lastSearch, queryOf } from './queue-query.ts'
import styles from './QueuePlace.module.css'
import { useWayBack } from './use-way-back.ts'

/**
 * Links from an order back to the queue, and to the orders before and after it there, also by k and j. The rows rest as
 * they were shown: an order that a step moves or ends keeps its place.
 */
export function QueuePlace({ idOrNumber }: { idOrNumber: string }) {
  const queue = useWayBack()
  const navigate = useNavigate()
  const { place, total, previous, next } = usePlace(idOrNumber)
  const open = (order: Neighbor | undefined) => {
    if (order !== undefined) void navigate(deskPaths.order(order.number))
  }
  useKeys({ k: () => open(previous), j: () => open(next) })
  return (
    <>
      <Link className={linkClass('back')} to={queue}>
        <BackLabel>{place === undefined ? queueTexts.heading : queueTexts.place(place, total)}</BackLabel>
      </Link>
      {(previous ?? next) !== undefined && (
        <nav className={styles.neighbors} aria-label={queueTexts.neighbors}>
          {previous && <NeighborLink name="k" label={queueTexts.previousOrder} order={previous} />}
          {next && <NeighborLink name="j" label={queueTexts.nextOrder} order={next} />}
        </nav>
      )}
    </>
  )
}

interface Neighbor {
  number: string
  title: string | null
}

/** The place of an order in the queue last shown in this tab; `place` is undefined if absent. */
function usePlace(idOrNumber: string) {
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = useQueue(
    queryOf(new URLSearchParams(lastSearch.get())),
    { isResting: true },
  )
  const entries = data?.entries ?? []
  const isHere = ({ number, order_id: id }: (typeof entries)[number]) => number === idOrNumber || id === idOrNumber
  const at = entries.findIndex(isHere)
  const orders = entries.flatMap((entry, index) =>
    entry.number === null || isHere(entry) ? [] : [{ index, number: entry.number, title: entry.title }],
  )
  const next = at === -1 ? undefined : orders.find(({ index }) => index > at)
  const needsMore = at !== -1 && next === undefined && hasNextPage && !isFetchingNextPage && !isFetchNextPageError
  useEffect(() => {
    if (needsMore) void fetchNextPage()
  }, [needsMore, fetchNextPage])
  return {
    place: at === -1 ? undefined : at + 1,
    total: data?.total ?? 0,
    previous: orders.findLast(({ index }) => index < at),
    next,
  }
}

const NeighborLink = ({ name, label, order }: { name: string; label: string; order: Neighbor }) => (
  <Link to={deskPaths.order(order.number)} aria-label={`${label}: ${order.title ?? queueTexts.untitled}`}>
    <kbd>{name}</kbd>
    <span dir="auto">{order.title ?? queueTexts.untitled}</span>
  </Link>
)
