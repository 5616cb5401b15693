import { codeFromText, codeLength } from '@nerdify/domain/sign-in/code.ts'
import { phoneDigits } from '@nerdify/domain/sign-in/phone.ts'
import { useEffect, useRef, useState } from 'react'
import { asCallError } from '../../api/call-error.ts'
import { api } from '../../api/client.ts'
import { failureText } from '../../api/failure-text.ts'
import { PrerenderedForm } from '../../frame/PrerenderedForm.tsx'
import { codeTexts } from '../../texts/sign-in.ts'
import { Button } from '../../ui/actions/Button.tsx'
import { CodeField } from '../../ui/fields/CodeField.tsx'
import { Stack } from '../../ui/page/Layout.tsx'
import { ResendLine } from './ResendLine.tsx'
import { keepNonce, requestCode } from './request-code.ts'
import type { Sent } from './sign-in-entry.ts'
import { useWebOtp } from './use-web-otp.ts'

interface CodeFormProps {
  sent: Sent
  onResent: (sent: Sent) => void
  onToken: (jwt: string) => void
  submitLabel: string
}

/** What is typed and said while the code of an SMS is entered, checked and sent again. */
function useCodeEntry({ sent, onResent, onToken }: Omit<CodeFormProps, 'submitLabel'>) {
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
    try {
      onResent(await requestCode(sent.to))
      change('')
      setStatus(told)
      input.current?.focus()
    } catch (thrown) {
      refuse(failureText(asCallError(thrown)))
    }
    setBusy(undefined)
  }

  const resend = () => {
    if (busy === undefined) void send(codeTexts.resent(sent.to))
  }

  const submit = async () => {
    if (busy !== undefined) return
    if (!complete) return refuse(codeTexts.incomplete)
    setBusy('checking')
    try {
      const { jwt } = await api.checkCode({
        factor: 'phone',
        value: phoneDigits(sent.to) ?? sent.to,
        code,
        ...(sent.nonce !== undefined && { nonce: sent.nonce }),
        timezone_str: Intl.DateTimeFormat().resolvedOptions().timeZone,
      })
      keepNonce(sent)
      onToken(jwt)
    } catch (thrown) {
      const error = asCallError(thrown)
      setBusy(undefined)
      if (error.error_type === 'code_expired') return send(codeTexts.expired)
      refuse(failureText(error))
    }
  }

  return { input, confirm, code, fault, status, busy, complete, change, goOn, resend, submit, setStatus }
}

/** The field for the code of an SMS, with "Resend" (AUTH-04 to AUTH-07). */
export function CodeForm({ submitLabel, ...entryProps }: CodeFormProps) {
  const { sent } = entryProps
  const { input, confirm, ...entry } = useCodeEntry(entryProps)
  return (
    <PrerenderedForm onSubmit={entry.submit} fault={entry.fault}>
      <Stack gap={5}>
        <CodeField
          ref={input}
          label={codeTexts.label}
          hideLabel
          length={codeLength}
          value={entry.code}
          onChange={entry.change}
          codeFrom={codeFromText}
          onMachineFill={entry.goOn}
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
            key={sent.resendAt}
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
