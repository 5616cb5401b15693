import { ownDates } from '@nerdify/domain/dates/date-words.ts'
import { serverNow } from '../../api/client.ts'
import type { BalanceChange, BalancePage } from '@nerdify/contract/client.ts'
import { balanceCauseText } from '@nerdify/domain/clients/balance-causes.ts'
import { centsFromDollars, formatMoney } from '@nerdify/domain/pricing/money.ts'
import { useEffect, useRef, useState } from 'react'
import { failureText } from '@nerdify/browser/failure-text.ts'
import { useBalanceHistory } from '../../api/queries.ts'
import { myInfoTexts } from '../../texts/my-info.ts'
import { Button } from '@nerdify/ui/actions/Button.tsx'
import { Card, CardBody } from '@nerdify/ui/surfaces/Card.tsx'
import { FailureBanner } from '@nerdify/ui/surfaces/FailureBanner.tsx'
import { Cluster, Stack, Text } from '@nerdify/ui/page/Layout.tsx'
import { Money } from '@nerdify/ui/order/Money.tsx'
import { Skeleton, SkeletonBar } from '@nerdify/ui/surfaces/Skeleton.tsx'
import styles from './MyInfoScreen.module.css'

/** The balance in dollars with two decimals (INFO-01), and the bonuses that a delivery adds to it (REF-04). */
export const BalanceCard = ({ dollars, pending }: { dollars: number; pending: number }) => (
  <Card title={myInfoTexts.balance}>
    <CardBody>
      <Cluster spread>
        <Money size="total">{formatMoney(centsFromDollars(dollars))}</Money>
        <Text look="small">{myInfoTexts.balanceNote}</Text>
      </Cluster>
      {pending > 0 && <Text look="small">{myInfoTexts.balancePending(formatMoney(centsFromDollars(pending)))}</Text>}
    </CardBody>
  </Card>
)

/** The changes of the balance (INFO-04): the first lines, and more on request, with the focus on the first new line. */
export function BalanceHistory() {
  const history = useBalanceHistory()
  const [wanted, setWanted] = useState(firstLines)
  const requestedAt = useRef<number>(undefined)
  const list = useRef<HTMLUListElement>(null)
  const { lines, olderCount, isMissing } = shownLines(history.data, wanted)

  useEffect(() => {
    if (requestedAt.current === undefined || requestedAt.current >= lines.length) return
    list.current?.querySelectorAll('li')[requestedAt.current]?.focus()
    requestedAt.current = undefined
  }, [lines.length])

  const showMore = () => {
    requestedAt.current = lines.length
    const next = wanted + moreLines
    setWanted(next)
    if (shownLines(history.data, next).isMissing) void history.fetchNextPage()
  }

  return (
    <Card title={myInfoTexts.history}>
      <CardBody>
        <Stack gap={3}>
          {history.isError && (
            <FailureBanner
              title={myInfoTexts.historyFailed}
              busy={history.isFetching && myInfoTexts.historyLoading}
              onRetry={() => void (history.isFetchNextPageError ? history.fetchNextPage() : history.refetch())}
            >
              {failureText(history.error)}
            </FailureBanner>
          )}
          {history.isPending && (
            <Skeleton label={myInfoTexts.historyLoading}>
              <SkeletonBar width="long" />
            </Skeleton>
          )}
          {history.data !== undefined && lines.length === 0 && <Text look="muted">{myInfoTexts.historyEmpty}</Text>}
          {lines.length > 0 && (
            <ul ref={list}>
              {lines.map((change) => (
                <Change key={change.id} change={change} />
              ))}
            </ul>
          )}
          {olderCount > 0 && !history.isFetchNextPageError && (
            <div>
              <Button
                size="small"
                busy={isMissing && history.isFetching && myInfoTexts.historyLoading}
                onClick={showMore}
              >
                {myInfoTexts.showMore(olderCount)}
              </Button>
            </div>
          )}
        </Stack>
      </CardBody>
    </Card>
  )
}

/** "+$7.20" or "−$5.00": the sign, not the color, shows the direction. */
const signed = (dollars: number) => {
  const amount = formatMoney(centsFromDollars(Math.abs(dollars)))
  return dollars < 0 ? `−${amount}` : `+${amount}`
}

const Change = ({ change }: { change: BalanceChange }) => (
  <li className={styles.change} tabIndex={-1}>
    <span>
      {balanceCauseText(change.cause) +
        (change.order_number === null ? '' : `, ${myInfoTexts.order(change.order_number)}`) +
        (change.reason ? `: ${change.reason}` : '')}
    </span>
    <Money look="plain">{signed(change.amount)}</Money>
    <time className={styles.day} dateTime={change.at}>
      {ownDates.date(Date.parse(change.at), serverNow())}
    </time>
  </li>
)

/** Number of history lines before the first "more". */
export const firstLines = 5
/** Number of further lines per click. */
export const moreLines = 20

/** The `wanted` newest lines of the history, the number of older lines, and whether some wanted lines still load. */
export function shownLines(history: { pages: readonly BalancePage[] } | undefined, wanted: number) {
  const pages = history?.pages ?? []
  // A new change shifts the pages, so two pages may have the same line.
  const byId = new Map<string, BalanceChange>(pages.flatMap(({ results }) => results.map((line) => [line.id, line])))
  const lines = [...byId.values()].slice(0, wanted)
  const olderCount = Math.max(0, (pages.at(-1)?.total ?? 0) - lines.length)
  return { lines, olderCount, isMissing: olderCount > 0 && lines.length < wanted }
}
