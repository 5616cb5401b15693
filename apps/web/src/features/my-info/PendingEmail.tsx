import { api } from '../../api/client.ts'
import { failureText } from '../../api/failure-text.ts'
import { queryKeys } from '../../api/queries.ts'
import { useChange } from '../../api/use-change.ts'
import { myInfoTexts } from '../../texts/my-info.ts'
import { Stack, Text } from '../../ui/page/Layout.tsx'
import { LinkButton } from '../../ui/actions/TextLink.tsx'

interface PendingEmailProps {
  pending: string
  confirmed: string | null
  /** It is the account's first one, and counts before it is confirmed. */
  isFirst: boolean
}

/** That an address waits for the link in its mailbox, what is used meanwhile, and how to get the link again (SAFE-02). */
export function PendingEmail({ pending, confirmed, isFirst }: PendingEmailProps) {
  const again = useChange(queryKeys.me, () => api.changeMe({ email: pending, email_before: pending }))
  const sendAgain = () => {
    if (!again.isPending) again.mutate()
  }

  const untilThen = isFirst
    ? myInfoTexts.receiptsUntilThen
    : confirmed === null
      ? myInfoTexts.textsUntilThen
      : myInfoTexts.untilThen(confirmed)
  return (
    <Stack gap={1}>
      <Text look="muted">{`${myInfoTexts.linkWaits(pending)} ${untilThen}`}</Text>
      <div>
        <LinkButton onClick={sendAgain}>{myInfoTexts.sendLinkAgain}</LinkButton>
      </div>
      <p role="status">{again.isError ? failureText(again.error) : again.isSuccess && myInfoTexts.linkSentAgain}</p>
    </Stack>
  )
}
