import type { CallError } from '@nerdify/contract/error-body.ts'
import type { PressAnswer, SwitchAnswer } from '@nerdify/contract/sign-in.ts'
import { webPaths } from '@nerdify/contract/web-paths.ts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { api } from '../../api/client.ts'
import { failureText } from '@nerdify/browser/failure-text.ts'
import { ButtonLink, ContactUs } from '../../frame/links.tsx'
import { useSignedIn } from '../../frame/use-signed-in.ts'
import { prefetchData, loadAhead } from '../../frame/load-ahead.ts'
import { useScreenTitle } from '../../frame/screen-title.ts'
import { trackScreen } from '../../frame/track-screen.ts'
import { useAction } from '../../frame/use-action.ts'
import { forgetShareCode, storedOrigin } from '../../visit/origin.ts'
import { session } from '../../visit/session.ts'
import { emailSentTexts, keyTexts, pressTexts, switchTexts } from '../../texts/sign-in.ts'
import { Button, buttonClass } from '@nerdify/ui/actions/Button.tsx'
import { ErrorText } from '@nerdify/ui/fields/Field.tsx'
import { MailCheckIcon, SmartphoneIcon } from '@nerdify/ui/actions/Icons.tsx'
import { Stack, Text } from '@nerdify/ui/page/Layout.tsx'
import { SignInPage } from './SignInPage.tsx'
import { Spinner } from '@nerdify/ui/surfaces/Spinner.tsx'
import { linkClass } from '@nerdify/ui/actions/TextLink.tsx'
import { useOnceOnline } from '@nerdify/ui/surfaces/use-once-online.ts'
import { mailNonce } from './mail-nonce.ts'

interface KeySignInProps {
  /** `code` of a mailed link, `key` of a texted one or of a referral (API-02). */
  factor: 'code' | 'key'
  value: string
  /** The order in a rating link's address; only older keys need it (SAFE-03). */
  orderId?: string
  /** The next page, also for a new link: a path of this site. */
  next: string
  /** Another way to continue; it must drop the key from the address. */
  onSignedIn?: () => void
}

/** Only mailed links carry this browser's nonce. */
const nonceOf = (factor: KeySignInProps['factor']) => factor === 'code' && { nonce: mailNonce() }

/** Errors of links that once worked: a new one can be sent to the same address. */
const renewable = new Set(['link_expired', 'link_used'])

/**
 * "Please bear with us. We are logging you in" (AUTH-10).
 * - A mailed link signs in at once only in the browser that requested it; elsewhere it needs a click, because mail
 * scanners load pages and run their scripts (ux 12).
 * - The new session replaces the current one; another account's only after consent (SAFE-05).
 * - A refused key keeps the current session, says why and offers a new link (AUTH-16, AUTH-23).
 */
export function KeySignIn({ factor, value, orderId, next, onSignedIn }: KeySignInProps) {
  const [switches, setSwitches] = useState<SwitchAnswer['switches']>()
  const [press, setPress] = useState<PressAnswer['press']>()
  const [isAgreed, setAgreed] = useState(false)
  const begun = useRef(false)
  const navigate = useNavigate()
  const leadToNext = () => {
    prefetchData(next)
    void navigate(next, { replace: true })
  }
  const open = useAction(async (agreed: boolean) => {
    setSwitches(undefined)
    setPress(undefined)
    const isHere = trackScreen()
    const timezone_str = Intl.DateTimeFormat().resolvedOptions().timeZone
    const link = {
      factor,
      value,
      timezone_str,
      ...(orderId !== undefined && { order_id: orderId }),
      ...nonceOf(factor),
      ...storedOrigin(),
    }
    const answer = await api.openLink({ ...link, ask_to_switch: !agreed })
    if ('switches' in answer) return setSwitches(answer.switches)
    if ('press' in answer) return setPress(answer.press)
    forgetShareCode()
    session.start(answer.jwt)
    if (isHere()) (onSignedIn ?? leadToNext)()
  })
  const openFirst = useEffectEvent(() => {
    // Only once, because a mailed link works only once.
    if (!begun.current) void open.run(false)
    begun.current = true
  })
  useEffect(() => openFirst(), [])
  // The next page loads while the server checks the key (EASE-01).
  useEffect(() => void loadAhead(next), [next])

  const agree = () => {
    setAgreed(true)
    void open.run(true)
  }

  return (
    <SignInPage>
      {open.failure !== undefined ? (
        <RefusedKey {...{ factor, value, next }} failure={open.failure} onTryAgain={() => void open.run(isAgreed)} />
      ) : switches !== undefined ? (
        <SwitchAccount {...switches} onSwitch={agree} />
      ) : press !== undefined ? (
        <PressToSignIn to={press.to} onPress={agree} />
      ) : (
        <Waiting />
      )}
    </SignInPage>
  )
}

function Waiting() {
  useScreenTitle(keyTexts.title)
  return (
    <>
      <div role="status">
        <Stack gap={4}>
          <Spinner large />
          <h1>{keyTexts.heading}</h1>
        </Stack>
      </div>
      <Text look="muted">
        {keyTexts.tooLong} <ContactUs />
      </Text>
    </>
  )
}

