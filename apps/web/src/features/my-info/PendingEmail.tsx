import type { Client } from '@nerdify/contract/client.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { asCallError } from '../../api/call-error.ts'
import { api } from '../../api/client.ts'
import { failureText } from '../../api/failure-text.ts'
import { queryKeys } from '../../api/queries.ts'
import { myInfoTexts } from '../../texts/my-info.ts'
import { Stack, Text } from '../../ui/page/Layout.tsx'
import { LinkButton } from '../../ui/actions/TextLink.tsx'

/** That an address waits for the link in its mailbox, what holds meanwhile, and how to get the link again (SAFE-02). */
export function PendingEmail({ pending, confirmed }: { pending: string; confirmed: string | null }) {
  const queryClient = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [told, setTold] = useState('')

  const sendAgain = async () => {
    if (busy) return
    setBusy(true)
    try {
      queryClient.setQueryData<Client>(queryKeys.me, await api.changeMe({ email: pending, email_before: pending }))
      setTold(myInfoTexts.linkSentAgain)
    } catch (thrown) {
      setTold(failureText(asCallError(thrown)))
    }
    setBusy(false)
  }

  return (
    <Stack gap={1}>
      <Text look="muted">
        {myInfoTexts.linkWaits(pending)}{' '}
        {confirmed === null ? myInfoTexts.textsUntilThen : myInfoTexts.untilThen(confirmed)}
      </Text>
      <div>
        <LinkButton onClick={() => void sendAgain()}>{myInfoTexts.sendLinkAgain}</LinkButton>
      </div>
      <p role="status">{told}</p>
    </Stack>
  )
}
