import type { Client } from '@nerdify/contract/client.ts'
import type { Subscription } from '@nerdify/contract/subscriptions.ts'
import { webPaths } from '@nerdify/contract/web-paths.ts'
import { topTag } from '@nerdify/domain/clients/menu.ts'
import { plans, purchaseOf, trialDays } from '@nerdify/domain/plans/plans.ts'
import {
  isOver,
  isPaymentFailed,
  isRefusedTrial,
  pastDueText,
  showsPastDueNotice,
  type SubscriptionStatus,
  trialRefusedText,
} from '@nerdify/domain/plans/subscription-status.ts'
import { Link, Navigate, useParams } from 'react-router'
import { serverNow } from '../../api/client.ts'
import { givenEmailOf } from '../../api/given-email.ts'
import { failureText } from '../../api/failure-text.ts'
import { useMe } from '../../api/queries.ts'
import { useScreenTitle } from '../../frame/screen-title.ts'
import { subscriptionTexts } from '../../texts/subscription.ts'
import { Accordion, AccordionItem } from '../../ui/surfaces/Accordion.tsx'
import { Banner } from '../../ui/surfaces/Banner.tsx'
import { Card, CardBody, CardSkeleton } from '../../ui/surfaces/Card.tsx'
import { FailureBanner } from '../../ui/surfaces/FailureBanner.tsx'
import { AlertIcon } from '../../ui/actions/Icons.tsx'
import { Stack, Text, Wrap } from '../../ui/page/Layout.tsx'
import { Main } from '../../ui/page/PageFrame.tsx'
import { Skeleton } from '../../ui/surfaces/Skeleton.tsx'
import { linkClass } from '../../ui/actions/TextLink.tsx'
import { NicknameForm } from './NicknameForm.tsx'
import { CardButton, OwnPlan } from './OwnPlan.tsx'
import choice from './PlanChoice.module.css'
import { PlanOffer } from './PlanOffer.tsx'
import { useSubscriptions } from './use-subscriptions.ts'

/** `/nerdify-subscription/{params?}`: the plans, or one's own (SUB-03 to SUB-11). */
export function Component() {
  const me = useMe()
  const client = me.data
  // SUB-04: whom we cannot write to cannot be told what is charged; the top 50 have their plan from us.
  if (client !== undefined && client.tags.includes(topTag)) return <Navigate to={webPaths.orders()} replace />
  if (client !== undefined && givenEmailOf(client) === null) return <Navigate to={webPaths.myInfo()} replace />
  return <Plans client={client} failed={me.isError ? { text: failureText(me.error), retry: me.refetch } : undefined} />
}

interface Failed {
  text: string
  retry: () => unknown
}

function Plans({ client, failed }: { client: Client | undefined; failed: Failed | undefined }) {
  const afterCardPage = useParams().params === 'done'
  const list = useSubscriptions(client?.id, { afterCardPage })
  const own = ownSubscriptions(list.data?.results ?? [])
  const [current] = own
  const given = current === undefined && client !== undefined ? planGiven(client) : undefined
  const heading =
    list.data === undefined || current !== undefined || given !== undefined
      ? subscriptionTexts.mine
      : subscriptionTexts.pick
  useScreenTitle(heading)
  const failure = failed ?? (list.isError ? { text: failureText(list.error), retry: list.refetch } : undefined)
  const waiting = failure === undefined && (client === undefined || list.data === undefined)
  return (
    <Main busy={waiting}>
      <Wrap>
        <Stack gap={6}>
          <Stack gap={2}>
            <h1>{heading}</h1>
            {list.data !== undefined && current === undefined && given === undefined && (
              <Text look="lede">
                {list.data.trial_offered
                  ? subscriptionTexts.trialLead(plansOnTrial, trialDays)
                  : subscriptionTexts.plansLead}
              </Text>
            )}
          </Stack>
          {waiting && (
            <Skeleton label={afterCardPage ? subscriptionTexts.confirming : subscriptionTexts.loading}>
              <CardSkeleton lines={6} />
            </Skeleton>
          )}
          {failure !== undefined && (
            <FailureBanner title={subscriptionTexts.failedTitle} onRetry={() => void failure.retry()}>
              {failure.text}
            </FailureBanner>
          )}
          {client !== undefined && list.data !== undefined && (
            <>
              <PastDue client={client} subscription={own.find(isFailed) ?? current} />
              {afterCardPage && current === undefined && list.data.results.some(wasTrialRefused) && <TrialRefused />}
              {current === undefined ? (
                given === undefined ? (
                  <PlanOffer client={client} trialOffered={list.data.trial_offered} />
                ) : (
                  <Card title={given}>
                    <CardBody>{subscriptionTexts.byOperations}</CardBody>
                  </Card>
                )
              ) : (
                <div className={choice.narrow}>
                  <Stack gap={5}>
                    {own.map((one) => (
                      <OwnPlan key={one.id} client={client} subscription={one} oneOfSeveral={own.length > 1} />
                    ))}
                  </Stack>
                </div>
              )}
              <div className={choice.narrow}>
                <NicknameForm client={client} />
              </div>
            </>
          )}
          <Questions />
        </Stack>
      </Wrap>
    </Main>
  )
}

const plansOnTrial = Object.values(plans).flatMap(({ hasTrial, name }) => (hasTrial ? [name] : []))

/** The subscriptions that are not over, the plan before the add-ons: each is looked after and left by itself (SUB-11). */
function ownSubscriptions(all: readonly Subscription[]): Subscription[] {
  const own = all.filter(({ status }) => !isOver(status as SubscriptionStatus))
  const isAddOns = ({ tag }: Subscription) => Number(purchaseOf(tag)?.plan.family === 'addons')
  return own.toSorted((one, other) => isAddOns(one) - isAddOns(other))
}

const isFailed = ({ status }: Subscription) => isPaymentFailed(status as SubscriptionStatus)

/** The plan that operations gave by its tag: there is no subscription to look after. */
function planGiven({ subscriptions_active: [tag] }: Client): string | undefined {
  const purchase = tag === undefined ? undefined : purchaseOf(tag)
  return purchase?.plan.name
}

/** SUB-05: the past-due notice, with the way to support and to another card. */
function PastDue({ client, subscription }: { client: Client; subscription: Subscription | undefined }) {
  if (!showsPastDueNotice(subscription?.status as SubscriptionStatus | undefined, client.tags)) return null
  return (
    <Banner
      kind="bad"
      icon={<AlertIcon />}
      title={subscriptionTexts.pastDueTitle}
      actions={subscription !== undefined && <CardButton client={client} subscription={subscription} primary />}
    >
      {pastDueText}{' '}
      <Link to={webPaths.contactUs()} className={linkClass()}>
        {subscriptionTexts.contactSupport}
      </Link>
    </Banner>
  )
}

const wasTrialRefused = ({ status, trial_end: end }: Subscription) =>
  isRefusedTrial(status as SubscriptionStatus, end === null ? null : Date.parse(end), serverNow())

/** SUB-06: whoever comes back from the card page without the trial learns why. */
const TrialRefused = () => (
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
