import type { CallError } from '@nerdify/contract/error-body.ts'
import { webPaths } from '@nerdify/contract/web-paths.ts'
import { type FocusEvent, type FormEvent, useRef, useState } from 'react'
import { Link } from 'react-router'
import { failureText } from '../../api/failure-text.ts'
import { PrerenderedForm } from '../../frame/PrerenderedForm.tsx'
import { useScreenTitle } from '../../frame/screen-title.ts'
import { trackScreen } from '../../frame/track-screen.ts'
import { phoneTexts, signInHeads } from '../../texts/sign-in.ts'
import { Button } from '../../ui/actions/Button.tsx'
import { Stack, Text } from '../../ui/page/Layout.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { BackLabel, linkClass } from '../../ui/actions/TextLink.tsx'
import type { SentCode } from './code-request.ts'
import { formatPhone } from '@nerdify/domain/sign-in/phone-format.ts'
import { requestCode } from './request-code.ts'

/** What {@link PhoneStep} takes: the number typed before, and who goes on once the code is sent. */
interface PhoneStepProps {
  typed: string
  onSent: (typed: string, sent: SentCode) => void
}

/**
 * Step 1: the phone number (AUTH-02, AUTH-03). The field is the browser's own, so that what is typed before the page
 * is taken over stays, and no keystroke is ever changed; it is grouped for reading when it is left (ux 2).
 */
export function PhoneStep({ typed, onSent }: PhoneStepProps) {
  useScreenTitle(signInHeads.phone.title)
  const input = useRef<HTMLInputElement>(null)
  const [refused, setRefused] = useState<CallError>()
  const [sending, setSending] = useState(false)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (sending || input.current === null) return
    const phone = input.current.value
    const isHere = trackScreen()
    setSending(true)
    const outcome = await requestCode(phone)
    setSending(false)
    if (!isHere()) return
    if ('sent' in outcome) {
      onSent(phone, outcome.sent)
    } else {
      setRefused(outcome.refused)
      input.current.focus()
    }
  }

  const group = ({ currentTarget }: FocusEvent<HTMLInputElement>) => {
    const grouped = formatPhone(currentTarget.value)
    if (grouped !== currentTarget.value) currentTarget.value = grouped
  }

  return (
    <>
      <Stack gap={3}>
        <Link to={webPaths.login()} className={linkClass('back')}>
          <BackLabel>{phoneTexts.back}</BackLabel>
        </Link>
        <h1>{phoneTexts.heading}</h1>
        <Text look="lede">{phoneTexts.lead}</Text>
      </Stack>
      <PrerenderedForm onSubmit={submit}>
        <Stack gap={5}>
          <TextField
            ref={input}
            label={phoneTexts.label}
            hint={phoneTexts.hint}
            error={refused && failureText(refused)}
            type="tel"
            autoComplete="tel"
            name="phone"
            defaultValue={typed}
            onInput={() => setRefused(undefined)}
            onBlur={group}
          />
          {refused?.error_type === 'phone_unknown' && (
            <Text look="muted">
              {phoneTexts.newcomer} <Link to={webPaths.contactUs()}>{phoneTexts.contactUs}</Link>
            </Text>
          )}
          <Button type="submit" variant="primary" block="full" busy={sending && phoneTexts.sending}>
            {phoneTexts.submit}
          </Button>
        </Stack>
      </PrerenderedForm>
      <Link to={webPaths.loginEmail()} className={linkClass()}>
        {phoneTexts.withEmail}
      </Link>
    </>
  )
}
