import { webPaths } from '@nerdify/contract/web-paths.ts'
import { emailFault, emailFromText, suggestEmail } from '@nerdify/domain/sign-in/email.ts'
import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { failureText } from '../../api/failure-text.ts'
import { BackLink, LineLink } from '../../frame/links.tsx'
import { loadAhead } from '../../frame/load-ahead.ts'
import { PrerenderedForm } from '../../frame/PrerenderedForm.tsx'
import { useScreenTitle } from '../../frame/screen-title.ts'
import { trackScreen } from '../../frame/track-screen.ts'
import { useHydrated } from '../../frame/use-hydrated.ts'
import { codeTexts, emailTexts, signInHeads } from '../../texts/sign-in.ts'
import { Button } from '../../ui/actions/Button.tsx'
import { Stack, Text } from '../../ui/page/Layout.tsx'
import { SignInLayout } from '../../ui/page/SignInLayout.tsx'
import { EmailField } from '../../ui/fields/TextField.tsx'
import { LinkButton } from '../../ui/actions/TextLink.tsx'
import { type EmailEntry, emailEntry, requestMail, type SentMail } from './email-request.ts'
import { NewHere } from './NewHere.tsx'
import { useSecondsUntil } from './use-seconds-until.ts'

/** `/login/email`: the address that the link goes to (AUTH-08). */
export function Component() {
  useScreenTitle(signInHeads.email.title)
  const { state } = useLocation()
  const { typed = '', sent } = useHydrated() ? emailEntry(state) : {}
  return (
    <SignInLayout>
      <Stack gap={3}>
        <BackLink to={webPaths.login()}>{emailTexts.back}</BackLink>
        <h1>{emailTexts.heading}</h1>
        <Text look="lede">{emailTexts.lead}</Text>
      </Stack>
      <EmailForm key={`${typed} ${sent?.resendAt}`} typed={typed} sent={sent} />
      <LineLink to={webPaths.loginPhone()}>{emailTexts.withPhone}</LineLink>
      <NewHere />
    </SignInLayout>
  )
}

/** Where the answer leads, and what that page must know. */
const leadsTo = (outcome: { sent: SentMail } | { unknown: string }): { to: string; entry: EmailEntry } =>
  'sent' in outcome
    ? { to: webPaths.loginEmailSent(), entry: { sent: outcome.sent } }
    : { to: webPaths.loginEmailUnknown(), entry: { typed: outcome.unknown } }

/**
 * The field is the browser's own, so that what is typed before the page is taken over stays. To an address that a link was
 * `sent` to just now another one goes only when its time has come (AUTH-08).
 */
function EmailForm({ typed, sent }: { typed: string; sent: SentMail | undefined }) {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(typed)
  const [fault, setFault] = useState<string>()
  const [sending, setSending] = useState(false)
  /** Late to scold: what is probably a slip is only told once the field is left (ux 29). */
  const [left, setLeft] = useState(false)
  const secondsLeft = useSecondsUntil(sent?.resendAt ?? 0)
  const address = emailFromText(text)
  const isSent = sent !== undefined && secondsLeft > 0 && address === sent.email
  const meant = left ? suggestEmail(text.trim()) : undefined
  useEffect(() => setText(input.current?.value ?? ''), [])

  const change = (value: string) => {
    setText(value)
    setFault(undefined)
    setLeft(false)
  }

  const refuse = (why: string) => {
    setFault(why)
    input.current?.focus()
  }

  const submit = async () => {
    if (sending || input.current === null) return
    const { value } = input.current
    if (isSent) return refuse(codeTexts.tooEarly(secondsLeft))
    if (emailFromText(value) === undefined) return refuse(emailFault(value))
    setSending(true)
    const isHere = trackScreen()
    const outcome = await requestMail(value)
    if ('refused' in outcome) {
      setSending(false)
      return refuse(failureText(outcome.refused))
    }
    const { to, entry } = leadsTo(outcome)
    await loadAhead(to)
    if (!isHere()) return
    // Back leads to the address, still filled in.
    await navigate(pathname, { replace: true, state: { ...entry, typed: value } satisfies EmailEntry })
    await navigate(to, { state: entry })
  }

  const accept = (email: string) => {
    if (input.current === null) return
    input.current.value = email
    change(email)
    input.current.focus()
  }

  return (
    <PrerenderedForm onSubmit={submit} fault={fault}>
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
          busy={sending && emailTexts.sending}
        >
          {emailTexts.submit}
        </Button>
      </Stack>
    </PrerenderedForm>
  )
}

/** The address that was probably meant; it replaces what is typed by a press alone (ux 29). */
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
