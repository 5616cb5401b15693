import { ownDates } from '@nerdify/domain/dates/date-words.ts'
import type { Client } from '@nerdify/contract/client.ts'
import { type AnnouncementWay, announcementWay, announcementWays } from '@nerdify/domain/messages/announcement-way.ts'
import { useQuery } from '@tanstack/react-query'
import { api, serverNow } from '../../api/client.ts'
import { latestEmailOf } from '../../api/latest-email.ts'
import { failureText } from '@nerdify/browser/failure-text.ts'
import { refetchOnEachVisit, queryKeys } from '../../api/queries.ts'
import { useChange } from '../../api/use-change.ts'
import { useScrollIntoView } from '../../frame/scroll-restoration.ts'
import { QueryStatus } from '../../frame/QueryStatus.tsx'
import { myInfoTexts } from '../../texts/my-info.ts'
import { Checkbox } from '@nerdify/ui/fields/Checkbox.tsx'
import { FailureBanner } from '@nerdify/ui/surfaces/FailureBanner.tsx'
import { Stack, Text } from '@nerdify/ui/page/Layout.tsx'
import { Segmented } from '@nerdify/ui/choices/Segmented.tsx'
import { SkeletonBar } from '@nerdify/ui/surfaces/Skeleton.tsx'
import { VisuallyHidden } from '@nerdify/ui/page/VisuallyHidden.tsx'

/** The channel for news about tasks (MSG-06), and the consent to offers (LAW-07). Each choice is saved at once. */
export const MessagesSection = ({ client }: { client: Client }) => (
  <section aria-labelledby="messages">
    <Stack gap={5}>
      <h2 id="messages">{myInfoTexts.messages}</h2>
      <TaskMessages client={client} />
      <Offers />
    </Stack>
  </section>
)

function TaskMessages({ client }: { client: Client }) {
  const change = useChange(queryKeys.me, (wanted: AnnouncementWay) => api.changeMe({ announce_by: wanted }))
  const has = { phone: client.phone !== null, email: latestEmailOf(client) !== null }
  const chosen = announcementWay(change.isPending ? change.variables : client.announce_by, has)
  return (
    <Stack gap={3}>
      <h3>{myInfoTexts.aboutTasks}</h3>
      <Segmented
        label={myInfoTexts.aboutTasks}
        options={announcementWays(has).map((value) => ({ value, label: myInfoTexts.announceBy[value] }))}
        value={chosen}
        onChange={(wanted) => change.mutate(wanted)}
      />
      <Text look="muted">{myInfoTexts.announceNotes[chosen]}</Text>
      <NotSaved change={change} />
    </Stack>
  )
}

/** The box is never ticked by default; the consent is stored with its words (LAW-07). */
function Offers() {
  const consent = useQuery({
    queryKey: queryKeys.marketing,
    queryFn: api.marketingConsent,
    refetchOnMount: refetchOnEachVisit,
  })
  const change = useChange(queryKeys.marketing, api.agreeToMarketing)
  return (
    <Stack gap={3}>
      <h3>{myInfoTexts.offers}</h3>
      <QueryStatus query={consent} loading={myInfoTexts.loading} failed={myInfoTexts.offersFailed}>
        <SkeletonBar width="full" />
      </QueryStatus>
      {consent.data !== undefined && (
        <>
          <Checkbox
            label={consent.data.wording}
            checked={change.isPending ? change.variables : consent.data.granted}
            onChange={(granted) => change.mutate(granted)}
          />
          <Text look="muted">
            {(consent.data.granted && consent.data.at !== null
              ? `${myInfoTexts.agreedSince(ownDates.date(Date.parse(consent.data.at), serverNow()))} `
              : '') + myInfoTexts.offersNote}
          </Text>
          <NotSaved change={change} />
        </>
      )}
    </Stack>
  )
}

/** The result of a choice: a failure stays, with a retry; a success is announced only (ux 51). */
function NotSaved<Choice>({ change }: { change: ReturnType<typeof useChange<unknown, Choice>> }) {
  const { error, variables } = change
  const isFailed = error !== null && variables !== undefined
  const banner = useScrollIntoView(isFailed)
  return (
    <>
      {isFailed && (
        <div ref={banner}>
          <FailureBanner title={myInfoTexts.messagesFailed} onRetry={() => change.mutate(variables)}>
            {failureText(error)}
          </FailureBanner>
        </div>
      )}
      <VisuallyHidden role="status">{change.isSuccess && myInfoTexts.messagesSaved}</VisuallyHidden>
    </>
  )
}
