import type { BalanceChange } from '@nerdify/contract/client.ts'
import { balanceCauseText } from '@nerdify/domain/clients/balance-causes.ts'
import { centsFromDollars, formatMoney } from '@nerdify/domain/pricing/money.ts'
import { failureText } from '../../api/failure-text.ts'
import { useBalanceHistory } from '../../api/queries.ts'
import { myInfoTexts } from '../../texts/my-info.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card, CardBody } from '../../ui/Card.tsx'
import { AlertIcon } from '../../ui/Icons.tsx'
import { Cluster, Stack, Text } from '../../ui/Layout.tsx'
import { Money } from '../../ui/Money.tsx'
import { Skeleton, SkeletonBar } from '../../ui/Skeleton.tsx'
import styles from './BalanceCard.module.css'

/** The balance in dollars with two decimals, and what changed it (INFO-01, INFO-04). */
export const BalanceCard = ({ dollars }: { dollars: number }) => (
  <Card title={myInfoTexts.balance}>
    <CardBody>
      <Stack>
        <Cluster spread>
          <Money size="total">{formatMoney(centsFromDollars(dollars))}</Money>
          <Text look="small">{myInfoTexts.balanceNote}</Text>
        </Cluster>
        <History />
      </Stack>
    </CardBody>
  </Card>
)

function History() {
  const history = useBalanceHistory()
  const changes = history.data?.pages.flatMap((page) => page.results)
  return (
    <Stack gap={3}>
      <h3 className={styles.heading}>{myInfoTexts.history}</h3>
      {history.isError && (
        <Banner
          kind="bad"
          icon={<AlertIcon />}
          title={myInfoTexts.historyFailed}
          actions={
            <Button
              size="small"
              busy={history.isFetching && myInfoTexts.historyLoading}
              onClick={() => void (history.isFetchNextPageError ? history.fetchNextPage() : history.refetch())}
            >
              {myInfoTexts.tryAgain}
            </Button>
          }
        >
          {failureText(history.error)}
        </Banner>
      )}
      {history.isPending && (
        <Skeleton label={myInfoTexts.historyLoading}>
          <SkeletonBar width="long" />
        </Skeleton>
      )}
      {changes?.length === 0 && <Text look="muted">{myInfoTexts.historyEmpty}</Text>}
      {changes !== undefined && changes.length > 0 && (
        <ul className={styles.list}>
          {changes.map((change) => (
            <Change key={change.id} change={change} />
          ))}
        </ul>
      )}
      {history.hasNextPage && !history.isFetchNextPageError && (
        <div>
          <Button
            size="small"
            busy={history.isFetchingNextPage && myInfoTexts.historyLoading}
            onClick={() => void history.fetchNextPage()}
          >
            {myInfoTexts.showMore}
          </Button>
        </div>
      )}
    </Stack>
  )
}

const dayFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' })

/** "+$7.20" or "−$5.00": a change is told by its sign, not by colour. */
const signed = (dollars: number) => {
  const amount = formatMoney(centsFromDollars(Math.abs(dollars)))
  return dollars < 0 ? `−${amount}` : `+${amount}`
}

const Change = ({ change }: { change: BalanceChange }) => (
  <li className={styles.change}>
    <span>
      {balanceCauseText(change.cause)}
      {change.order_number !== null && `, ${myInfoTexts.order(change.order_number)}`}
    </span>
    <Money look="plain">{signed(change.amount)}</Money>
    <time className={styles.day} dateTime={change.at}>
      {dayFormat.format(Date.parse(change.at))}
    </time>
  </li>
)