interface PressToSignInProps {
  /** The account of the link, masked. */
  to: string | null
  onPress: () => void
}

/** A mailed link outside of the browser that requested it: one click signs in (AUTH-10). */
function PressToSignIn({ to, onPress }: PressToSignInProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useScreenTitle(pressTexts.heading)
  useEffect(() => heading.current?.focus(), [])
  return (
    <>
      <Stack gap={4}>
        <h1 ref={heading} tabIndex={-1}>
          {pressTexts.heading}
        </h1>
        <Text look="lede">{pressTexts.lead}</Text>
      </Stack>
      <Button variant="primary" block="full" onClick={onPress}>
        {pressTexts.go(to)}
      </Button>
      <Text look="muted">
        {keyTexts.trouble} <ContactUs />
      </Text>
    </>
  )
}

/** The signed-in account, the link's account, and the switch between them. */
type SwitchAccountProps = SwitchAnswer['switches'] & { onSwitch: () => void }

/** Whether the link may switch the signed-in account (SAFE-05). */
function SwitchAccount({ from, to, onSwitch }: SwitchAccountProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const title = switchTexts.heading(to)
  useScreenTitle(title)
  useEffect(() => heading.current?.focus(), [])
  return (
    <>
      <Stack gap={4}>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        <Text look="lede">{switchTexts.lead(from)}</Text>
      </Stack>
      <Stack gap={3}>
        <Button variant="primary" block="full" onClick={onSwitch}>
          {switchTexts.go(to)}
        </Button>
        <ButtonLink to={webPaths.orders()} replace block="full">
          {switchTexts.stay(from)}
        </ButtonLink>
      </Stack>
      <Text look="muted">
        {switchTexts.notYours} <ContactUs />
      </Text>
    </>
  )
}

interface RefusedKeyProps extends Pick<KeySignInProps, 'factor' | 'value' | 'next'> {
  failure: CallError
  onTryAgain: () => void
}

/** Sends a new link to the same address. */
function useNewLink(link: Pick<KeySignInProps, 'factor' | 'value' | 'next'>) {
  // False if none can be sent.
  const [sent, setSent] = useState<boolean>()
  const { run, busy, fault } = useAction(async () =>
    setSent((await api.requestCode({ ...link, ...nonceOf(link.factor) })).ok),
  )
  const isRefused = sent === false && !busy
  return { isSent: sent === true, fault: fault ?? (isRefused ? keyTexts.noNewLink : undefined), send: run, busy }
}

/** Why the link does not sign in, and all other ways to sign in (AUTH-10, ux 13). */
function RefusedKey({ factor, value, next, failure, onTryAgain }: RefusedKeyProps) {
  const signedIn = useSignedIn()
  const heading = useRef<HTMLHeadingElement>(null)
  const { isSent: sent, fault, send, busy } = useNewLink({ factor, value, next })
  const isMail = factor === 'code'
  const sentHeading = isMail ? emailSentTexts.heading : keyTexts.texted
  useScreenTitle(sent ? sentHeading : keyTexts.refusedTitle)

  useOnceOnline(failure.status === 0, onTryAgain)
  useEffect(() => heading.current?.focus(), [sent])
  // Every other way to sign in then leads to the link's page.
  useEffect(() => {
    if (!signedIn) session.keepPage(next)
  }, [signedIn, next])

  const canRenew = renewable.has(failure.error_type ?? '')
  const canRetry = failure.status !== 422
  return (
    <>
      <Stack gap={4}>
        {sent && (isMail ? <MailCheckIcon size="sign" /> : <SmartphoneIcon size="sign" />)}
        <h1 ref={heading} tabIndex={-1}>
          {sent ? sentHeading : keyTexts.refusedHeading}
        </h1>
        <Text look="lede">{sent ? (isMail ? emailSentTexts.lead : keyTexts.textedLead) : failureText(failure)}</Text>
      </Stack>
      {!sent && (
        <Stack gap={3}>
          {canRenew && (
            <Button variant="primary" block="full" onClick={send} busy={busy && keyTexts.sending}>
              {isMail ? keyTexts.newMailLink : keyTexts.newTextLink}
            </Button>
          )}
          {canRetry && (
            <Button variant="primary" block="full" onClick={onTryAgain}>
              {keyTexts.tryAgain}
            </Button>
          )}
          <div role="status">{fault !== undefined && <ErrorText>{fault}</ErrorText>}</div>
          <Link
            to={signedIn ? webPaths.orders() : webPaths.login()}
            className={canRenew || canRetry ? linkClass() : buttonClass({ variant: 'primary', block: 'full' })}
          >
            {signedIn ? keyTexts.stillSignedIn : keyTexts.login}
          </Link>
        </Stack>
      )}
      <Text look="muted">
        {keyTexts.trouble} <ContactUs />
      </Text>
    </>
  )
}
