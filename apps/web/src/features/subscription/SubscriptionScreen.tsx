import type { Client } from '@nerdify/contract/client.ts'
import type { Subscription, SubscriptionList } from '@nerdify/contract/subscriptions.ts'
import { webPaths } from '@nerdify/contract/web-paths.ts'
import { topTag } from '@nerdify/domain/clients/menu.ts'
import { plans, purchaseOf, trialDays } from '@nerdify/domain/plans/plans.ts'
import {
  isOver,
  isPaymentFailed,
  isRefusedTrial,
  pastDueText,
  showsPastDueNotice,
  trialRefusedText,
} from '@nerdify/domain/plans/subscription-status.ts'
import { Navigate, useParams } from 'react-router'
import { serverNow } from '../../api/client.ts'
import { latestEmailOf } from '../../api/latest-email.ts'
import { failureText } from '@nerdify/browser/failure-text.ts'
import { NicknameForm } from '../../frame/NicknameForm.tsx'
import { useMe } from '../../api/queries.ts'
import { LineLink } from '../../frame/links.tsx'
import { useScreenTitle } from '../../frame/screen-title.ts'
import { subscriptionTexts } from '../../texts/subscription.ts'
import { Accordion, AccordionItem } from '@nerdify/ui/surfaces/Accordion.tsx'
import { Banner } from '@nerdify/ui/surfaces/Banner.tsx'
import { Card, CardBody, CardSkeleton } from '@nerdify/ui/surfaces/Card.tsx'
import { FailureBanner } from '@nerdify/ui/surfaces/FailureBanner.tsx'
import { AlertIcon } from '@nerdify/ui/actions/Icons.tsx'
import { Stack, Text, Wrap } from '@nerdify/ui/page/Layout.tsx'
import { Main } from '@nerdify/ui/page/PageFrame.tsx'
import { Skeleton } from '@nerdify/ui/surfaces/Skeleton.tsx'
import { CardButton, OwnPlan } from './OwnPlan.tsx'
import choice from './PlanChoice.module.css'
import { PlanOffer } from './PlanOffer.tsx'
import { planStatusText } from './plan-words.ts'
import { useSubscriptions } from './use-subscriptions.ts'

/** `/nerdify-subscription/{params?}`: the plans, or the client's own (SUB-03 to SUB-11). */
export function Component() {
  const me = useMe()
  const client = me.data
  // SUB-04: a client without an e-mail cannot get notice of charges; the top 50 have a plan from us.
  if (client !== undefined && client.tags.includes(topTag)) return <Navigate to={webPaths.orders()} replace />
  if (client !== undefined && latestEmailOf(client) === null) return <Navigate to={webPaths.myInfo()} replace />
  return <Plans me={me} />
}

function Plans({ me }: { me: ReturnType<typeof useMe> }) {
  const client = me.data
  const afterCardPage = useParams().params === 'done'
  const list = useSubscriptions(client?.id, { afterCardPage })
  const own = ownSubscriptions(list.data?.results ?? [])
  const [current] = own
  const assignedPlan = current === undefined ? assignedPlanOf(client) : undefined
  const offers = list.data !== undefined && current === undefined && assignedPlan === undefined
  const heading = offers ? subscriptionTexts.pick : subscriptionTexts.mine
  useScreenTitle(heading)
  const failed = [me, list].find(({ isError }) => isError)
  const waiting = failed === undefined && (client === undefined || list.data === undefined)
  return (
    <Main busy={waiting}>
      <Wrap>
        <Stack gap={6}>
          <Stack gap={2}>
            <h1>{heading}</h1>
            {offers && <Text look="lede">{leadOf(list.data)}</Text>}
            <p role="status">{own.flatMap((each) => planStatusText(each, serverNow()) ?? []).join(' ')}</p>
          </Stack>
          {waiting && (
            <Skeleton label={afterCardPage ? subscriptionTexts.confirming : subscriptionTexts.loading}>
              <CardSkeleton lines={6} />
            </Skeleton>
          )}
          {failed?.error && (
            <FailureBanner title={subscriptionTexts.failedTitle} onRetry={() => void failed.refetch()}>
              {failureText(failed.error)}
            </FailureBanner>
          )}
          {client !== undefined && list.data !== undefined && (
            <>
              <PastDue client={client} subscription={own.find(isFailed) ?? current} />
              {afterCardPage && <TrialRefused list={list.data} own={own} />}
              <PlanOrOffer {...{ client, own, assignedPlan }} list={list.data} />
            </>
          )}
          <Questions />
        </Stack>
      </Wrap>
    </Main>
  )
}

