import { webPaths } from '@nerdify/contract/web-paths.ts'
import { useState } from 'react'
import { Link, Navigate, useLocation, useNavigate } from 'react-router'
import { ButtonLink, LineLink } from '../../frame/links.tsx'
import { useScreenTitle } from '../../frame/screen-title.ts'
import { trackScreen } from '../../frame/track-screen.ts'
import { useAction } from '../../frame/use-action.ts'
import { useHydrated } from '../../frame/use-hydrated.ts'
import { codeTexts, emailSentTexts, emailTexts } from '../../texts/sign-in.ts'
import { ErrorText } from '@nerdify/ui/fields/Field.tsx'
import { MailCheckIcon } from '@nerdify/ui/actions/Icons.tsx'
import { Stack, Text } from '@nerdify/ui/page/Layout.tsx'
import { SignInPage } from './SignInPage.tsx'
import { requestMail } from './request-mail.ts'
import { ResendLine } from './ResendLine.tsx'
import { type SentMessage, type SignInEntry, signInEntry } from './sign-in-entry.ts'

/**
 * `/login/email/sent`: the link is on its way (AUTH-09). A visitor without a request goes to the request; the
 * prerendered page shows only the texts that fit everybody (PUB-09).
 */
export function Component() {
  useScreenTitle(emailSentTexts.heading)
  const { state } = useLocation()
  const isHydrated = useHydrated()
  const { sent } = isHydrated ? signInEntry(state) : {}
  if (isHydrated && sent === undefined) return <Navigate to={webPaths.loginEmail()} replace />
  return (
    <SignInPage>
      <Stack gap={4}>
        <MailCheckIcon size="sign" />
        <h1>{emailSentTexts.heading}</h1>
        <Text look="lede">{emailSentTexts.lead}</Text>
        {sent !== undefined && (
          <p>
            {emailSentTexts.sentTo} <b>{sent.to}</b> {emailSentTexts.lasts}
          </p>
        )}
      </Stack>
      <ButtonLink to={webPaths.login()} variant="primary" block="full">
        {emailSentTexts.gotIt}
      </ButtonLink>
      <Stack gap={2}>
        {sent !== undefined && <SendAgain sent={sent} />}
        <Text look="muted">
          {emailSentTexts.notThere} <Link to={webPaths.contactUs()}>{emailSentTexts.contactUs}</Link>.
        </Text>
      </Stack>
      <Stack gap={1}>
        <LineLink to={webPaths.loginEmail()} state={sent && ({ typed: sent.to, sent } satisfies SignInEntry)}>
          {emailSentTexts.changeAddress}
        </LineLink>
        <LineLink to={webPaths.loginPhone()}>{emailTexts.withPhone}</LineLink>
      </Stack>
    </SignInPage>
  )
}

/** Another link, after the wait (ux 11, ux 13). */
function SendAgain({ sent }: { sent: SentMessage }) {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const [status, setStatus] = useState('')
  const resend = useAction(async () => {
    setStatus(codeTexts.sending)
    const isHere = trackScreen()
    const again = await requestMail(sent.to).finally(() => setStatus(''))
    if (!isHere()) return
    if (again === undefined) return navigate(webPaths.loginEmailUnknown(), { state: { typed: sent.to } })
    setStatus(emailSentTexts.resent(sent.to))
    await navigate(pathname, { replace: true, state: { sent: again } satisfies SignInEntry })
  })

  return (
    <>
      <ResendLine
        at={sent.resendAt}
        onResend={resend.run}
        onTooEarly={(seconds) => setStatus(codeTexts.tooEarly(seconds))}
      />
      <div role="status">{resend.fault === undefined ? status : <ErrorText>{resend.fault}</ErrorText>}</div>
    </>
  )
}
