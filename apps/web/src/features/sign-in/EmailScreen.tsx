import type { CallError } from '@nerdify/contract/error-body.ts'
import { webPaths } from '@nerdify/contract/web-paths.ts'
import { emailFaultText, emailFromText, suggestEmail } from '@nerdify/domain/sign-in/email.ts'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { failureText } from '../../api/failure-text.ts'
import { PrerenderedForm } from '../../frame/PrerenderedForm.tsx'
import { useScreenTitle } from '../../frame/screen-title.ts'
import { trackScreen } from '../../frame/track-screen.ts'
import { useHydrated } from '../../frame/use-hydrated.ts'
import { codeTexts, emailTexts, signInHeads } from '../../texts/sign-in.ts'
import { Button } from '../../ui/actions/Button.tsx'
import { Stack, Text } from '../../ui/page/Layout.tsx'
import { Main } from '../../ui/page/PageFrame.tsx'
import { SignInLayout } from '../../ui/page/SignInLayout.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { BackLabel, LinkButton, linkClass } from '../../ui/actions/TextLink.tsx'
import { type EmailEntry, emailEntry, requestMail, type SentMail } from './email-request.ts'
import { useSecondsUntil } from './use-seconds-until.ts'

/** `/login/email`: the address that the link goes to (AUTH-08). */
export function Component() {
  useScreenTitle(signInHeads.email.title)
  const { state } = useLocation()
  const { typed = '', sent } = useHydrated() ? emailEntry(state) : {}
  return (
    <Main layout="bare">
      <SignInLayout>
        <Stack gap={3}>
          <Link to={webPaths.login()} className={linkClass('back')}>
            <BackLabel>{emailTexts.back}</BackLabel>
          </Link>
          <h1>{emailTexts.heading}</h1>
          <Text look="lede">{emailTexts.lead}</Text>
        </Stack>
        <EmailForm key={`${typed} ${sent?.resendAt}`} typed={typed} sent={sent} />
        <Link to={webPaths.loginPhone()} className={linkClass()}>
          {emailTexts.withPhone}
        </Link>
      </SignInLayout>
    </Main>
  )
}

/**
 * The field is the browser's own, so that what is typed before the page is taken over stays. To an address that a link was
 * `sent` to just now another one goes only when its time has come (AUTH-08).
 */
function EmailForm({ typed, sent }: { typed: string; sent: SentMail | undefined }) {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(typed)
  const [refused, setRefused] = useState<CallError>()
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
    setRefused(undefined)
    setLeft(false)
  }

  const refuse = (error: CallError) => {
    setRefused(error)
    input.current?.focus()
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (sending || input.current === null) return
    const { value } = input.current
    const fault = isSent ? codeTexts.tooEarly(secondsLeft) : emailFaultText
    if (isSent || emailFromText(value) === undefined) return refuse({ status: 422, text: fault, error_value: 'value' })
    setSending(true)
    const isHere = trackScreen()
    const outcome = await requestMail(value)
    setSending(false)
    if (!isHere()) return
    if ('refused' in outcome) return refuse(outcome.refused)
    // Back leads to the address, still filled in.
    const sentTo = 'sent' in outcome ? { sent: outcome.sent } : {}
    await navigate(pathname, { replace: true, state: { typed: value, ...sentTo } satisfies EmailEntry })
    if ('sent' in outcome) {
      await navigate(webPaths.loginEmailSent(), { state: { sent: outcome.sent } satisfies EmailEntry })
    } else {
      await navigate(webPaths.loginEmailUnknown(), { state: { typed: outcome.unknown } satisfies EmailEntry })
    }
  }

  const accept = (email: string) => {
    if (input.current === null) return
    input.current.value = email
    change(email)
    input.current.focus()
  }

  return (
    <PrerenderedForm onSubmit={submit}>
      <Stack gap={5}>
        <Stack gap={2}>
          <TextField
            ref={input}
            label={emailTexts.label}
            error={refused && failureText(refused)}
            type="email"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            name="email"
            defaultValue={typed}
            onInput={({ currentTarget }) => change(currentTarget.value)}
            onBlur={() => setLeft(true)}
          />
          <div role="status">
            {meant !== undefined && (
              <Text look="muted">
                {emailTexts.suggestion[0]} <LinkButton onClick={() => accept(meant)}>{meant}</LinkButton>
                {emailTexts.suggestion[1]}
              </Text>
            )}
          </div>
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
