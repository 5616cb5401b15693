import { webPaths } from '@nerdify/contract/web-paths.ts'
import { formatPhone } from '@nerdify/domain/sign-in/phone-format.ts'
import { useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import type { BegunOrder } from '../../begun-order.ts'
import { useSignedIn } from '../../frame/guards.tsx'
import { ForFriends } from '../../frame/ForFriends.tsx'
import { PrerenderedForm } from '../../frame/PrerenderedForm.tsx'
import { useScreenTitle } from '../../frame/screen-title.ts'
import { trackScreen } from '../../frame/track-screen.ts'
import { navigatedAway, useAction } from '../../frame/use-action.ts'
import { useFriendsGift } from '../../origin.ts'
import { startHead, startPromises, startTexts } from '../../texts/start.ts'
import { Button } from '@nerdify/ui/actions/Button.tsx'
import { GiftIcon } from '@nerdify/ui/actions/Icons.tsx'
import { PhoneField } from '@nerdify/ui/fields/TextField.tsx'
import { Stack, Text, TwoColumns, Wrap } from '@nerdify/ui/page/Layout.tsx'
import { Main } from '@nerdify/ui/page/PageFrame.tsx'
import { Banner } from '@nerdify/ui/surfaces/Banner.tsx'
import { Card, CardBody } from '@nerdify/ui/surfaces/Card.tsx'
import { codeForAnybody } from './begin-account.ts'
import type { Sent } from './sign-in-entry.ts'
import { begunOrderOf, choicesOf, firstChoices, withChoice } from './start-choices.ts'
import { StartChoiceFields } from './StartChoiceFields.tsx'
import { OtherWay } from './OtherWay.tsx'
import { StartPrice } from './StartPrice.tsx'

interface StartFormProps {
  typed: string
  begun: BegunOrder | undefined
  onSent: (typed: string, sent: Sent, order: BegunOrder) => void
  /** A signed-in person needs no code. */
  onSignedIn: (order: BegunOrder) => void
}

/** The first step of `/start`. Its fields are uncontrolled, so that values from before hydration stay. */
export function StartForm({ typed, begun, onSent, onSignedIn }: StartFormProps) {
  useScreenTitle(startHead.title)
  const { pathname } = useLocation()
  const isSignedIn = useSignedIn()
  const isFriend = useFriendsGift()
  const form = useRef<HTMLDivElement>(null)
  const phone = useRef<HTMLInputElement>(null)
  const [choices, setChoices] = useState(begun === undefined ? firstChoices : choicesOf(begun))

  // The choices from before hydration.
  useEffect(() => {
    const chosen = (name: string) => form.current?.querySelector<HTMLSelectElement>(`select[name=${name}]`)?.value
    const [jobType, size, hours] = [chosen('task'), chosen('size'), Number(chosen('deadline'))]
    setChoices((now) => withChoice(now, { ...(jobType && { jobType }), ...(size && { size }), hours }))
  }, [])

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
      if (isHere()) onSent(number, sent, order)
    },
    () => phone.current?.focus(),
  )

  return (
    <Main>
      <Wrap>
        <TwoColumns side={<Promises />} sideOnPhone="after">
          <Stack gap={5}>
            <Introduction isFriend={isFriend} />
            <PrerenderedForm onSubmit={start.run} fault={start.fault}>
              <div ref={form}>
                <Stack gap={5}>
                  <StartChoiceFields choices={choices} onChoose={(change) => setChoices(withChoice(choices, change))} />
                  <StartPrice choices={choices} isFriend={isFriend} />
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
                  <Button type="submit" variant="primary" block="full" busy={start.busy && startTexts.sending}>
                    {isSignedIn ? startTexts.goOn : startTexts.submit}
                  </Button>
                </Stack>
              </div>
            </PrerenderedForm>
            {start.failure?.error_type === 'too_many_requests' && <OtherWay />}
            {!isSignedIn && <HaveAccount />}
          </Stack>
        </TwoColumns>
      </Wrap>
    </Main>
  )
}

const HaveAccount = () => (
  <Text look="muted">
    {startTexts.haveAccount} <Link to={webPaths.login()}>{startTexts.login}</Link>.
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

const pagesAbout = { refunds: `${webPaths.refunds()}#refunds`, terms: webPaths.terms() }

const Promises = () => (
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
)
