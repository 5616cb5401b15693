import { startPaths } from '@nerdify/contract/start-paths.ts'
import { formatMoney } from '@nerdify/domain/pricing/money.ts'
import {
  type ChoiceChange,
  defaultChoices,
  isDefaultChoice,
  startPrice,
  withChoice,
} from '@nerdify/domain/pricing/start-choices.ts'
import { formatPhone } from '@nerdify/domain/sign-in/phone-format.ts'
import { useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { serverNow } from '../../api/client.ts'
import { type BegunOrder, begunOrderOf, choicesOf } from '../../orders/begun-order.ts'
import { useSignedIn } from '../../frame/use-signed-in.ts'
import { ForFriends, useNotForFriends } from '../../frame/ForFriends.tsx'
import { PrerenderedForm } from '../../frame/PrerenderedForm.tsx'
import { useScreenTitle } from '../../frame/screen-title.ts'
import { trackScreen } from '../../frame/track-screen.ts'
import { navigatedAway, useAction } from '../../frame/use-action.ts'
import { useFriendsGift } from '../../visit/origin.ts'
import { startHead, startPromises, startTexts } from '../../texts/start.ts'
import { Button } from '@nerdify/ui/actions/Button.tsx'
import { GiftIcon } from '@nerdify/ui/actions/Icons.tsx'
import { PhoneField } from '@nerdify/ui/fields/TextField.tsx'
import { BottomBar } from '@nerdify/ui/order/BottomBar.tsx'
import { OnlyDesktop, Stack, Text, TwoColumns, Wrap } from '@nerdify/ui/page/Layout.tsx'
import { Main } from '@nerdify/ui/page/PageFrame.tsx'
import { Banner } from '@nerdify/ui/surfaces/Banner.tsx'
import { Card, CardBody } from '@nerdify/ui/surfaces/Card.tsx'
import { codeForAnybody } from './request-code.ts'
import type { SentMessage } from './sign-in-entry.ts'
import { StartChoiceFields } from './StartChoiceFields.tsx'
import { OtherWay } from './OtherWay.tsx'
import { StartPrice, usePublicPrices, useServedPrice } from './StartPrice.tsx'

interface StartFormProps {
  typed: string
  begun: BegunOrder | undefined
  onSent: (typed: string, sent: SentMessage, order: BegunOrder) => Promise<void>
  /** A signed-in person needs no code. */
  onSignedIn: (order: BegunOrder) => void
}

const formId = 'start'

/** The choices, also those from before hydration; `fields` contains their selects. */
function useStartChoices(begun: BegunOrder | undefined) {
  const fields = useRef<HTMLDivElement>(null)
  const [choices, setChoices] = useState(begun === undefined ? defaultChoices : choicesOf(begun))
  useEffect(() => {
    const chosen = (name: string) => fields.current?.querySelector<HTMLSelectElement>(`select[name=${name}]`)?.value
    const [jobType, size, hours] = [chosen('task'), chosen('size'), Number(chosen('deadline'))]
    setChoices((now) => withChoice(now, { ...(jobType && { jobType }), ...(size && { size }), hours }))
  }, [])
  return { fields, choices, choose: (change: ChoiceChange) => setChoices(withChoice(choices, change)) }
}

/**
 * The first step of `/start` (DOOR-01). Price and button are in a bar on phones, and in the price card from 900 px. The
 * fields are uncontrolled, so that values from before hydration stay.
 */
export function StartForm({ typed, begun, onSent, onSignedIn }: StartFormProps) {
  useScreenTitle(startHead.title)
  const { pathname } = useLocation()
  const isSignedIn = useSignedIn()
  const isFriend = useFriendsGift()
  const phone = useRef<HTMLInputElement>(null)
  const { fields, choices, choose } = useStartChoices(begun)
  const { rates, failed, retry } = usePublicPrices()
  const price = rates && startPrice(choices, rates, { now: serverNow(), isFriend })
  const served = useServedPrice()
  const amount = price ? formatMoney(price.totalCents) : isDefaultChoice(choices) && !isFriend ? served : undefined
  const untilKnown = useNotForFriends()

  const start = useAction(
    async () => {
      const number = phone.current?.value ?? ''
      const isHere = trackScreen()
      const order = begunOrderOf(choices)
      if (isSignedIn) {
        if (isHere()) onSignedIn(order)
        return navigatedAway
      }
      const sent = await codeForAnybody(number, pathname)
      if (isHere()) await onSent(number, sent, order)
    },
    () => phone.current?.focus(),
  )
  const act = { type: 'submit', variant: 'primary', block: 'full', busy: start.busy && startTexts.sending } as const

  return (
    <>
      <Main>
        <Wrap>
          <PrerenderedForm id={formId} onSubmit={start.run} fault={start.fault}>
            <TwoColumns
              sideOnPhone="after"
              side={
                <>
                  <StartPrice price={price} amount={amount} isFriend={isFriend} retry={failed && retry}>
                    {!isSignedIn && (
                      <PhoneField
                        ref={phone}
                        label={startTexts.phone}
                        hint={startTexts.phoneHint}
                        error={start.fault}
                        defaultValue={typed}
                        onInput={start.reset}
                        group={formatPhone}
                      />
                    )}
                    {start.failure?.error_type === 'too_many_requests' && <OtherWay />}
                    <OnlyDesktop>
                      <Button {...act}>{startTexts.goOn}</Button>
                    </OnlyDesktop>
                  </StartPrice>
                  {!isSignedIn && <HaveAccount />}
                </>
              }
              below={<Promises />}
            >
              <Stack gap={5}>
                <Introduction isFriend={isFriend} />
                <div ref={fields}>
                  <Stack gap={5}>
                    <StartChoiceFields choices={choices} onChoose={choose} />
                  </Stack>
                </div>
              </Stack>
            </TwoColumns>
          </PrerenderedForm>
        </Wrap>
      </Main>
      <BottomBar name={startTexts.goOn}>
        <Button {...act} form={formId}>
          <span className={untilKnown}>{amount === undefined ? startTexts.goOn : startTexts.goOnFor(amount)}</span>
        </Button>
      </BottomBar>
    </>
  )
}

const HaveAccount = () => (
  <Text look="muted">
    {startTexts.haveAccount} <Link to={startPaths.login()}>{startTexts.login}</Link>.
  </Text>
)

/** Nerdify in one sentence, after the friend's gift (DOOR-01). */
const Introduction = ({ isFriend }: { isFriend: boolean }) => (
  <>
    <ForFriends isFriend={isFriend}>
      <Banner kind="nerd" icon={<GiftIcon size="row" />} title={startTexts.gift}>
        {startTexts.giftNote}
      </Banner>
    </ForFriends>
    <Stack gap={3}>
      <h1>{startTexts.heading}</h1>
      <Text look="lede">{startTexts.lead}</Text>
    </Stack>
  </>
)

const pagesAbout = { refunds: `${startPaths.refunds()}#refunds`, terms: startPaths.terms() }

/** The promises, and in one line who we are, for whom, and the honor code. */
const Promises = () => (
  <Stack gap={4}>
    <Card title={startTexts.promisesTitle}>
      <CardBody>
        <Stack gap={4}>
          {startPromises.map(({ title, text, about }) => (
            <p key={title}>
              <Link to={pagesAbout[about]}>{title}</Link>
              <br />
              <span>{text}</span>
            </p>
          ))}
        </Stack>
      </CardBody>
    </Card>
    <Text look="small">
      {startTexts.whoWeAre} <Link to={startPaths.prohibitedRequests()}>{startTexts.honorCode}</Link>.
    </Text>
  </Stack>
)
