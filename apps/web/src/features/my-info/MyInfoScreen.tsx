import { webPaths } from '@nerdify/contract/web-paths.ts'
import { useFreshMe } from '../../api/queries.ts'
import { ColumnPage } from '../../frame/ColumnPage.tsx'
import { LineLink } from '../../frame/links.tsx'
import { NicknameForm } from '../../frame/NicknameForm.tsx'
import { useScreenTitle } from '../../frame/screen-title.ts'
import { QueryStatus } from '../../frame/QueryStatus.tsx'
import { myInfoTexts } from '../../texts/my-info.ts'
import { CardSkeleton } from '@nerdify/ui/surfaces/Card.tsx'
import { SignOutIcon } from '@nerdify/ui/actions/Icons.tsx'
import { SkeletonBar } from '@nerdify/ui/surfaces/Skeleton.tsx'
import { AccountSection } from './AccountSection.tsx'
import { BalanceCard, BalanceHistory } from './BalanceCard.tsx'
import { EmailForm } from './EmailForm.tsx'
import { MessagesSection } from './MessagesSection.tsx'
import styles from './MyInfoScreen.module.css'
import { SessionsSection } from './SessionsSection.tsx'

/** `/my-info`: the balance and its history, the e-mail, the client's data and account (INFO-01 to INFO-04, LAW-06). */
export function Component() {
  useScreenTitle(myInfoTexts.title)
  const me = useFreshMe()
  return (
    <ColumnPage narrow="short" busy={me.isPending}>
      <h1>{myInfoTexts.title}</h1>
      <QueryStatus query={me} loading={myInfoTexts.loading} failed={myInfoTexts.failedTitle}>
        <CardSkeleton lines={1} />
        <SkeletonBar width="short" />
        <SkeletonBar width="full" height="control" />
        <SkeletonBar width="half" height="title" />
        <SkeletonBar width="long" height="control" />
        <CardSkeleton lines={5} />
      </QueryStatus>
      {me.data !== undefined && (
        <>
          {me.data.available_balance !== null && (
            <BalanceCard dollars={me.data.available_balance} pending={me.data.referral_details.pending ?? 0} />
          )}
          <EmailForm />
          <NicknameForm client={me.data} />
          <MessagesSection client={me.data} />
          <BalanceHistory />
          <SessionsSection />
          <AccountSection client={me.data} />
        </>
      )}
      <div className={styles.end}>
        <LineLink to={webPaths.logout()}>
          <SignOutIcon />
          {myInfoTexts.signOut}
        </LineLink>
      </div>
    </ColumnPage>
  )
}
