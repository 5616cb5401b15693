import { webPaths } from '@nerdify/contract/web-paths.ts'
import { formatPhone } from '@nerdify/domain/sign-in/phone-format.ts'
import { useRef } from 'react'
import { useLocation } from 'react-router'
import { BackLink, LineLink } from '../../frame/links.tsx'
import { PrerenderedForm } from '../../frame/PrerenderedForm.tsx'
import { useScreenTitle } from '../../frame/screen-title.ts'
import { trackScreen } from '../../frame/track-screen.ts'
import { useAction } from '../../frame/use-action.ts'
import { requestedPage } from '../../visit/requested-page.ts'
import { session } from '../../visit/session.ts'
import { phoneTexts, signInHeads } from '../../texts/sign-in.ts'
import { Button } from '@nerdify/ui/actions/Button.tsx'
import { Stack, Text } from '@nerdify/ui/page/Layout.tsx'
import { PhoneField } from '@nerdify/ui/fields/TextField.tsx'
import { NewHere } from './NewHere.tsx'
import { OtherWay } from './OtherWay.tsx'
import { codeForAnybody, requestCode } from './request-code.ts'
import type { SentMessage } from './sign-in-entry.ts'

interface PhoneStepProps {
  /** The number that was typed before. */
  typed: string
  onSent: (typed: string, sent: SentMessage) => void
}

/**
 * Step 1: the phone number (AUTH-02, AUTH-03). The field is uncontrolled, so that a value from before hydration stays,
 * and no keystroke is ever changed; leaving it groups the digits (ux 2).
 */
export function PhoneStep({ typed, onSent }: PhoneStepProps) {
  useScreenTitle(signInHeads.phone.title)
  const { pathname } = useLocation()
  const input = useRef<HTMLInputElement>(null)
  const { run, busy, failure, fault, reset } = useAction(
    async (ask: typeof requestCode) => {
      const phone = input.current?.value ?? ''
      const isHere = trackScreen()
      const sent = await ask(phone)
      if (isHere()) onSent(phone, sent)
    },
    () => input.current?.focus(),
  )

  /** A newcomer wants to order (DOOR-02). */
  const begin = () => {
    if (requestedPage() === undefined) session.keepPage(webPaths.newOrder())
    void run((phone) => codeForAnybody(phone, pathname))
  }

  return (
    <>
      <Stack gap={3}>
        <BackLink to={webPaths.login()}>{phoneTexts.back}</BackLink>
        <h1>{phoneTexts.heading}</h1>
        <Text look="lede">{phoneTexts.lead}</Text>
      </Stack>
      <PrerenderedForm onSubmit={() => run(requestCode)} fault={fault}>
        <Stack gap={5}>
          <PhoneField
            ref={input}
            autoFocus
            label={phoneTexts.label}
            hint={phoneTexts.hint}
            error={fault}
            defaultValue={typed}
            onInput={reset}
            group={formatPhone}
          />
          {failure?.error_type === 'phone_unknown' && (
            <Button block="full" busy={busy && phoneTexts.sending} onClick={begin}>
              {phoneTexts.begin}
            </Button>
          )}
          <Button type="submit" variant="primary" block="full" busy={busy && phoneTexts.sending}>
            {phoneTexts.submit}
          </Button>
        </Stack>
      </PrerenderedForm>
      {failure?.error_type === 'too_many_requests' && <OtherWay />}
      <LineLink to={webPaths.loginEmail()}>{phoneTexts.withEmail}</LineLink>
      <NewHere />
    </>
  )
}
