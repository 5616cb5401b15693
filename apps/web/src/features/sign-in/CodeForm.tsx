import { codeDigitsFrom, codeFromText, codeLength } from '@nerdify/domain/sign-in/code.ts'
import { phoneDigits } from '@nerdify/domain/sign-in/phone.ts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { asCallError } from '@nerdify/browser/call-error.ts'
import { newcomerApi } from '../../api/client.ts'
import { failureText, isNoAnswerText } from '@nerdify/browser/failure-text.ts'
import { PrerenderedForm } from '../../frame/PrerenderedForm.tsx'
import { trackScreen } from '../../frame/track-screen.ts'
import { forgetOrigin, storedOrigin } from '../../visit/origin.ts'
import { codeTexts } from '../../texts/sign-in.ts'
import { Button } from '@nerdify/ui/actions/Button.tsx'
import { CodeField } from '@nerdify/ui/fields/CodeField.tsx'
import { Stack } from '@nerdify/ui/page/Layout.tsx'
import { useOnceOnline } from '@nerdify/ui/surfaces/use-once-online.ts'
import { ResendLine } from './ResendLine.tsx'
import { keepNonce, requestCode } from './request-code.ts'
import type { SentMessage } from './sign-in-entry.ts'

interface CodeFormProps {
  sent: SentMessage
  onResent: (sent: SentMessage) => void
  /** `isHere` answers whether the person still sees this step. */
  onToken: (jwt: string, isHere: boolean) => void
  submitLabel: string
}

/** {@link trackScreen} for a page that may also return to its previous step. */
function useTrackedStep(): typeof trackScreen {
  const isShown = useRef(false)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  return () => {
    const isHere = trackScreen()
    return () => isHere() && isShown.current
  }
}

/** The state of the code field: typing, checking and sending again. */
function useCodeEntry({ sent, onResent, onToken }: Omit<CodeFormProps, 'submitLabel'>) {
  const input = useRef<HTMLInputElement>(null)
  const confirm = useRef<HTMLButtonElement>(null)
  const [code, setCode] = useState('')
  const [fault, setFault] = useState<string>()
  const [status, setStatus] = useState('')
  const [busy, setBusy] = useState<'checking' | 'sending'>()
  /** The text could not be sent again; otherwise `fault` is about the code. */
  const [isUnsent, setUnsent] = useState(false)
  const trackStep = useTrackedStep()
  const complete = code.length === codeLength

  useEffect(() => input.current?.focus(), [])

  /** Shows the error; the digits stay, selected, to be overtyped (ux 9). */
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

  /** Autofill entered the code: one click is left (ux 6). */
  const goOn = () => confirm.current?.focus()

  useWebOtp(busy === undefined, sent.resendAt, (text) => {
    const digits = codeFromText(text)
    if (digits === undefined || !digits.startsWith(code)) return
    change(digits)
    goOn()
  })

  const send = async (message: string) => {
    const isHere = trackStep()
    setBusy('sending')
    setFault(undefined)
    setUnsent(false)
    setStatus(codeTexts.sending)
    try {
      const sentAgain = await requestCode(sent.to)
      // A person who has moved on stays there.
      if (isHere()) onResent(sentAgain)
      // A code that was typed meanwhile stays.
      setCode((typed) => (typed === code ? '' : typed))
      setStatus(message)
      input.current?.focus()
    } catch (thrown) {
      setUnsent(true)
      refuse(failureText(asCallError(thrown)))
    }
    setBusy(undefined)
  }

  const resend = () => {
    if (busy === undefined) void send(codeTexts.resent(sent.to))
  }

  useOnceOnline(isUnsent && isNoAnswerText(fault), resend)

  const submit = async () => {
    if (busy !== undefined) return
    if (!complete) return refuse(codeTexts.incomplete)
    const isHere = trackStep()
    setBusy('checking')
    setUnsent(false)
    try {
      const { jwt } = await newcomerApi.checkCode({
        factor: 'phone',
        value: phoneDigits(sent.to) ?? sent.to,
        code,
        ...(sent.nonce !== undefined && { nonce: sent.nonce }),
        timezone_str: Intl.DateTimeFormat().resolvedOptions().timeZone,
        ...storedOrigin(),
      })
      forgetOrigin()
      keepNonce(sent)
      onToken(jwt, isHere())
    } catch (thrown) {
      const error = asCallError(thrown)
      setBusy(undefined)
      if (error.error_type === 'code_expired') return send(codeTexts.expired)
      refuse(failureText(error))
    }
  }

  return { input, confirm, code, fault, isUnsent, status, busy, complete, change, goOn, resend, submit, setStatus }
}

/** The field for the code of a text, with "Resend" (AUTH-04 to AUTH-07). */
export function CodeForm({ submitLabel, ...entryProps }: CodeFormProps) {
  const { sent } = entryProps
  const { input, confirm, ...entry } = useCodeEntry(entryProps)
  return (
    <PrerenderedForm onSubmit={entry.submit} fault={entry.isUnsent ? undefined : entry.fault}>
      <Stack gap={5}>
        <CodeField
          ref={input}
          label={codeTexts.label}
          hideLabel
          length={codeLength}
          value={entry.code}
          onChange={entry.change}
          digitsFrom={codeDigitsFrom}
          onAutofill={entry.goOn}
          error={entry.fault}
        />
        <Button
          ref={confirm}
          type="submit"
          variant="primary"
          block="full"
          blocked={!entry.complete}
          busy={entry.busy === 'checking' && codeTexts.checking}
        >
          {submitLabel}
        </Button>
        <Stack gap={1}>
          <ResendLine
            at={sent.resendAt}
            onResend={entry.resend}
            onTooEarly={(seconds) => entry.setStatus(codeTexts.tooEarly(seconds))}
          />
          <p role="status">{entry.status}</p>
        </Stack>
      </Stack>
    </PrerenderedForm>
  )
}

interface OtpCredential extends Credential {
  code: string
}

interface OtpRequest extends CredentialRequestOptions {
  otp: { transport: readonly 'sms'[] }
}

/**
 * Asks the browser for the code of the next text that is bound to this site (AUTH-07, ux 4), where WebOTP is supported.
 * Each new `request` asks again; leaving the screen or `active` turning false aborts it.
 */
function useWebOtp(active: boolean, request: unknown, onCode: (code: string) => void): void {
  const report = useEffectEvent(onCode)
  useEffect(() => {
    if (!active || !('OTPCredential' in window)) return
    const controller = new AbortController()
    const options: OtpRequest = { otp: { transport: ['sms'] }, signal: controller.signal }
    navigator.credentials.get(options).then(
      (credential) => {
        if (credential !== null && !controller.signal.aborted) report((credential as OtpCredential).code)
      },
      () => {
        // Refused, timed out or aborted: the person types the code.
      },
    )
    return () => controller.abort()
  }, [active, request])
}
