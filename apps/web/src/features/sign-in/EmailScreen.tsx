import { webPaths } from '@nerdify/contract/web-paths.ts'
import { emailFromText, emailLine, suggestEmail } from '@nerdify/domain/sign-in/email.ts'
import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { refusal } from '@nerdify/browser/call-error.ts'
import { BackLink, LineLink } from '../../frame/links.tsx'
import { loadAhead } from '../../frame/load-ahead.ts'
import { PrerenderedForm } from '../../frame/PrerenderedForm.tsx'
import { useScreenTitle } from '../../frame/screen-title.ts'
import { trackScreen } from '../../frame/track-screen.ts'
import { useAction } from '../../frame/use-action.ts'
import { useHydrated } from '../../frame/use-hydrated.ts'
import { codeTexts, emailTexts, signInHeads } from '../../texts/sign-in.ts'
import { Button } from '@nerdify/ui/actions/Button.tsx'
import { Stack, Text } from '@nerdify/ui/page/Layout.tsx'
import { SignInPage } from './SignInPage.tsx'
import { EmailField } from '@nerdify/ui/fields/TextField.tsx'
import { LinkButton } from '@nerdify/ui/actions/TextLink.tsx'
import { NewHere } from './NewHere.tsx'
import { requestMail } from './request-mail.ts'
import { type SentMessage, type SignInEntry, signInEntry } from './sign-in-entry.ts'
import { useSecondsUntil } from '@nerdify/ui/use-seconds-until.ts'

/** `/login/email`: the address for the link (AUTH-08). */
export function Component() {
  useScreenTitle(signInHeads.email.title)
  const { state } = useLocation()
  const { typed = '', sent } = useHydrated() ? signInEntry(state) : {}
  return (
    <SignInPage>
      <Stack gap={3}>
        <BackLink to={webPaths.login()}>{emailTexts.back}</BackLink>
        <h1>{emailTexts.heading}</h1>
        <Text look="lede">{emailTexts.lead}</Text>
      </Stack>
      <EmailForm key={`${typed} ${sent?.resendAt}`} typed={typed} sent={sent} />
      <LineLink to={webPaths.loginPhone()}>{emailTexts.withPhone}</LineLink>
      <NewHere />
    </SignInPage>
  )
}

/**
 * The field is uncontrolled, so that a value from before hydration stays. An address that was just `sent` a link gets
 * another one only after the wait (AUTH-08).
 */
function EmailForm({ typed, sent }: { typed: string; sent: SentMessage | undefined }) {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(typed)
  /** A probable typo shows only after the field was left (ux 29). */
  const [isLeft, setLeft] = useState(false)
  const secondsLeft = useSecondsUntil(sent?.resendAt ?? 0)
  const address = emailFromText(text)
  const isSent = sent !== undefined && secondsLeft > 0 && address === sent.to
  const meant = isLeft ? suggestEmail(emailLine(text)) : undefined
  useEffect(() => setText(input.current?.value ?? ''), [])

  const { run, busy, fault, reset } = useAction(
    async () => {
      if (isSent) throw refusal(codeTexts.tooEarly(secondsLeft))
      const typedNow = input.current?.value ?? ''
      const isHere = trackScreen()
      const mail = await requestMail(typedNow)
      const to = mail === undefined ? webPaths.loginEmailUnknown() : webPaths.loginEmailSent()
      const entry: SignInEntry = mail === undefined ? { typed: emailFromText(typedNow) } : { sent: mail }
      await loadAhead(to)
      if (!isHere()) return
      // Back leads to the address, still filled in.
      await navigate(pathname, { replace: true, state: { ...entry, typed: typedNow } satisfies SignInEntry })
      await navigate(to, { state: entry })
    },
    () => input.current?.focus(),
  )

  const change = (value: string) => {
    setText(value)
    reset()
    setLeft(false)
  }

  const accept = (email: string) => {
    if (input.current === null) return
    input.current.value = email
    change(email)
    input.current.focus()
  }

  return (
    <PrerenderedForm onSubmit={run} fault={fault}>
      <Stack gap={5}>
        <Stack gap={2}>
          <EmailField
            ref={input}
            label={emailTexts.label}
            error={fault}
            defaultValue={typed}
            onInput={({ currentTarget }) => change(currentTarget.value)}
            onBlur={() => setLeft(true)}
          />
          <Suggestion email={meant} onAccept={accept} />
          {isSent && <Text look="muted">{emailTexts.sentJustNow}</Text>}
        </Stack>
        <Button
          type="submit"
          variant="primary"
          block="full"
          blocked={address === undefined || isSent}
          busy={busy && emailTexts.sending}
        >
          {emailTexts.submit}
        </Button>
      </Stack>
    </PrerenderedForm>
  )
}

/** The probable address; only a click replaces the typed one (ux 29). */
const Suggestion = ({ email, onAccept }: { email: string | undefined; onAccept: (email: string) => void }) => (
  <div role="status">
    {email !== undefined && (
      <Text look="muted">
        {emailTexts.suggestion[0]} <LinkButton onClick={() => onAccept(email)}>{email}</LinkButton>
        {emailTexts.suggestion[1]}
      </Text>
    )}
  </div>
)
