import { ownDates } from '@nerdify/domain/dates/date-words.ts'
import type { OpenSessions } from '@nerdify/contract/sign-in.ts'
import { webPaths } from '@nerdify/contract/web-paths.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { api, serverNow } from '../../api/client.ts'
import { failureText } from '@nerdify/browser/failure-text.ts'
import { queryKeys } from '../../api/queries.ts'
import { QueryStatus } from '../../frame/QueryStatus.tsx'
import { myInfoTexts } from '../../texts/my-info.ts'
import { Button } from '@nerdify/ui/actions/Button.tsx'
import { ErrorText } from '@nerdify/ui/fields/Field.tsx'
import { Actions, Stack, Text } from '@nerdify/ui/page/Layout.tsx'
import { SkeletonBar } from '@nerdify/ui/surfaces/Skeleton.tsx'
import styles from './MyInfoScreen.module.css'

/** The client's sessions, and "Sign out everywhere" (SAFE-04). */
export function SessionsSection() {
  const navigate = useNavigate()
  const sessions = useQuery({ queryKey: queryKeys.sessions, queryFn: api.sessions, refetchOnMount: 'always' })
  const signOut = useMutation({
    mutationFn: api.signOutEverywhere,
    // This session has ended too, so this browser signs out.
    onSuccess: () => navigate(webPaths.logout()),
  })

  return (
    <section aria-labelledby="sessions">
      <Stack>
        <h2 id="sessions">{myInfoTexts.sessions}</h2>
        <QueryStatus query={sessions} loading={myInfoTexts.sessionsLoading} failed={myInfoTexts.sessionsFailed}>
          <SkeletonBar width="long" />
        </QueryStatus>
        {sessions.data !== undefined && (
          <ul>
            {sessions.data.results.map((one) => (
              <OpenSession key={one.id} session={one} />
            ))}
          </ul>
        )}
        <Text look="muted">{myInfoTexts.sessionsNote}</Text>
        <Actions>
          <Button
            busy={(signOut.isPending || signOut.isSuccess) && myInfoTexts.signingOut}
            onClick={() => signOut.mutate()}
          >
            {myInfoTexts.signOutEverywhere}
          </Button>
        </Actions>
        {signOut.isError && <ErrorText role="alert">{failureText(signOut.error)}</ErrorText>}
      </Stack>
    </section>
  )
}

const countryNames = new Intl.DisplayNames('en-US', { type: 'region' })

const OpenSession = ({
  session: { since, browser, country, current },
}: {
  session: OpenSessions['results'][number]
}) => (
  <li className={styles.session}>
    <span>
      <span>
        {(browser ?? myInfoTexts.unknownBrowser) + (country === null ? '' : `, ${countryNames.of(country) ?? country}`)}
      </span>
      {current && <strong className={styles.current}> {myInfoTexts.thisSession}</strong>}
    </span>
    <Text look="small">
      {myInfoTexts.signedInSince} <time dateTime={since}>{ownDates.time(Date.parse(since), serverNow())}</time>
    </Text>
  </li>
)
