import type { Client } from '@nerdify/contract/client.ts'
import { webPaths } from '@nerdify/contract/web-paths.ts'
import { noReferralTag } from '@nerdify/domain/referrals/referral.ts'
import { Navigate } from 'react-router'
import { centsFromDollars, formatMoney } from '@nerdify/domain/pricing/money.ts'
import { useFreshMe } from '../../api/queries.ts'
import { ColumnPage } from '../../frame/ColumnPage.tsx'
import { useScreenTitle } from '../../frame/screen-title.ts'
import { QueryStatus } from '../../frame/QueryStatus.tsx'
import { referralTexts } from '../../texts/referral.ts'
import { CardSkeleton } from '@nerdify/ui/surfaces/Card.tsx'
import { Stack, Text, TwoColumns } from '@nerdify/ui/page/Layout.tsx'
import { Money } from '@nerdify/ui/order/Money.tsx'
import { SkeletonBar } from '@nerdify/ui/surfaces/Skeleton.tsx'
import { Leaderboard } from './Leaderboard.tsx'
import styles from './ReferralScreen.module.css'
import { bonusText, countText } from './referral-numbers.ts'
import { ShareLink } from './ShareLink.tsx'
import { shareLink } from './share-links.ts'

/** `/ref-cabinet`: the share link, its results, and the leaderboard (REF-01 to REF-04). */
export function Component() {
  useScreenTitle(referralTexts.title)
  const me = useFreshMe()
  if (me.data?.tags.includes(noReferralTag)) return <Navigate to={webPaths.orders()} replace />
  const [give, amount, comma, get, same] = referralTexts.heading
  return (
    <ColumnPage busy={me.isPending}>
      <h1>
        {give}
        <span className={styles.together}>
          <Money>{amount}</Money>
          {comma}
        </span>
        {get}
        <Money>{same}</Money>
      </h1>
      <Text look="lede">{referralTexts.lead}</Text>
      <QueryStatus query={me} loading={referralTexts.loading} failed={referralTexts.failedTitle}>
        <SkeletonBar width="short" />
        <SkeletonBar width="full" height="control" />
        <SkeletonBar width="long" height="control" />
        <CardSkeleton lines={5} />
      </QueryStatus>
      {me.data !== undefined && <Referrals client={me.data} />}
    </ColumnPage>
  )
}

function Referrals({ client }: { client: Client }) {
  const { count, count_with_orders: used, earn, pending = 0 } = client.referral_details
  const stats: [string, React.ReactNode][] = [
    [referralTexts.invited, countText(count)],
    [referralTexts.used, countText(used)],
    [referralTexts.bonuses, <Money key="bonus">{bonusText(earn)}</Money>],
  ]
  return (
    <TwoColumns side={<Leaderboard friends={used} earned={earn} />} sideOnPhone="after">
      <Stack gap={5}>
        <ShareLink link={shareLink(window.location.origin, client.profile_referral_code)} />
        <dl className={styles.stats}>
          {stats.map(([term, value]) => (
            <div key={term}>
              <dt>{term}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        {pending > 0 && <Text look="muted">{referralTexts.pending(formatMoney(centsFromDollars(pending)))}</Text>}
        <Text look="small">{referralTexts.rules}</Text>
      </Stack>
    </TwoColumns>
  )
}
