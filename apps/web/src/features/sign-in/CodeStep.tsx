import { codeFromText, codeLength } from '@nerdify/domain/sign-in/code.ts'
import { phoneDigits } from '@nerdify/domain/sign-in/phone.ts'
import { webPaths } from '@nerdify/contract/web-paths.ts'
import { type FormEvent, type MouseEvent, useEffect, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { asCallError } from '../../api/call-error.ts'
import { api } from '../../api/client.ts'
import { failureText } from '../../api/failure-text.ts'
import { AheadForm } from '../../frame/AheadForm.tsx'
import { useScreenTitle } from '../../frame/screen-title.ts'
import { session } from '../../session.ts'
import { codeTexts, phoneTexts } from '../../texts/sign-in.ts'
import { Button } from '../../ui/Button.tsx'
import { CodeField } from '../../ui/CodeField.tsx'
import { NoWrap, Stack, Text } from '../../ui/Layout.tsx'
import { BackLabel, linkClass } from '../../ui/TextLink.tsx'
import type { SentCode } from './code-request.ts'
import { ResendLine } from './ResendLine.tsx'
import { requestCode } from './request-code.ts'
import { useWebOtp } from './use-web-otp.ts'

const [headingStart, headingDigits, headingEnd] = codeTexts.heading

/** What {@link CodeStep} takes: the code that was sent, and who keeps the next one. */
interface CodeStepProps {
  sent: SentCode
  onResent: (sent: SentCode) => void
}

/** Step 2: the code of the SMS (AUTH-04 to AUTH-07). */
export function CodeStep({ sent, onResent }: CodeStepProps) {
  useScreenTitle(codeTexts.title)
  const navigate = useNavigate()
  const input = useRef<HTMLInputElement>(null)
  const confirm = useRef<HTMLButtonElement>(null)
  const [code, setCode] = useState('')
  const [fault, setFault] = useState<string>()
  const [status, setStatus] = useState('')
  const [busy, setBusy] = useState<'checking' | 'sending'>()
  const complete = code.length === codeLength

  useEffect(() => input.current?.focus(), [])

  /** Shows what is wrong; the digits stay, selected, to be overtyped (ux 9). */
  const refuse = (text: string) => {
    setFault(text)
    setStatus('')
    input.current?.focus()
    input.current?.select()
  }

  const change = (digits: string) => {
    setCode(digits)
    setFault(undefined)
  }

  /** A machine filled in the code: one press is left to do (ux 6). */
  const goOn = () => confirm.current?.focus()

  useWebOtp(busy === undefined, sent.resendAt, (text) => {
    const digits = codeFromText(text)
    if (digits === undefined || !digits.startsWith(code)) return
    change(digits)
    goOn()
  })

  const send = async (told: string) => {
    setBusy('sending')
    setFault(undefined)
    setStatus(codeTexts.sending)
    const outcome = await requestCode(sent.phone)
    setBusy(undefined)
    if ('refused' in outcome) return refuse(failureText(outcome.refused))
    change('')
    setStatus(told)
    onResent(outcome.sent)
    input.current?.focus()
  }

  const resend = () => {
    if (busy === undefined) void send(codeTexts.resent(sent.phone))
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy !== undefined) return
    if (!complete) return refuse(codeTexts.incomplete)
    setBusy('checking')
    try {
      const { jwt } = await api.checkCode({
        factor: 'phone',
        value: phoneDigits(sent.phone) ?? sent.phone,
        code,
        timezone_str: Intl.DateTimeFormat().resolvedOptions().timeZone,
      })
      // The guard of this page leads on to the page first asked for (AUTH-06, AUTH-16).
      session.start(jwt)
    } catch (thrown) {
      const error = asCallError(thrown)
      setBusy(undefined)
      if (error.error_type === 'code_expired') return send(codeTexts.expired)
      refuse(failureText(error))
    }
  }

  const changeNumber = (event: MouseEvent) => {
    event.preventDefault()
    void navigate(-1)
  }

  return (
    <>
      <Stack gap={3}>
        <Link to={webPaths.loginPhone()} className={linkClass('back')} onClick={changeNumber}>
          <BackLabel>{codeTexts.back}</BackLabel>
        </Link>
        <h1>
          {headingStart}
          <NoWrap>{headingDigits}</NoWrap>
          {headingEnd}
        </h1>
        <Text look="lede">
          {codeTexts.lead} <NoWrap>{sent.phone}</NoWrap>.
        </Text>
      </Stack>
      <AheadForm onSubmit={submit}>
        <Stack gap={5}>
          <CodeField
            ref={input}
            label={codeTexts.label}
            hideLabel
            length={codeLength}
            value={code}
            onChange={change}
            codeFrom={codeFromText}
            onMachineFill={goOn}
            error={fault}
          />
          <Button
            ref={confirm}
            type="submit"
            variant="primary"
            block="full"
            blocked={!complete}
            busy={busy === 'checking' && codeTexts.checking}
          >
            {codeTexts.submit}
          </Button>
          <Stack gap={1}>
            <ResendLine
              key={sent.resendAt}
              at={sent.resendAt}
              onResend={resend}
              onTooEarly={(seconds) => setStatus(codeTexts.tooEarly(seconds))}
            />
            <p role="status">{status}</p>
          </Stack>
        </Stack>
      </AheadForm>
      <Link to={webPaths.loginEmail()} className={linkClass()}>
        {phoneTexts.withEmail}
      </Link>
    </>
  )
}