interface PlanOrOfferProps {
  client: Client
  own: readonly Subscription[]
  /** The name of the plan that operations assigned. */
  assignedPlan: string | undefined
  list: SubscriptionList
}

/** The client's plan with its nickname, bought or assigned by operations; without one the plans to choose from. */
function PlanOrOffer({ client, own, assignedPlan, list }: PlanOrOfferProps) {
  if (own.length === 0 && assignedPlan === undefined) return <PlanOffer client={client} list={list} />
  return (
    <>
      {own.length > 0 ? (
        <div className={choice.narrow}>
          <Stack gap={5}>
            {own.map((each) => (
              <OwnPlan key={each.id} client={client} subscription={each} oneOfSeveral={own.length > 1} />
            ))}
          </Stack>
        </div>
      ) : (
        <Card title={assignedPlan}>
          <CardBody>{subscriptionTexts.byOperations}</CardBody>
        </Card>
      )}
      <div className={choice.narrow}>
        <NicknameForm client={client} />
      </div>
    </>
  )
}

const plansOnTrial = Object.values(plans).flatMap(({ hasTrial, name }) => (hasTrial ? [name] : []))

const leadOf = ({ trial_offered: onTrial }: SubscriptionList) =>
  onTrial ? subscriptionTexts.trialLead(plansOnTrial, trialDays) : subscriptionTexts.plansLead

/** The current subscriptions, the plan before the add-ons; each is managed and left separately (SUB-11). */
function ownSubscriptions(all: readonly Subscription[]): Subscription[] {
  const own = all.filter(({ status }) => !isOver(status))
  const isAddOns = ({ tag }: Subscription) => Number(purchaseOf(tag)?.plan.family === 'addons')
  return own.toSorted((a, b) => isAddOns(a) - isAddOns(b))
}

const isFailed = ({ status }: Subscription) => isPaymentFailed(status)

/** The name of the plan that operations assigned by a tag; it has no subscription to manage. */
function assignedPlanOf(client: Client | undefined): string | undefined {
  const tag = client?.subscriptions_active[0]
  const purchase = tag === undefined ? undefined : purchaseOf(tag)
  return purchase?.plan.name
}

/** SUB-05: the past-due notice, with links to support and to another card. */
function PastDue({ client, subscription }: { client: Client; subscription: Subscription | undefined }) {
  if (!showsPastDueNotice(subscription?.status, client.tags)) return null
  return (
    <Banner
      kind="bad"
      icon={<AlertIcon />}
      title={subscriptionTexts.pastDueTitle}
      actions={subscription !== undefined && <CardButton client={client} subscription={subscription} primary />}
    >
      {pastDueText} <LineLink to={webPaths.messages('support')}>{subscriptionTexts.contactSupport}</LineLink>
    </Banner>
  )
}

const wasTrialRefused = ({ status, trial_end: end }: Subscription) =>
  isRefusedTrial(status, end === null ? null : Date.parse(end), serverNow())

/** SUB-06: a client who returns from the card page without the trial learns why. */
const TrialRefused = ({ list, own }: { list: SubscriptionList; own: readonly Subscription[] }) =>
  own.length === 0 &&
  list.results.some(wasTrialRefused) && (
    <Banner kind="bad" icon={<AlertIcon />} title={subscriptionTexts.trialRefusedTitle}>
      {trialRefusedText}
    </Banner>
  )

const Questions = () => (
  <section className={choice.narrow} aria-labelledby="plan-questions">
    <Stack gap={3}>
      <h2 id="plan-questions">{subscriptionTexts.questions}</h2>
      <Accordion>
        {subscriptionTexts.answers.map(({ id, question, answer }, index) => (
          <AccordionItem key={id} id={`plan-${id}`} summary={question} open={index === 0}>
            <p>{answer}</p>
          </AccordionItem>
        ))}
      </Accordion>
    </Stack>
  </section>
)
