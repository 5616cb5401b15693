import type { Client } from '@nerdify/contract/client.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation } from 'react-router'
import { api } from '../../api/client.ts'
import { confirmedEmailOf } from '../../api/latest-email.ts'
import { useMe } from '../../api/queries.ts'
import { identity } from '../../visit/identity.ts'
import { session } from '../../visit/session.ts'
import { ContactUs } from '../../frame/links.tsx'
import { useAction } from '../../frame/use-action.ts'
import { confirmTexts } from '../../texts/sign-in.ts'
import { Button } from '@nerdify/ui/actions/Button.tsx'
import { Dialog } from '@nerdify/ui/surfaces/Dialog.tsx'
import { ErrorText } from '@nerdify/ui/fields/Field.tsx'
import { Actions, Stack } from '@nerdify/ui/page/Layout.tsx'
import { CodeForm } from './CodeForm.tsx'
import { mailNonce } from './mail-nonce.ts'
import { requestCode } from './request-code.ts'
import type { SentMessage } from './sign-in-entry.ts'

/**
 * "Confirm it's you" (SAFE-03): sends a code to the account's phone, or a link to its e-mail if it has no phone. The
 * refused call continues with the new session.
 */
export function ConfirmDialog() {
  const queryClient = useQueryClient()
  const client = useMe().data
  const [sent, setSent] = useState<SentMessage>()
  const notNow = () => identity.answer(false)

  // A mail's link opens in another tab, whose session is shared; an ended session has nothing to confirm.
  const follow = useEffectEvent(() => {
    identity.answer(session.token() !== undefined)
    // The new session may see more than the cached answers.
    if (session.token() !== undefined) void queryClient.invalidateQueries()
  })
  useEffect(() => session.onChange(() => follow()), [])

  return (
    <Dialog title={confirmTexts.title} onClose={notNow}>
      {sent !== undefined ? (
        <Stack gap={4}>
          <p>{confirmTexts.texted(sent.to)}</p>
          <CodeForm
            sent={sent}
            onResent={setSent}
            onToken={(jwt) => session.renew(jwt)}
            submitLabel={confirmTexts.submit}
          />
        </Stack>
      ) : (
        client !== undefined && <AskToSend client={client} onTexted={setSent} onNotNow={notNow} />
      )}
    </Dialog>
  )
}

interface AskToSendProps {
  client: Client
  onTexted: (sent: SentMessage) => void
  onNotNow: () => void
}

/** Says where the code or the link would go, and sends it on request. */
function AskToSend({ client, onTexted, onNotNow }: AskToSendProps) {
  const { phone } = client
  const { pathname, search } = useLocation()
  const [mailed, setMailed] = useState(false)
  const address = confirmedEmailOf(client) ?? undefined

  const [way, setWay] = useState<'text' | 'mail'>()
  // One action for both buttons: while one sends, the other is a no-op.
  const send = useAction(async (by: 'text' | 'mail', to: string) => {
    setWay(by)
    if (by === 'text') return onTexted(await requestCode(to))
    await api.requestCode({ factor: 'email', value: to, next: pathname + search, nonce: mailNonce() })
    setMailed(true)
  })
  const busyBy = (by: 'text' | 'mail') => send.busy && way === by && confirmTexts.sending

  return (
    <Stack gap={4}>
      <p role="status">
        {mailed && address !== undefined
          ? confirmTexts.mailed(address)
          : phone !== null
            ? confirmTexts.byPhone(phone.slice(-4))
            : address !== undefined && confirmTexts.byEmail(address)}
      </p>
      {phone === null && address === undefined && (
        <p>
          {confirmTexts.byNothing} <ContactUs />
        </p>
      )}
      {send.fault !== undefined && <ErrorText role="alert">{send.fault}</ErrorText>}
      <Actions>
        {phone !== null && !mailed && (
          <Button variant="primary" busy={busyBy('text')} onClick={() => send.run('text', phone)}>
            {confirmTexts.textMe}
          </Button>
        )}
        {address !== undefined && !mailed && (
          <Button
            variant={phone === null ? 'primary' : 'default'}
            busy={busyBy('mail')}
            onClick={() => send.run('mail', address)}
          >
            {phone === null ? confirmTexts.emailMe : confirmTexts.emailInstead}
          </Button>
        )}
        <Button onClick={onNotNow}>{confirmTexts.notNow}</Button>
      </Actions>
    </Stack>
  )
}
